import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** The parts of an `action.yml` that a runner needs. */
export interface Manifest {
  readonly name: string;
  /** The folder of `action.yml`. `main` and `post` are paths in it. */
  readonly directory: string;
  /** Declared inputs in their order, with their defaults. */
  readonly inputs: ReadonlyMap<string, string | undefined>;
  readonly main: string;
  readonly post: string | undefined;
  /** The condition of the post step. */
  readonly postIf: string;
}

type Section = Record<string, unknown>;

const RUNTIMES = ['node20', 'node24'];

function section(value: unknown, name: string): Section {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Section;
  throw new Error(`A mapping was expected for ${name}`);
}

function text(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`A text was expected for ${name}`);
}

function optionalText(value: unknown, name: string): string | undefined {
  return value === undefined ? undefined : text(value, name);
}

/** Manifests by their text. */
const manifests = new Map<string, { readonly text: string; readonly manifest: Manifest }>();

/**
 * Reads an `action.yml`, and refuses what GitHub's runner refuses: no `runs`, another runtime, no entry file. All values are
 * strings: `default: true` and `default: 'true'` are the same.
 */
export function readManifest(file: string): Manifest {
  const text = readFileSync(file, 'utf8');
  const known = manifests.get(file);
  if (known?.text === text) return known.manifest;
  const manifest = parseManifest(file, text);
  manifests.set(file, { text, manifest });
  return manifest;
}

function parseManifest(file: string, content: string): Manifest {
  const root = section(parse(content, { schema: 'failsafe' }), 'the action');
  if (root['runs'] === undefined) throw new Error(`Top level 'runs:' section is required for ${file}`);
  const runs = section(root['runs'], 'runs');
  const using = optionalText(runs['using'], 'using')?.toLowerCase();
  if (!using) throw new Error(`Missing 'using' value. 'using' requires ${RUNTIMES.join(' or ')}.`);
  if (!RUNTIMES.includes(using)) {
    throw new Error(`'using: ${using}' is not supported, use ${RUNTIMES.join(' or ')} instead.`);
  }
  if (!runs['main']) throw new Error(`There is not an entry JavaScript file provided in ${file}.`);
  const inputs = Object.entries(section(root['inputs'] ?? {}, 'inputs')).map(
    ([name, input]) =>
      [name, optionalText(section(input ?? {}, name)['default'], `default of ${name}`)] as const,
  );
  return {
    name: optionalText(root['name'], 'name') ?? path.basename(path.dirname(file)),
    directory: path.dirname(path.resolve(file)),
    inputs: new Map(inputs),
    main: text(runs['main'], 'main'),
    post: optionalText(runs['post'], 'post'),
    postIf: optionalText(runs['post-if'], 'post-if') ?? 'always()',
  };
}

/** The full path of `main` or `post`. A missing file fails the step. */
export function entryFile(manifest: Manifest, entry: string): string {
  const file = path.join(manifest.directory, entry);
  if (!existsSync(file)) throw new Error(`File not found: '${file}'`);
  return file;
}
