/**
 * Runs the recipes under nektos/act with the unpacked archive, against the sandbox's service and GitHub. Their time and that of the
 * actions is faster than the machine's.
 */
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
import { openStage, type Stage, type StageOptions } from '../../sandbox/play/stage.ts';
import { fasterClock, SPEED } from '../../sandbox/runner/process.ts';
import { realTime } from '../../sandbox/time.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const STAND_IN = fileURLToPath(new URL('stand-in.mjs', import.meta.url));
/** Commands in recipes that need the network. */
const COMMANDS = ['gh'];

/** The folder for the logs and a list of what was replaced. `scripts/act.ts` sets it, and puts act on the path. */
const { ACT_LOGS = tmpdir() } = process.env;

/** What a stand-in recorded: its name, and of an action its inputs and the content of the file in `path`. */
export interface Recorded {
  readonly name: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly file: string;
}

/** A run of act that ended. Its results are in the sandbox. */
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

export interface Scene extends Stage {
  readonly events: ReturnType<typeof eventsOf>;
  start(recipe: string, event: WebhookEvent, secrets?: SettingOptions['secrets']): Promise<Running>;
  run(...given: Parameters<Scene['start']>): Promise<Ended>;
  /** Waits for a condition, at most half a minute of the machine's time. */
  until(holds: () => boolean): Promise<void>;
  comments(thread: Thread): string[];
  prompts(): string[][];
}

/** The workflow of this repository that plays a maintainer. It runs the actions and a script of its checkout. */
export const LIVE = 'live.yml';
const CHECKED_OUT = ['action.yml', 'collect', 'dist', 'package.json', 'scripts', 'src'];

/** How often this test file has started act. */
let started = 0;

/** Opens a repository with documentation. Each turn of a job takes `workSeconds`, unless `plan` has another number. */
export async function openScene(workSeconds = 2, plan?: StageOptions['plan']): Promise<Scene> {
  const stage = await openStage({ time: realTime(SPEED), workSeconds, ...(plan && { plan }) });
  const { sandbox, repository } = stage;
  const folder = fs.mkdtempSync(join(tmpdir(), 'act-'));
  const children: ChildProcess[] = [];
  const begin = (command: readonly string[], { name, cwd, env, record }: Setting): Running => {
    const child = spawn(command[0] ?? '', command.slice(1), { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    return { cancel: () => void child.kill('SIGINT'), ended: end(child, { name, record }) };
  };
  const start: Scene['start'] = async (recipe, event, secrets) => {
    const { workflow, others } = readRecipe(recipe);
    started += 1;
    const name = `${recipe}-${started}`;
    const files = { [`.github/workflows/${recipe}`]: workflow, 'event.json': JSON.stringify(event.payload) };
    const setting = await prepare(stage, { folder, name, files, others, secrets });
    const options = ['--workflows', `.github/workflows/${recipe}`, '--eventpath', 'event.json'];
    return begin(['act', event.name, ...options, '--actor', event.payload.sender?.login ?? 'ann'], setting);
  };
  return {
    ...stage,
    events: eventsOf({ github: sandbox.github, repository: repository.fullName }),
    start,
    run: async (...given) => (await start(...given)).ended,
    async until(holds) {
      for (let tries = 0; tries < 300 && !holds(); tries += 1) await sandbox.time.sleep(1000);
    },
    comments: ({ number }) =>
      repository.comments
        .filter(({ thread, user }) => thread === number && user.login === 'github-actions[bot]')
        .map((comment) => comment.text.body),
    prompts: () => sandbox.service.jobs.map(({ turns }) => turns.map(({ prompt }) => prompt)),
    async [Symbol.asyncDispose]() {
      // A failed test leaves act running. act then ends its steps.
      for (const child of children) child.kill();
      await stage[Symbol.asyncDispose]();
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Setting {
  readonly name: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The file that stand-ins write to. */
  readonly record: string;
}

interface SettingOptions {
  readonly folder: string;
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Actions that are replaced by a stand-in. */
  readonly others: readonly string[];
  readonly secrets?: Readonly<Record<string, string>> | undefined;
}

/** Makes a clone with these files, stand-ins, and a home folder with the options for act. */
async function prepare({ sandbox, repository }: Stage, options: SettingOptions): Promise<Setting> {
  const { folder, name, files, others } = options;
  const { service, github, time, token } = sandbox;
  const home = join(folder, name);
  const put = (path: string, content: string, mode = 0o644) => {
    const file = join(home, path);
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.writeFileSync(file, content, { mode });
    return file;
  };
  const putList = (path: string, values: Readonly<Record<string, string>>) =>
    put(
      path,
      Object.entries(values)
        .map((pair) => `${pair.join('=')}\n`)
        .join(''),
    );

  const cwd = join(home, 'clone');
  fs.mkdirSync(home);
  await git(['clone', '--quiet', '--no-local', repository.gitDir ?? '', cwd], { cwd: home });
  await git(['remote', 'set-url', 'origin', `https://github.com/${repository.fullName}`], { cwd });
  for (const [path, content] of Object.entries(files)) put(`clone/${path}`, content);
  if (name.startsWith(LIVE))
    for (const path of CHECKED_OUT) fs.cpSync(join(ROOT, path), join(cwd, path), { recursive: true });
  for (const command of COMMANDS)
    put(`bin/${command}`, `#!/bin/sh\nexec node '${STAND_IN}' ${command} "$@"\n`, 0o755);
  const actions = others.map((uses) => {
    const manifest = '{name: stand-in, runs: {using: node24, main: stand-in.mjs}}';
    const action = dirname(put(`actions/${uses}/action.yml`, manifest));
    fs.copyFileSync(STAND_IN, join(action, 'stand-in.mjs'));
    return `${uses}=${action}`;
  });

  const record = join(home, 'record');
  const variables = { DOCS_API_URL: service.url, DOCS_PROJECT_ID: service.projectId };
  const environment = {
    GITHUB_API_URL: github.api,
    NODE_OPTIONS: fasterClock(time, SPEED),
    LIVE_PAUSE: '200',
    LIVE_MINUTE: '3000',
  };
  const actOptions = [
    // Jobs run on this machine. act skips a job without a platform, and reports no error.
    ...['ubuntu-latest', 'ubuntu-slim'].map((label) => `--platform ${label}=-self-hosted`),
    '--container-daemon-socket -',
    '--no-cache-server',
    '--action-offline-mode',
    `--action-cache-path ${join(home, 'cache')}`,
    ...[`OWNER/REPO@v1=${unpackArchive()}`, ...actions].map((action) => `--local-repository ${action}`),
    `--secret-file ${putList('secrets', { GITHUB_TOKEN: token, DOCS_API_KEY: service.key, ...options.secrets })}`,
    `--var-file ${putList('vars', variables)}`,
    `--env-file ${putList('env', environment)}`,
  ];
  put('.actrc', actOptions.join('\n'));
  const path = [join(home, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  const env = { PATH: path, HOME: home, LANG: 'C.UTF-8', ACT_DISABLE_VERSION_CHECK: '1', RECORD: record };
  return { name, cwd, env, record };
}

/** The text of a recipe for act, and the actions of other authors in it. */
function readRecipe(recipe: string) {
  const folder = recipe === LIVE ? '.github/workflows' : 'examples';
  const text = fs.readFileSync(join(ROOT, folder, recipe), 'utf8');
  // act has no concurrency, and refuses its newer keys. Its own checkout has no other ref than the clone's.
  const workflow = text.replaceAll(/^ +(?:queue: max|ref: \S*\{\{.*)\n/gm, '');
  if (workflow !== text) listReplaced(recipe, 'queue: max');
  const used = [...text.matchAll(/^ +(?:- )?uses: (\S+)/gm)].flatMap(([, uses = '']) => uses);
  const others = [...new Set(used)].filter((uses) => !/^OWNER\/REPO\b/.test(uses));
  for (const uses of others) listReplaced(recipe, uses);
  // act has its own checkout, which copies the clone.
  return { workflow, others: others.filter((uses) => !/^actions\/checkout@|^\.\//.test(uses)) };
}

async function end(child: ChildProcess, { name, record }: Pick<Setting, 'name' | 'record'>): Promise<Ended> {
  const printed = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
  const [[output = '', problems = '']] = await Promise.all([Promise.all(printed), once(child, 'close')]);
  const log = output + problems;
  fs.writeFileSync(join(ACT_LOGS, `${name}.log`), log);
  const lines = fs.existsSync(record) ? fs.readFileSync(record, 'utf8').trim().split('\n') : [];
  const standIns = lines.map((line) => JSON.parse(line) as Recorded);
  for (const one of standIns) if (!one.name.includes('/')) listReplaced(name, one.name);
  return { failed: child.exitCode !== 0, log, standIns };
}

/** Lists what was not run as it is in the recipe. */
function listReplaced(recipe: string, replaced: string): void {
  fs.appendFileSync(join(ACT_LOGS, 'replaced.txt'), `${recipe.replace(/-\d+$/, '')}: ${replaced}\n`);
}
