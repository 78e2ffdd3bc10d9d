// @ts-check
// Loaded before an action's own code. Refuses and records all that leaves the machine, except connections to the given
// hosts: other connections, name lookups, datagrams, and processes that could do it instead.
import { ChildProcess } from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const { searchParams } = new URL(import.meta.url);
const reachable = searchParams.getAll('host');
const record = searchParams.get('record') ?? '';

/** @param {string} what */
function refuse(what) {
  appendFileSync(record, `${what}\n`);
  throw Object.assign(new Error(`out of reach: ${what}`), { code: 'ECONNREFUSED' });
}

const connect = net.Socket.prototype.connect;
/** @param {any[]} args */
net.Socket.prototype.connect = function (...args) {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args;
  const {
    host = 'localhost',
    port,
    path,
  } = typeof first === 'object' ? first : { port: first, host: second };
  const to = path ?? `${host}:${port}`;
  if (!reachable.includes(to)) refuse(`connect ${to}`);
  return Reflect.apply(connect, this, args);
};
for (const names of [dns, dns.promises]) {
  for (const name of Object.keys(names).filter((key) => /^(lookup|resolve|reverse)/.test(key)))
    Object.assign(names, { [name]: (/** @type {string} */ host) => refuse(`${name} ${host}`) });
}
Object.assign(dgram, { createSocket: () => refuse('datagram') });
Object.assign(ChildProcess.prototype, {
  spawn: (/** @type {{ file: string }} */ { file }) => refuse(`process ${file}`),
});
syncBuiltinESMExports();
