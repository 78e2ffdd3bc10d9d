/** A host of git repositories, as git itself serves them over HTTP, to nobody without the token. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export interface GitServer extends AsyncDisposable {
  readonly url: string;
  /** What was asked for, with the user and password that came with it; `-` without. */
  readonly requests: readonly string[];
}

/** Serves the repositories in `folder`. */
export async function openGitServer(folder: string, token: string): Promise<GitServer> {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', headers, url = '' } = request;
    const body = await buffer(request);
    const [, given = ''] = /^Basic (.*)$/i.exec(headers.authorization ?? '') ?? [];
    const user = Buffer.from(given, 'base64').toString();
    const [path = '', query = ''] = url.split('?');
    requests.push(`${method} ${path} ${user || '-'}`);
    if (user !== `x-access-token:${token}`) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      return;
    }
    const child = spawn('git', ['-c', 'http.receivepack=true', 'http-backend'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        ...{
          PATH: process.env['PATH'],
          GIT_PROJECT_ROOT: folder,
          GIT_HTTP_EXPORT_ALL: '1',
          REMOTE_USER: 'x',
        },
        ...{ PATH_INFO: path, QUERY_STRING: query, REQUEST_METHOD: method },
        ...{
          CONTENT_TYPE: headers['content-type'] ?? '',
          GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
        },
      },
    });
    // Where it has its answer without the body, it does not read it.
    child.stdin.on('error', () => {});
    child.stdin.end(headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
    const output = await buffer(child.stdout);
    const end = output.indexOf('\r\n\r\n');
    const head = output.subarray(0, end).toString().split('\r\n');
    const fields = head.map((line) => line.split(': ', 2) as [string, string]);
    const status = Number.parseInt(fields.find(([name]) => name === 'Status')?.[1] ?? '200', 10);
    response.writeHead(status, Object.fromEntries(fields.filter(([name]) => name !== 'Status')));
    response.end(output.subarray(end + 4));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}`, requests },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
