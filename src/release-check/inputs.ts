import { changeFields } from '../inputs/change-fields.ts';
import * as fields from '../inputs/fields.ts';
import { type FieldsOf, parseInputs } from '../inputs/read-inputs.ts';
import { type RequestResult, unsent } from '../model/request-result.ts';
import type { Runner } from '../runner/runner.ts';

/** Defaults are in release-check/action.yml only. */
export const releaseCheckInputSchema = {
  range: changeFields.range,
  paths: changeFields.paths,
  ignorePulls: changeFields.ignorePulls,
  commitStatus: fields.statusWord,
  githubToken: fields.githubToken,
  prToken: changeFields.prToken,
  failIfUndocumented: fields.boolean,
} as const;

export type ReleaseCheckInputs = FieldsOf<typeof releaseCheckInputSchema>;

export async function readReleaseCheckInputs(
  runner: Runner,
  isRelease: boolean,
): Promise<ReleaseCheckInputs | RequestResult> {
  const { data, problems } = await parseInputs(releaseCheckInputSchema, runner);
  if (data?.range === undefined && !isRelease && problems.length === 0) problems.push(NO_RANGE);
  if (data !== undefined && problems.length === 0) return data;
  return unsent('input-invalid', problems.join(' '));
}

const NO_RANGE =
  '`range` is empty. Only a release event has a default, the changes since the previous release.';
