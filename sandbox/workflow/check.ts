import { registerHooks } from 'node:module';
import type { ActionMetadata, ActionReference } from '@actions/languageservice/action';
import { TextDocument } from 'vscode-languageserver-textdocument';

/** A mistake in a workflow or an action file. */
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
