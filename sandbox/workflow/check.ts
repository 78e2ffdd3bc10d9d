import { registerHooks } from 'node:module';
import type { ActionMetadata, ActionReference } from '@actions/languageservice/action';
import type { FileReference } from '@actions/workflow-parser/workflows/file-reference';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { isPair, LineCounter, parseDocument, visit } from 'yaml';
import { expressionsIn } from './expressions.ts';

export interface Mistake {
  /** Line and column start at 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** Whether GitHub refuses the file. Otherwise, an input or an expression has no effect. */
  readonly refused: boolean;
}

/** Returns the metadata of an action. Without `inputs`, the action takes any input. */
export type ReadAction = (action: ActionReference) => Promise<ActionMetadata>;

// The language service imports JSON like a bundler, without a type.
registerHooks({
  load: (url, context, next) =>
    url.endsWith('.json')
      ? next(url, { ...context, format: 'json', importAttributes: { type: 'json' } })
      : next(url, context),
});
const { registerLogger, validate } = await import('@actions/languageservice');
const { clearCache } = await import('@actions/languageservice/utils/workflow-cache');

/** Fails if it could not check something. */
function refuse(message: string): never {
  throw new Error(message);
}
registerLogger({ error: refuse, warn: refuse, info: () => {}, log: () => {} });

/**
 * Text by people who need no access to the repository.
 *
 * @see https://docs.github.com/en/actions/concepts/security/script-injections
 */
const UNTRUSTED =
  /\bgithub\.(?:head_ref|event\.(?:issue|pull_request|comment|review|discussion|pages|commits|head_commit|workflow_run)(?:\.[\w*-]+|\[\d+\])*\.(?:body|title|message|head_branch|page_name|head\.(?:ref|label|repo\.default_branch)|(?:author|committer)\.(?:email|name)))\b|\.outputs\.topPages\b/;
/** What these return is true or false. */
const COMPARED = /\b(?:contains|startsWith|endsWith)\([^()]*\)/g;

/** @see https://docs.github.com/en/actions/reference/runners/github-hosted-runners */
const RUNNERS =
  /^(?:ubuntu-(?:latest|slim|(?:22|24|26)\.04(?:-arm)?)|windows-(?:latest|20(?:22|25)(?:-vs\d+)?|11-arm)|macos-(?:latest|1[4-6]|26)(?:-(?:large|xlarge|intel))?)$/;

/** Larger runners have names that their owner chooses, mostly with more parts. */
const isNoRunner = (label: string) => /^(?:ubuntu|windows|macos)-[\w.]+$/.test(label) && !RUNNERS.test(label);

function isNoZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) === undefined;
  } catch {
    return true;
  }
}

type Rule = (value: string) => string | undefined;

/** What GitHub's checker doesn't look for, by the key in the file. */
const RULES: Readonly<Record<string, Rule>> = {
  on: (event) =>
    event === 'pull_request_comment'
      ? 'GitHub has no event `pull_request_comment`. A comment on a pull request is `issue_comment`.'
      : undefined,
  run: untrusted,
  script: untrusted,
  'runs-on': (label) =>
    isNoRunner(label) ? `GitHub hosts no runner \`${label}\`, so the job waits for a day.` : undefined,
  timezone: (zone) => (isNoZone(zone) ? `There is no time zone \`${zone}\`.` : undefined),
};

function untrusted(script: string): string | undefined {
  const name = UNTRUSTED.exec(expressionsIn(script).join().replaceAll(COMPARED, ''))?.[0];
  return (
    name &&
    `\`${name}\` is text by others, which a script would run as code. Set a variable with \`env:\`, and read that.`
  );
}

/** Mistakes that GitHub's checker doesn't look for. */
function ownMistakes(text: string): Mistake[] {
  const lines = new LineCounter();
  const found: Mistake[] = [];
  visit(parseDocument(text, { lineCounter: lines }), {
    Scalar(key, { value, range }, path) {
      const within = path.slice(0, key === 'key' ? -1 : undefined);
      const rule = within.flatMap((node) => (isPair(node) ? (RULES[String(node.key)] ?? []) : [])).at(-1);
      const message = typeof value === 'string' ? rule?.(value) : undefined;
      const { line, col: column } = lines.linePos(range?.[0] ?? 0);
      if (message !== undefined) found.push({ line, column, message, refused: false });
    },
  });
  return found;
}

/**
 * Checks a file with GitHub's own checker, and with rules for what that doesn't look for. `url` says what the file is.
 * `readCalled` reads a workflow of the same repository that a job calls.
 */
export async function checkFile(
  url: string,
  text: string,
  readAction: ReadAction,
  readCalled?: (name: string) => Promise<string>,
): Promise<Mistake[]> {
  const document = TextDocument.create(url, 'yaml', 1, text);
  const getFileContent = async (place: FileReference) => {
    // Those of other repositories are unknown here.
    if (readCalled === undefined || 'repository' in place) return refuse('unknown');
    return { name: place.path, content: await readCalled(place.path) };
  };
  // It is by URL.
  clearCache();
  const found = await validate(document, {
    actionsMetadataProvider: { fetchActionMetadata: readAction },
    fileProvider: { getFileContent },
  });
  const service = found.map(({ range: { start }, message, severity }) => ({
    line: start.line + 1,
    column: start.character + 1,
    // Errors of YAML repeat the place, and show the line.
    message: String(message).replace(/ at line \d+, column \d+:\n.*$/s, ''),
    refused: severity === undefined,
  }));
  // What is in the repository is unknown here.
  const known = service.filter(
    ({ message }) => !/^Unable to (?:find reusable workflow|resolve action)/.test(message),
  );
  return [...known, ...ownMistakes(text)];
}
