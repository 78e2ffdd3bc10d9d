/**
 * Reads and writes the commits, trees and files of git without a process. Tests do that ten thousand times, and a process takes
 * a hundred times as long.
 *
 * @see https://git-scm.com/book/en/v2/Git-Internals-Git-Objects
 */
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { gitShare } from '../git.ts';

export type GitCommit = ReturnType<typeof parseCommit>;
/** The ids of files by their paths. All files have the mode 100644. */
export type Tree = ReadonlyMap<string, string>;

export interface CommitParts {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author?: string | undefined;
  readonly committer?: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly message: string;
}

const commits = new Map<string, GitCommit>();
const trees = new Map<string, Tree>();
const histories = new Map<string, ReadonlySet<string>>();

const fileOf = (id: string) => path.join(gitShare.objects(), id.slice(0, 2), id.slice(2));

/** Adds an object, and returns its id. */
function write(type: string, content: string | Buffer): string {
  const body = Buffer.from(content);
  const whole = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body]);
  const id = hash('sha1', whole);
  const file = fileOf(id);
  if (existsSync(file)) return id;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, deflateSync(whole, { level: 1 }));
  return id;
}

/** The content of an object of this type. `undefined` if there is none. */
function read(type: string, id: string): Buffer | undefined {
  if (!existsSync(fileOf(id))) return undefined;
  const whole = inflateSync(readFileSync(fileOf(id)));
  const start = whole.indexOf(0);
  return whole.toString('latin1', 0, start).startsWith(`${type} `) ? whole.subarray(start + 1) : undefined;
}

function need(type: string, id: string): Buffer {
  const content = read(type, id);
  if (content === undefined) throw new Error(`There is no ${type} ${id}`);
  return content;
}

export const writeFile = (content: string): string => write('blob', content);
export const readFile = (id: string): string => need('blob', id).toString('utf8');

export function writeCommit(commit: CommitParts): string {
  const { tree, parents, author = 'Sandbox', committer = 'Sandbox', at, message } = commit;
  const when = `<sandbox@localhost> ${Math.floor(at / 1000)} +0000`;
  const above = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${author} ${when}`];
  return write('commit', [...above, `committer ${committer} ${when}`, '', message].join('\n'));
}

/** Whether it is the id of a commit. */
export const isCommit = (id: string) => /^[0-9a-f]{40}$/.test(id) && read('commit', id) !== undefined;

export function readCommit(id: string): GitCommit {
  const commit = commits.get(id) ?? parseCommit(id, need('commit', id).toString('utf8'));
  commits.set(id, commit);
  return commit;
}

function parseCommit(sha: string, text: string) {
  const end = text.indexOf('\n\n');
  const lines = text
    .slice(0, end)
    .split('\n')
    .map((line) => /^(\w+) (.*)$/.exec(line) ?? []);
  const all = (name: string) => lines.flatMap(([, field, value = '']) => (field === name ? [value] : []));
  const [tree = ''] = all('tree');
  const [author = ''] = all('author');
  const [seconds = ''] = all('committer').map((line) => line.split(' ').at(-2) ?? '');
  return {
    sha,
    tree,
    parents: all('parent'),
    author: author.split(' <')[0] ?? '',
    /** In milliseconds since 1970. */
    at: Number(seconds) * 1000,
    message: text.slice(end).trim(),
  };
}

/** The files of a tree. */
export function readTree(id: string): Tree {
  const known = trees.get(id) ?? new Map(entriesOf(id));
  trees.set(id, known);
  return known;
}

function entriesOf(tree: string, folder = ''): [string, string][] {
  const found: [string, string][] = [];
  const content = need('tree', tree);
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf(0, start);
    const [mode = '', ...words] = content.toString('utf8', start, end).split(' ');
    const id = content.toString('hex', end + 1, end + 21);
    const name = folder + words.join(' ');
    if (mode === '40000') found.push(...entriesOf(id, `${name}/`));
    else found.push([name, id]);
    start = end + 21;
  }
  return found;
}

/** The contents of a commit's files by their paths. */
export function filesOf(commit: string): Record<string, string> {
  const files = [...readTree(readCommit(commit).tree)];
  return Object.fromEntries(files.map(([name, id]) => [name, readFile(id)]));
}

/** Adds the tree of these files, and returns its id. */
export function writeTree(files: Iterable<readonly [string, string]>): string {
  const entries = [...Map.groupBy(files, ([name]) => name.split('/', 1)[0] ?? '')].map(([name, inside]) => {
    const [[first, blob]] = inside as [[string, string]];
    if (first === name) return { key: name, line: `100644 ${name}\0`, id: blob };
    const id = writeTree(inside.map(([whole, one]) => [whole.slice(name.length + 1), one] as const));
    // Git sorts a folder as if its name had a slash.
    return { key: `${name}/`, line: `40000 ${name}\0`, id };
  });
  entries.sort((one, other) => Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)));
  const parts = entries.flatMap(({ line, id }) => [Buffer.from(line), Buffer.from(id, 'hex')]);
  return write('tree', Buffer.concat(parts));
}

/** The ids of a commit and of all before it. */
function historyOf(tip: string): ReadonlySet<string> {
  const known = histories.get(tip);
  if (known !== undefined) return known;
  const found = new Set([tip]);
  for (const id of found) for (const parent of readCommit(id).parents) found.add(parent);
  histories.set(tip, found);
  return found;
}

/** Whether a commit is in the history of `tip`, and not in that of `base`. */
export function isBetween(base: string | undefined, tip: string, id: string): boolean {
  return historyOf(tip).has(id) && !(base !== undefined && historyOf(base).has(id));
}

/** The commits that `tip` contains and `base` doesn't, the newest first, and each before its parents. */
export function commitsBetween(base: string | undefined, tip: string): GitCommit[] {
  const ids = [...historyOf(tip)].filter((id) => isBetween(base, tip, id));
  /** How many children have to be before a commit. */
  const children = new Map(ids.map((id) => [id, 0]));
  const count = (id: string, more: number) => children.set(id, (children.get(id) ?? 0) + more).get(id);
  for (const parent of ids.flatMap((id) => readCommit(id).parents)) count(parent, 1);
  const ready = ids.length > 0 ? [readCommit(tip)] : [];
  const found: GitCommit[] = [];
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    found.push(next);
    const free = next.parents.filter((id) => count(id, -1) === 0 && isBetween(base, tip, id));
    ready.push(...free.map(readCommit));
    ready.sort((one, other) => one.at - other.at);
  }
  return found;
}

/** The newest commit that both contain. `undefined` if they share no history. */
export function mergeBaseOf(one: string, other: string): string | undefined {
  const shared = historyOf(other);
  return commitsBetween(undefined, one).find(({ sha }) => shared.has(sha))?.sha;
}

/** The tree of a three-way merge, whole files at a time. */
export function mergeTrees(base: string, ours: string, theirs: string): string {
  const treeOf = (sha: string) => readTree(readCommit(sha).tree);
  const [before, mine, other] = [treeOf(base), treeOf(ours), treeOf(theirs)];
  const merged = new Map(mine);
  for (const name of new Set([...before.keys(), ...other.keys()])) {
    const [was, is, given] = [before.get(name), mine.get(name), other.get(name)];
    if (given === was || given === is) continue;
    if (is !== was) throw new Error(`${name} has a conflict`);
    if (given === undefined) merged.delete(name);
    else merged.set(name, given);
  }
  return writeTree(merged);
}
