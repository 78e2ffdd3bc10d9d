/** The files of this repository. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The manifests of all actions. */
export const MANIFESTS = ['action.yml', 'batch/action.yml', 'collect/action.yml', 'visitors/action.yml'];
