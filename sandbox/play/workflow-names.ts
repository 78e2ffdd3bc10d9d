import { readList } from '../../src/inputs/list.ts';
import { matchGlobs } from '../../src/text/glob.ts';
import { type Layout, USUAL_LAYOUT } from '../documentation.ts';
import type { Files } from '../github/git-repository.ts';
import { stepsOf, type Trigger, type Workflow } from '../workflow/file.ts';

/** What a workflow names, so that the sandbox has it: repositories, people, files, and branches. */

const OWN = 'acme/docs';

export interface Repositories {
  /** The workflow's repository. */
  readonly own: string;
  /** The repository with the documentation. The same, unless the workflow names a second one. */
  readonly documentation: string;
  /** All that the workflow names. */
  readonly named: readonly string[];
}

/** `chosen` is the workflow's repository. The default is that of its conditions, or one that the workflow doesn't name. */
export function repositoriesIn(workflow: Workflow, chosen?: string): Repositories {
  const [, compared] = /github\.repository\s*==\s*'([\w.-]+\/[\w.-]+)'/.exec(JSON.stringify(workflow)) ?? [];
  const given = chosen ?? compared;
  const searched = valuesOf(workflow, 'pr-repository').filter((name) => /^[\w.-]+\/[\w.-]+$/.test(name));
  const ofTokens = stepsOf(workflow).flatMap(({ uses = '', with: inputs = {} }) => {
    if (!uses.startsWith('actions/create-github-app-token@')) return [];
    const owner = String(inputs['owner'] ?? '').replace(/^.*\$\{\{.*$/, '') || 'acme';
    const names = listOf(inputs['repositories']).map((name) => `${owner}/${name}`);
    // Otherwise, one of the two is misspelt.
    return searched.length === 0 || names.some((name) => searched.includes(name)) ? names : [];
  });
  const named = [...new Set([...searched, ...ofTokens])].filter((name) => name !== given);
  const [documentation] = [...searched, ...ofTokens.filter((name) => /doc/i.test(name)), ...named];
  if (documentation === undefined || documentation === given)
    return { own: given ?? OWN, documentation: given ?? OWN, named };
  const [owner] = documentation.split('/');
  const own = given ?? [`${owner}/product`, `${owner}/app`].find((name) => !named.includes(name)) ?? OWN;
  return { own, documentation, named };
}

export interface People {
  /** Who can review. */
  readonly reviewers: readonly string[];
  /** `login` or `login:id`. */
  readonly requesters: readonly string[];
  /** `org/team`, which can review. */
  readonly teams: readonly string[];
  /** The bots of `allow-bots`, and who conditions name. */
  readonly others: readonly string[];
}

export function peopleIn(workflow: Workflow): People {
  const named = (input: string) =>
    valuesOf(workflow, input)
      .flatMap(listOf)
      .map((name) => name.replace('@', ''));
  const reviewers = named('pr-reviewers');
  const conditions = JSON.stringify(workflow).matchAll(/(?:login|actor)\s*[!=]=\s*'([^']+)'/g);
  return {
    reviewers: reviewers.filter((name) => !/\/|^(?:asker|author)$/.test(name)),
    requesters: named('allow-users'),
    teams: reviewers.filter((name) => name.includes('/')),
    others: [
      ...named('allow-bots').map((name) => `${name.replace(/^(?:app\/)?|\[bot\]|:.*/g, '')}[bot]`),
      ...[...conditions].map(([, login = '']) => login),
    ],
  };
}

/** The pages that `pr-paths` allows. */
export function layoutIn(workflow: Workflow): Layout {
  const globs = valuesOf(workflow, 'pr-paths').flatMap(globsOf);
  if (globs.length === 0) return USUAL_LAYOUT;
  const folders = ['', 'docs/', ...globs.map((glob) => /^(?:[\w.-]+\/)*/.exec(glob)?.[0] ?? '')];
  const extensions = ['md', 'mdx', ...globs.map((glob) => /\.(\w+)$/.exec(glob)?.[1] ?? 'md')];
  const layouts = extensions.flatMap((extension) => folders.map((folder) => ({ folder, extension })));
  const allows = matchGlobs(globs);
  const fits = ({ folder, extension }: Layout) =>
    allows(`${folder}index.${extension}`) && allows(`${folder}guides/quickstart.${extension}`);
  return layouts.find(fits) ?? USUAL_LAYOUT;
}

/** The files that code changes: those in `paths`. Filters of the events leave out the others. */
export function changesIn(workflow: Workflow): string[] {
  const filters = Object.values(workflow.on).flatMap((trigger: Trigger | null) =>
    [trigger?.paths ?? []].flat().filter((glob) => !glob.startsWith('!')),
  );
  const example = (glob: string) => exampleOf(glob, 'webhooks');
  const inputs = valuesOf(workflow, 'paths').flatMap(globsOf).map(example);
  const passes = matchGlobs(filters.length === 0 ? ['**'] : filters);
  const files = new Set([...filters.map(example), ...inputs.filter((file) => passes(file))]);
  return files.size === 0 ? ['src/webhooks.ts'] : [...files];
}

/** The files that steps read from a checkout, with contents. `inputs` are those of the form. */
export function filesIn(workflow: Workflow, inputs: readonly string[]): Files {
  const read = ['prompts', 'prompt-file', 'rules-file', 'context-file'].flatMap((name) =>
    valuesOf(workflow, name, true),
  );
  const paths = [...read, ...inputs].flatMap(
    (text) => text.match(/[\w.*?{}-]+(?:\/[\w.*?{},-]+)+|[\w-]+\.(?:mdx?|txt|json|ya?ml|diff)\b/g) ?? [],
  );
  const files = ['quickstart', 'webhooks'].flatMap((name) =>
    paths.map((glob) => [exampleOf(glob, name), `Bring the page "${name}" up to date.\n`]),
  );
  return Object.fromEntries(files);
}

/** The branches that checkouts name. */
export function branchesIn(workflow: Workflow): string[] {
  const checkouts = stepsOf(workflow).filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
  return checkouts.flatMap(({ with: { ref } = {} }) =>
    /^[\w./-]+$/.test(String(ref ?? '')) ? [String(ref)] : [],
  );
}

/** The tags in ranges. Branches are `main`. */
export function tagsIn(workflow: Workflow): string[] {
  const names = valuesOf(workflow, 'range').flatMap(
    (range) => /^(.+?)\.\.\.?(.*)$/.exec(range)?.slice(1) ?? [],
  );
  return [...new Set(names)].filter((name) => !/^(?:main|HEAD|[0-9a-f]{40}|)$/.test(name));
}

/** The number of the issue that reports are written to. */
export function issueIn(workflow: Workflow): number | undefined {
  const [value] = valuesOf(workflow, 'issue-number', true).filter((text) => /^\d+$|vars\./.test(text));
  return value === undefined ? undefined : Number(value) || 1;
}

/** A file that a glob matches. For a folder, a file in it, which the glob doesn't match. */
function exampleOf(glob: string, name: string): string {
  const parts = glob.replaceAll(/\{([^,}]*)[^}]*\}/g, '$1').split('/');
  const last = parts.pop() ?? '';
  const folders = parts
    .filter((part) => !/^(?:\*\*|\.{0,2})$/.test(part))
    .map((part) => part.replaceAll(/[*?]+/g, 'core'));
  const extension = /^\.?(?:doc|guide|content|prompt)/.test(folders[0] ?? '') ? 'md' : 'ts';
  const isFolder = /^[a-z][\w-]*$/.test(last);
  const file = /^(?:\*+|\.{0,2})$/.test(last)
    ? `${name}.${extension}`
    : last.replaceAll(/\*+/g, name).replaceAll('?', 'a');
  return [...folders, ...(isFolder ? [last, `${name}.${extension}`] : [file])].join('/');
}

/** The host of the service that the file names, with its scheme. */
export function hostIn(workflow: Workflow): string | undefined {
  const urls = valuesOf(workflow, 'base-url').map((value) => URL.parse(value));
  return urls.find((url) => url?.protocol === 'https:')?.origin;
}

/** The values of an input in all steps. Without `expressions`, only plain text. */
function valuesOf(workflow: Workflow, input: string, expressions = false): string[] {
  const values = stepsOf(workflow).flatMap(({ with: inputs = {} }) => [inputs[input] ?? ''].map(String));
  return expressions ? values : values.map((value) => value.replaceAll(/\S*\$\{\{.*?\}\}\S*/gs, ''));
}

function listOf(text: unknown): string[] {
  const names = readList(String(text ?? '')).flatMap((item) => item.split(/\s+/));
  return names.filter((name) => !name.includes('${{'));
}

function globsOf(text: string): string[] {
  return readList(text).filter((glob) => !glob.startsWith('!'));
}
