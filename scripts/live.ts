/**
 * Meets the real documentation service with a key, once: each operation with the action's own client, and two turns of one
 * job. `npm run live` writes live-report.md, with each assumption of the client, what was measured, and whether it holds.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type Stop, startDeadline } from '../src/runner/deadline.ts';
import { openMachine } from '../src/runner/machine.ts';
import { isJobId } from '../src/text/identifiers.ts';
import { describeFacts, judgeService } from './live/assumptions.ts';
import { contactService } from './live/first-contact.ts';
import { renderReport } from './live/report.ts';

const USAGE = `Usage: DOCS_API_KEY=... npm run live -- [--base-url URL] [--project ID] [options]

  --yes              don't ask before the two requests that can cost credits
  --job ID           continue with the job of an interrupted run
  --message-sent     this job already got its message
  --report FILE      default: live-report.md
  --minutes NUMBER   the most it may take; default: 60`;

const COSTS = `This takes two uses of the project's hourly limit of 100, one request of the visitors' limit, and credits for two requests.
Mintlify publishes no price of requests through its API. In August 2026, its pages named 110 credits for a request in Slack, and 40 to
180 for runs on code changes. The agent opens a pull request, which you close afterwards.`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

function readOptions() {
  const options = { 'base-url': text, project: text, job: text, report: text, minutes: text, pace: text };
  return parseArgs({ options: { ...options, yes: flag, 'message-sent': flag, help: flag } }).values;
}

/** Stops the command with what to do about it. */
function stop(message: string): never {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

const given = (() => {
  try {
    return readOptions();
  } catch (error) {
    return stop((error as Error).message);
  }
})();
if (given.help) {
  console.log(USAGE);
  process.exit();
}
const apiKey = process.env['DOCS_API_KEY'] ?? '';
if (apiKey === '') stop('Set the environment variable DOCS_API_KEY to an admin key of the project.');
const { job: jobId, 'message-sent': messageSent } = given;
if (jobId !== undefined && !isJobId(jobId)) stop('--job is not an ID of a job.');
if (messageSent && jobId === undefined) stop('--message-sent needs --job.');

const asking = createInterface({ input: process.stdin, output: process.stdout });
const ask = async (question: string) => (await asking.question(`${question} `)).trim();
const baseUrl = URL.parse(given['base-url'] ?? (await ask('Base URL, like https://api.mintlify.com:')));
const projectId = given.project ?? (await ask('Project ID:'));
if (baseUrl === null || projectId === '') stop('The base URL or the project ID is missing.');
if (!given.yes) {
  console.log(COSTS);
  if (!/^y(es)?$/i.test(await ask('Continue? (yes)'))) process.exit(1);
}
asking.close();

const { clock, listen } = openMachine();
const interrupt = new AbortController();
listen((signal) => interrupt.abort({ by: 'interrupt', signal } satisfies Stop));
// Tests play a service in a moment.
const pace = Number(given.pace ?? 1);
const startedAt = clock.now();
const deadline = startDeadline(clock, startedAt + Number(given.minutes ?? 60) * 60_000, interrupt.signal);
const contacted = await contactService({
  settings: { baseUrl, projectId, apiKey },
  clock,
  deadline,
  environment: process.env,
  pace,
  jobId,
  messageSent,
  tell: (line) => console.log(line.replaceAll(apiKey, '***')),
});

const rows = judgeService(contacted.exchanges, pace);
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const number = /\d+(?=\/?$)/.exec(contacted.prLink ?? '')?.[0];
const notes = [
  `${new Date(startedAt).toISOString().slice(0, 10)}, version ${version}, Node ${process.versions.node}, ${contacted.exchanges.length} requests.`,
  ...describeFacts(contacted.exchanges),
  ...(contacted.problem === undefined ? [] : ['The contact ended early, so the later rows were not seen.']),
  ...(number === undefined ? [] : [`Close pull request ${number} of the documentation: it was a test.`]),
];
const file = given.report ?? 'live-report.md';
const report = renderReport('First contact with the service', rows, notes);
writeFileSync(file, report);
console.log(`\n${report}\nWritten to ${file}.`);
if (contacted.prLink !== undefined) console.log(`Close ${contacted.prLink}.`);
if (contacted.problem !== undefined) {
  console.error(`\nIt ended early: ${contacted.problem.replaceAll(apiKey, '***')}`);
  if (contacted.jobId !== undefined) {
    const sent = contacted.messageSent ? ' --message-sent' : '';
    console.error(`To continue: npm run live -- --job ${contacted.jobId}${sent}`);
  }
}
process.exitCode = contacted.problem === undefined ? 0 : 1;
