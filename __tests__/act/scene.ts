/** Runs the recipes under nektos/act from the unpacked archive, against the sandbox's service and GitHub, in real time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { unpackArchive } from '../../sandbox/archive.ts';
import { git } from '../../sandbox/git.ts';
import { eventsOf } from '../../sandbox/github/events.ts';
import type { WebhookEvent } from '../../sandbox/github/payloads.ts';
import type { Thread } from '../../sandbox/github/store.ts';
import { openStage, type Stage } from '../../sandbox/play/stage.ts';
import { realTime } from '../../sandbox/time.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const STAND_IN = fileURLToPath(new URL('stand-in.mjs', import.meta.url));
/** Commands in recipes that need the network. */
const COMMANDS = ['gh', 'python'];

/** What `scripts/act.ts` gives: act, and a folder for its logs and for a list of what was replaced. */
const { ACT = '', ACT_LOGS = '' } = process.env;

/** What a stand-in was given: a command its arguments, an action its inputs and the content of the file in `path`. */
export interface Recorded {
  readonly name: string;
  readonly args: readonly string[];
  readonly inputs: Readonly<Record<string, string>>;
  readonly file: string;
}

/** A workflow that ended. What came of it is in the sandbox. */
export interface Ended {
  readonly failed: boolean;
  readonly log: string;
  readonly standIns: readonly Recorded[];
}

export interface Running {
  /** Cancels the workflow as Ctrl+C does. */
  cancel(): void;
  readonly ended: Promise<Ended>;
}

export interface RunOptions {
  /** Files of the repository. */
  readonly files?: Readonly<Record<string, string>>;
  readonly vars?: Readonly<Record<string, string>>;
}

export interface Scene extends Stage {
  readonly events: ReturnType<typeof eventsOf>;
  start(recipe: string, event: WebhookEvent, options?: RunOptions): Promise<Running>;
  run(recipe: string, event: WebhookEvent, options?: RunOptions): Promise<Ended>;
  /** Waits half a minute at most. */
  until(happened: () => boolean): Promise<void>;
  /** What the action wrote in a conversation. */
  said(thread: Thread): string[];
  /** The prompts of each job. */
  prompts(): string[][];
}

/** Opens a repository with documentation. Each turn of a job takes `workSeconds`. */
export async function openScene(workSeconds = 2): Promise<Scene> {
  const stage = await openStage({ time: realTime(), workSeconds });
  const { sandbox, repository } = stage;
  const folder = fs.mkdtempSync(join(tmpdir(), 'act-'));
  const children: ChildProcess[] = [];
  const start: Scene['start'] = async (recipe, event, options) => {
    const name = `${recipe}-${children.length + 1}`;
    const { args, cwd, env, record } = await prepare(stage, join(folder, name), {
      recipe,
      event,
      ...options,
    });
    const child = spawn(ACT, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    return { cancel: () => void child.kill('SIGINT'), ended: end(child, { name, recipe, record }) };
  };
  return {
    ...stage,
    events: eventsOf({ github: sandbox.github, repository: repository.fullName }),
    start,
    run: async (...given) => (await start(...given)).ended,
    async until(happened) {
      for (let tries = 0; tries < 300 && !happened(); tries += 1) await sandbox.time.sleep(100);
    },
    said: ({ number }) =>
      repository.comments
        .filter(({ thread, user }) => thread === number && user.login === 'github-actions[bot]')
        .map((comment) => comment.text.body),
    prompts: () => sandbox.service.jobs.map(({ turns }) => turns.map(({ prompt }) => prompt)),
    async [Symbol.asyncDispose]() {
      // Whatever a failed test has left; act then ends its steps.
      for (const child of children) child.kill();
      await stage[Symbol.asyncDispose]();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Play extends RunOptions {
  readonly recipe: string;
  readonly event: WebhookEvent;
}

/** Makes a clone with the recipe in it, stand-ins, and the command line of act. */
async function prepare({ sandbox, repository }: Stage, folder: string, play: Play) {
  const { recipe, event, files = {}, vars = {} } = play;
  const { service, github, token } = sandbox;
  const put = (name: string, content: string, mode = 0o644) => {
    const file = join(folder, name);
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.writeFileSync(file, content, { mode });
    return file;
  };
  const putList = (name: string, values: Readonly<Record<string, string>>) =>
    put(
      name,
      Object.entries(values)
        .map((pair) => `${pair.join('=')}\n`)
        .join(''),
    );

  const cwd = join(folder, 'clone');
  fs.mkdirSync(folder);
  await git(['clone', '--quiet', repository.gitDir ?? '', cwd], { cwd: folder });
  await git(['remote', 'set-url', 'origin', `https://github.com/${repository.fullName}`], { cwd });
  for (const [name, content] of Object.entries(files)) put(`clone/${name}`, content);
  const { workflow, others } = readRecipe(recipe);
  put(`clone/.github/workflows/${recipe}`, workflow);

  for (const name of COMMANDS) put(`bin/${name}`, `#!/bin/sh\nexec node '${STAND_IN}' ${name} "$@"\n`, 0o755);
  const actions = others.map((uses) => {
    const manifest = '{name: stand-in, runs: {using: node24, main: stand-in.mjs}}';
    const action = dirname(put(`actions/${uses}/action.yml`, manifest));
    fs.copyFileSync(STAND_IN, join(action, 'stand-in.mjs'));
    return `${uses}=${action}`;
  });

  const record = join(folder, 'record');
  const environment = { GITHUB_API_URL: github.api, GITHUB_RUN_ID: String(Date.now()), RECORD: record };
  const variables = { DOCS_API_URL: service.url, DOCS_PROJECT_ID: service.projectId, ...vars };
  const args = [
    ...[event.name, '--workflows', `.github/workflows/${recipe}`],
    ...['--eventpath', put('event.json', JSON.stringify(event.payload))],
    ...['--actor', event.payload.sender?.login ?? 'ann'],
    // Jobs run on this machine. act skips one whose label has no platform, without an error.
    ...['ubuntu-latest', 'ubuntu-slim'].flatMap((label) => ['--platform', `${label}=-self-hosted`]),
    ...['--container-daemon-socket', '-', '--no-cache-server', '--action-offline-mode'],
    ...['--action-cache-path', join(folder, 'cache')],
    ...[`OWNER/REPO@v1=${unpackArchive()}`, ...actions].flatMap((one) => ['--local-repository', one]),
    ...['--secret-file', putList('secrets', { GITHUB_TOKEN: token, DOCS_API_KEY: service.key })],
    ...['--var-file', putList('vars', variables), '--env-file', putList('env', environment)],
  ];
  const path = [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  const env = { PATH: path, HOME: folder, LANG: 'C.UTF-8', ACT_DISABLE_VERSION_CHECK: '1' };
  return { args, cwd, env, record };
}

/** The text of a recipe for act, and the actions of other authors in it. */
function readRecipe(recipe: string) {
  const text = fs.readFileSync(join(EXAMPLES, recipe), 'utf8');
  // act plays no concurrency, and refuses a key of it that is newer than act's schema.
  const workflow = text.replaceAll(/^ +queue: max\n/gm, '');
  if (workflow !== text) note(recipe, 'queue: max');
  const used = [...text.matchAll(/^ +(?:- )?uses: (\S+)/gm)].flatMap(([, uses = '']) => uses);
  const others = [...new Set(used)].filter((uses) => !/^OWNER\/REPO\b/.test(uses));
  for (const uses of others) note(recipe, uses);
  // act has a checkout of its own, which copies the clone.
  return { workflow, others: others.filter((uses) => !uses.startsWith('actions/checkout@')) };
}

async function end(
  child: ChildProcess,
  { name, recipe, record }: { readonly name: string; readonly recipe: string; readonly record: string },
): Promise<Ended> {
  const printed = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
  const [[log = '', problems = '']] = await Promise.all([Promise.all(printed), once(child, 'close')]);
  if (ACT_LOGS !== '') fs.writeFileSync(join(ACT_LOGS, `${name}.log`), log + problems);
  const lines = fs.existsSync(record) ? fs.readFileSync(record, 'utf8').trim().split('\n') : [];
  const standIns = lines.map((line) => JSON.parse(line) as Recorded);
  for (const one of standIns) if (!one.name.includes('/')) note(recipe, one.name);
  return { failed: child.exitCode !== 0, log: log + problems, standIns };
}

/** Notes what was not run as it is in the recipe. */
function note(recipe: string, replaced: string): void {
  if (ACT_LOGS !== '') fs.appendFileSync(join(ACT_LOGS, 'replaced.txt'), `${recipe}: ${replaced}\n`);
}
