/** The status of the job when the condition of a later step is evaluated. */
export type JobStatus = 'success' | 'failure' | 'cancelled';

/** Values for `${{ ... }}`, by full name: `github.token`. */
export type Context = ReadonlyMap<string, string>;

/**
 * Replaces names like `${{ github.token }}` in the default of an input. Other expressions are errors, so that no test runs
 * with a wrong default.
 */
export function evaluateDefault(template: string, context: Context): string {
  return template.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_all, expression: string) => {
    const value = context.get(expression.toLowerCase());
    if (value === undefined) throw new Error(`Unrecognized named-value: '${expression}'`);
    return value;
  });
}

const CHECKS: Readonly<Record<string, (status: JobStatus) => boolean>> = {
  'always()': () => true,
  'success()': (status) => status === 'success',
  'failure()': (status) => status === 'failure',
  'cancelled()': (status) => status === 'cancelled',
};

function checkHolds(term: string, status: JobStatus): boolean {
  if (term.startsWith('!')) return !checkHolds(term.slice(1).trim(), status);
  const check = CHECKS[term];
  if (!check) throw new Error(`Unknown condition: '${term}'`);
  return check(status);
}

/** Evaluates a `post-if`: status functions with `!`, `&&` and `||`, without brackets. */
export function conditionHolds(condition: string, status: JobStatus): boolean {
  const bare = condition.replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1');
  return bare
    .split('||')
    .some((all) => all.split('&&').every((term) => checkHolds(term.trim().toLowerCase(), status)));
}
