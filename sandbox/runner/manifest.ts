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

/** An `action.yml`, whose values are all strings: `default: true` and `default: 'true'` are the same. */
interface ActionFile {
  readonly name?: string;
  readonly inputs?: Readonly<Record<string, { readonly default?: string } | ''>>;
  readonly runs: { readonly main: string; readonly post?: string; readonly 'post-if'?: string };
}

/** Manifests by their text. */
const manifests = new Map<string, { readonly text: string; readonly manifest: Manifest }>();

/** Reads an `action.yml`. `npm run check` compares the repository's own with GitHub's description of it. */
export function readManifest(file: string): Manifest {
  const text = readFileSync(file, 'utf8');
  const known = manifests.get(file);
  if (known?.text === text) return known.manifest;
  const { name, inputs = {}, runs }: ActionFile = parse(text, { schema: 'failsafe' });
  const directory = path.dirname(path.resolve(file));
  const manifest = {
    name: name ?? path.basename(directory),
    directory,
    inputs: new Map(
      Object.entries(inputs).map(([input, field]) => [input, field ? field.default : undefined]),
    ),
    main: runs.main,
    post: runs.post,
    postIf: runs['post-if'] ?? 'always()',
  };
  manifests.set(file, { text, manifest });
  return manifest;
}

/** The full path of `main` or `post`. A missing file fails the step. */
export function entryFile(manifest: Manifest, entry: string): string {
  const file = path.join(manifest.directory, entry);
  if (!existsSync(file)) throw new Error(`File not found: '${file}'`);
  return file;
}
