/**
 * Runs the sandbox's documentation service on this machine until it is ended, and sets its URL, key and project as outputs of
 * a step, for workflows that try the actions on a real runner.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { openService } from '../sandbox/service/service.ts';
import { realTime } from '../sandbox/time.ts';

const output = process.env['GITHUB_OUTPUT'];
if (output === undefined) throw new Error('GITHUB_OUTPUT is not set. Run this in a step of a workflow.');

const service = await openService({ time: realTime(), seed: randomUUID() });
const prLink = 'https://github.com/acme/docs/pull/1';
service.scriptAll({ timeline: [{ status: 'active' }, { at: 2, status: 'completed', prLink }] });
appendFileSync(output, `url=${service.url}\nkey=${service.key}\nproject=${service.projectId}\n`);
