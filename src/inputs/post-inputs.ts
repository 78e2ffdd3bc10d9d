import type { Ports } from '../ports.ts';
import type { Inputs } from '../run/inputs.ts';
import { optional, parseFields, phrase, serviceFields, threadSecret } from './fields.ts';

/** What it takes to read the notes of threads and to write comments. */
export type ThreadInputs = Pick<
  Inputs,
  'baseUrl' | 'apiKey' | 'projectId' | 'githubToken' | 'threadSecret' | 'phrase'
>;

const threadSchema = {
  ...serviceFields,
  'github-token': optional,
  'thread-secret': threadSecret,
  'trigger-phrase': phrase,
} as const;

/** Reads only what the post step needs; files that the other inputs name may be gone by then. */
export function readThreadInputs({ runner }: Pick<Ports, 'runner'>): ThreadInputs | undefined {
  const { fields } = parseFields(threadSchema, runner);
  if (fields === undefined) return undefined;
  const { 'github-token': githubToken, 'thread-secret': secret } = fields;
  return {
    ...{ baseUrl: fields['base-url'], apiKey: fields['api-key'], projectId: fields['project-id'] },
    phrase: fields['trigger-phrase'],
    ...(githubToken !== undefined && { githubToken }),
    ...(secret !== undefined && { threadSecret: secret }),
  };
}
