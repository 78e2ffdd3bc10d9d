import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GitHub, openGitHub } from '../../src/github/github.ts';
import { openHttp } from '../../src/http/http-client.ts';
import { startDeadline } from '../../src/runner/deadline.ts';
import { type FakeClock, fakeClock } from './clock.ts';

/** A client of ours at some GitHub. Waits end at once. */
export interface ClientScene {
  readonly github: GitHub;
  readonly clock: FakeClock;
  /** What was logged, each line with its level. */
  readonly log: readonly string[];
  interrupt(): void;
}

/** The client for `acme/product`, with a token whose name says what it is. Everybody's word for a secret is `hunter2`. */
export function openClient(apiUrl: string): ClientScene {
  const clock = fakeClock();
  const log: string[] = [];
  const line = (level: string) => (text: string) => void log.push(`${level}: ${text}`);
  const interrupt = new AbortController();
  const http = openHttp(clock, {});
  const settings = {
    ...({ token: 'the-token', tokenInput: 'github-token', apiUrl, http, clock, random: () => 0.5 } as const),
    log: {
      ...{ info: line('info'), notice: line('notice'), warning: line('warning') },
      ...{ error: line('error'), debug: line('debug') },
    },
    deadline: startDeadline(clock, clock.now() + 1_800_000, interrupt.signal),
  };
  return {
    ...{ clock, log },
    github: openGitHub(settings, { owner: 'acme', repo: 'product' }, (text) =>
      text.replaceAll('hunter2', '***'),
    ),
    interrupt: () => interrupt.abort({ by: 'interrupt', signal: 'SIGTERM' }),
  };
}

/** What a server heard of a request. */
export interface Heard {
  readonly method: string;
  readonly url: string;
  readonly token: string | undefined;
}

/** A server on loopback that answers what a test says. */
export interface WireServer extends AsyncDisposable {
  readonly origin: string;
  readonly heard: readonly Heard[];
}

/** @param answer is given the number of the request, from 1 on */
export async function openWireServer(
  answer: (response: ServerResponse, count: number, request: IncomingMessage) => void,
): Promise<WireServer> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    heard.push({ method, url, token: headers.authorization });
    request.resume();
    answer(response, heard.length, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Answers with JSON, or with a text as it is. */
export function say(
  response: ServerResponse,
  body: unknown,
  headers: Record<string, string> = {},
  status = 200,
) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
