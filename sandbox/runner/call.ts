import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { EOL } from 'node:os';
import { pathToFileURL } from 'node:url';
import type { Host } from '../../src/runner/host.ts';
import type { Core, Machine } from '../../src/runner/machine.ts';
import type { launch } from '../../src/skip-or-start.ts';
import { REQUEST_HEADER } from '../http/exchange.ts';
import { clockOf, type TimedStep } from '../time.ts';
import { controls, type Script, type ScriptEnd, type ScriptOptions } from './script.ts';

/** What a file of `dist/entry/` calls. */
interface Entry {
  readonly bundle: string;
  readonly action: Parameters<typeof launch>[0];
  readonly phase: Parameters<typeof launch>[1];
  readonly defaults: Parameters<typeof launch>[2];
}

/** The test runner gives each test file its own modules, and shares the bundle. */
const { importShared = (url: string) => import(url) } = globalThis as {
  readonly importShared?: (url: string) => Promise<{ readonly launch: typeof launch }>;
};

/** Reads a file that only launches an action. Other files need a process. */
export function readEntry(file: string): Entry | undefined {
  const call = /^import \{ launch \} from '(.*)';\nawait launch\('([\w-]+)', '(\w+)', (.*)\);\n$/;
  const [, bundle = '', action, phase, defaults = ''] = call.exec(readFileSync(file, 'utf8')) ?? [];
  if (action === undefined) return undefined;
  return {
    bundle: new URL(bundle, pathToFileURL(file)).href,
    action,
    phase,
    defaults: JSON.parse(defaults),
  } as Entry;
}

/** Calls an action in this process and in virtual time. A script that is over never continues: its sleeps and requests don't end. */
export function callAction({ bundle, action, phase, defaults }: Entry, options: ScriptOptions): Script {
  const { time, killAtOnce } = options;
  const { promise: ended, resolve } = Promise.withResolvers<ScriptEnd>();
  const step = time.enter();
  const listeners: ((signal: NodeJS.Signals) => void)[] = [];
  const place = { ...options, env: { ...options.env }, isOver: false, exitCode: 0 };

  function end(end: ScriptEnd): void {
    if (place.isOver) return;
    place.isOver = true;
    // Time is held until the end is handled.
    setImmediate(time.hold());
    step.end();
    resolve(end);
  }
  const signal = (name: NodeJS.Signals) => {
    if (listeners.length === 0 || name === 'SIGKILL') end({ exitCode: null, signal: name });
    else for (const listener of listeners) listener(name);
  };
  const core = coreOf(place);
  const host: Host = {
    env: place.env,
    print: printer(place),
    machine: {
      core,
      folder: options.cwd,
      clock: clockOf({ now: time.now, sleep: step.sleep }),
      random: options.random ?? Math.random,
      listen: (interrupt) => listeners.push(interrupt),
      intercept: interceptOf(place, step),
      close: () => {},
    },
  };
  async function run(): Promise<void> {
    try {
      const { launch } = await importShared(bundle);
      await launch(action, phase, defaults, host);
    } catch (error) {
      host.print(`${(error as Error).stack}\n`);
      place.exitCode = 1;
    }
    end({ exitCode: place.exitCode, signal: null });
  }

  if (killAtOnce) signal('SIGKILL');
  else void run();
  return controls({ ended, signal, isOver: () => place.isOver, time });
}

interface Place extends Pick<ScriptOptions, 'env' | 'onLine'> {
  isOver: boolean;
  exitCode: number;
}

function printer(place: Place): (text: string) => void {
  return (text) => {
    if (!place.isOver) for (const line of text.replace(/\r?\n$/, '').split(/\r\n|\n|\r/)) place.onLine(line);
  };
}

/** What `@actions/core` does, for the environment of a step. */
function coreOf(place: Place): Core {
  const print = printer(place);
  const escaped = (text: string) =>
    text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const command = (name: string) => (text: string | Error) =>
    print(`::${name}::${escaped(String(text))}${EOL}`);
  const append = (file: string, text: string) => {
    if (!place.isOver) appendFileSync(place.env[file] ?? '', text + EOL);
  };
  const pair = (file: string) => (name: string, value: string) => {
    const delimiter = `ghadelimiter_${randomUUID()}`;
    append(file, `${name}<<${delimiter}${EOL}${value}${EOL}${delimiter}`);
  };
  return {
    getInput: (name) => place.env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '',
    setOutput: pair('GITHUB_OUTPUT'),
    saveState: pair('GITHUB_STATE'),
    setSecret: command('add-mask'),
    info: (text) => print(text + EOL),
    debug: command('debug'),
    notice: command('notice'),
    warning: command('warning'),
    startGroup: command('group'),
    endGroup: () => command('endgroup')(''),
    setFailed(text) {
      place.exitCode = 1;
      command('error')(text);
    },
    summary: {
      addRaw: (text) => ({ write: async () => append('GITHUB_STEP_SUMMARY', text) }),
      emptyBuffer() {},
    },
  };
}

/** Names each request to the server, so that time moves while the server holds it. */
export function interceptOf(
  place: Pick<Place, 'isOver'>,
  step: TimedStep,
): NonNullable<Machine['intercept']> {
  return (dispatch) => (options, handler) => {
    if (place.isOver) return true;
    const request = step.request();
    const headers = { ...options.headers, [REQUEST_HEADER]: request.name };
    return dispatch(
      { ...options, headers },
      {
        onRequestStart: (controller, context) => {
          request.abort = () => controller.abort(new Error('over'));
          handler.onRequestStart?.(controller, context);
        },
        onResponseStart: (...answer) => place.isOver || handler.onResponseStart?.(...answer),
        onResponseData: (...answer) => place.isOver || handler.onResponseData?.(...answer),
        onResponseEnd: (...answer) => {
          if (!place.isOver) handler.onResponseEnd?.(...answer);
          request.end();
        },
        onResponseError: (...answer) => {
          if (!place.isOver) handler.onResponseError?.(...answer);
          request.end();
        },
      },
    );
  };
}
