import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

/** The parts of an `action.yml` that a runner needs. */
export type Manifest = ReturnType<typeof parseManifest>;

/** An `action.yml`, whose values are all strings: `default: true` and `default: 'true'` are the same. */
interface ActionFile {
  readonly name?: string;
  readonly inputs?: Readonly<Record<string, { readonly default?: string } | ''>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly runs: { readonly main: string; readonly post?: string; readonly 'post-if'?: string };
}

/** Manifests by their files and texts. */
const manifests = new Map<string, Manifest>();

/** Reads an `action.yml`. `npm run check` compares the repository's own with GitHub's description of it. */
export function readManifest(file: string): Manifest {
  const text = readFileSync(file, 'utf8');
  const known = `${file}\0${text}`;
  const manifest = manifests.get(known) ?? parseManifest(text, path.dirname(path.resolve(file)));
  manifests.set(known, manifest);
  return manifest;
}

/** `directory` is the folder of `action.yml`. `main` and `post` are paths in it. */
function parseManifest(text: string, directory: string) {
  const { name, inputs = {}, outputs = {}, runs }: ActionFile = parse(text, { schema: 'failsafe' });
  const { main, post, 'post-if': postIf = 'always()' } = runs;
  const defaults = Object.entries(inputs).map(
    ([input, field]) => [input, field ? field.default : undefined] as const,
  );
  const declared = { inputs: new Map(defaults), outputs: Object.keys(outputs) };
  return { name: name ?? path.basename(directory), directory, ...declared, main, post, postIf };
}

/** The full path of `main` or `post`. A missing file fails the step. */
export function entryFile(manifest: Manifest, entry: string): string {
  const file = path.join(manifest.directory, entry);
  if (!existsSync(file)) throw new Error(`File not found: '${file}'`);
  return file;
}
