import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Behaviour } from './peer.ts';

/** A peer that serves the git repositories in `folder` through git itself, and only to requests with the token. */
export function gitHost(folder: string, token: string): Behaviour {
  return {
    async respond(response, _, request) {
      const { method, headers, url = '' } = request;
      const body = await buffer(request);
      const account = Buffer.from(`x-access-token:${token}`).toString('base64');
      if (headers.authorization !== `Basic ${account}`) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
        return;
      }
      const [path, query] = url.split('?');
      const child = spawn('git', ['-c', 'http.receivepack=true', 'http-backend'], {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: {
          PATH: process.env['PATH'],
          GIT_PROJECT_ROOT: folder,
          GIT_HTTP_EXPORT_ALL: '1',
          REMOTE_USER: 'x',
          PATH_INFO: path,
          QUERY_STRING: query,
          REQUEST_METHOD: method,
          CONTENT_TYPE: headers['content-type'],
          GIT_PROTOCOL: String(headers['git-protocol'] ?? ''),
        },
      });
      // git doesn't read a body that it doesn't need.
      child.stdin.on('error', () => {});
      child.stdin.end(headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
      const output = await buffer(child.stdout);
      const end = output.indexOf('\r\n\r\n');
      const head = output.subarray(0, end).toString().split('\r\n');
      const fields = Object.fromEntries(head.map((line) => line.split(': ', 2)));
      const { Status: status = '200', ...others } = fields;
      response.writeHead(Number.parseInt(status, 10), others);
      response.end(output.subarray(end + 4));
    },
  };
}
