import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import type { Setting } from './file.ts';

/** The values of the status functions in a condition. */
export interface Status {
  readonly success: boolean;
  readonly failure: boolean;
  readonly cancelled: boolean;
}

export function statusOf(outcome: keyof Status): Status {
  return { success: false, failure: false, cancelled: false, [outcome]: true };
}

const NOTHING_HAPPENED = statusOf('success');
export const CANCELLED = statusOf('cancelled');

type Templates = Readonly<Record<string, unknown>>;

export function fillAll(
  templates: Templates = {},
  context: object,
  fillOne: typeof fill = fill,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, fillOne(String(template ?? ''), context)]),
  );
}

/** The same for a step that isn't run: an expression that has no value here stays as it is. */
export function fillKnown(templates: Templates = {}, context: object): Record<string, string> {
  return fillAll(templates, context, (template) => {
    try {
      return fill(template, context);
    } catch {
      return template;
    }
  });
}

/** Replaces each `${{ }}` by its value. */
export function fill(template: string, context: object): string {
  return template.replaceAll(/\$\{\{(.*?)\}\}/gs, (_all, expression) => evaluate(expression, context).text);
}

/** A value that can be an expression: `cancel-in-progress`, `continue-on-error`, a matrix. */
export function readValue(template: unknown, context: object): unknown {
  if (typeof template !== 'string' || !template.includes('${{')) return template;
  return JSON.parse(evaluate(bare(template), context).json);
}

/** Whether a condition is true. Without a status function, it needs success as well. */
export function holds(condition: Setting | undefined, context: object, status: Status): boolean {
  if (condition === undefined) return status.success;
  const expression = conditionOf(String(condition));
  const readsStatus = /\b(always|success|failure|cancelled)\s*\(/.test(expression);
  return (readsStatus || status.success) && evaluate(expression, context, status).truthy;
}

/** The expressions of a workflow or a part of it: those in `${{ }}`, and conditions. */
export function expressionsIn(part: unknown, key = ''): string[] {
  if (typeof part === 'object')
    return Object.entries(part ?? {}).flatMap(([name, one]) => expressionsIn(one, name));
  const filled = [...String(part).matchAll(/\$\{\{(.*?)\}\}/gs)].map(([, expression = '']) => expression);
  return key === 'if' && filled.length === 0 ? [String(part)] : filled;
}

/** A false condition with the values that it reads, like `a == 'b'` → false (a: "c"). */
export function whyFalse(condition: Setting | undefined, context: object, status: Status): string {
  const expression = conditionOf(String(condition ?? 'success()'));
  const shown = (name: string) => {
    try {
      const { json } = evaluate(name, context, status);
      return json.startsWith('{') ? 'an object' : json.replace(/^\[\]$/, 'none');
    } catch {
      return 'unknown';
    }
  };
  const read = expression.replaceAll(/'(?:''|[^'])*'/g, '').match(/\b[a-z]\w*(?:\.[\w*-]+)+/g) ?? [];
  const values = [...new Set(read)].map((name) => `${name}: ${shown(name)}`);
  const failed = status.success || /\b(?:always|success|failure|cancelled)\s*\(/.test(expression);
  const found = [...(failed ? [] : ['success(): false']), ...values].join(', ');
  return `\`${expression.trim().replaceAll(/\s+/g, ' ')}\` → false${found && ` (${found})`}`;
}

/** GitHub formats text around `${{ }}`, also the last line break of a block: the condition is a string, which is true. */
function conditionOf(condition: string): string {
  const isFormatted = condition.includes('${{') && !/^\$\{\{(?:(?!\}\}).)*\}\}$/s.test(condition);
  return isFormatted ? "'text'" : bare(condition);
}

function bare(expression: string): string {
  return expression.trim().replace(/^\$\{\{(.*)\}\}$/s, '$1');
}

/** Evaluates an expression with GitHub's library. */
function evaluate(expression: string, context: object, status = NOTHING_HAPPENED) {
  const functions = [
    ...Object.entries({ always: true, ...status }).map(([name, value]) => ({
      name,
      minArgs: 0,
      maxArgs: 0,
      call: (): data.ExpressionData => new data.BooleanData(value),
    })),
    // Made up, since the files may come from steps that aren't run.
    { name: 'hashFiles', minArgs: 1, maxArgs: 255, call: () => new data.StringData('0'.repeat(64)) },
  ];
  const tokens = new Lexer(expression).lex().tokens;
  const tree = new Parser(tokens, Object.keys(context), functions).parse();
  // A context has whole payloads, and most expressions read a name or two.
  const read = Object.entries(context).filter(([name]) =>
    expression.toLowerCase().includes(name.toLowerCase()),
  );
  const values = JSON.parse(JSON.stringify(Object.fromEntries(read)), data.reviver) as data.Dictionary;
  const known = new Map(functions.map((one) => [one.name, one]));
  let value: data.ExpressionData;
  try {
    value = new Evaluator(tree, values, known).evaluate();
  } catch (error) {
    const give = /\bfromJSON\b/i.test(expression)
      ? ' If the value is made up, give one with `--output`, `--var` or `--input`.'
      : '';
    throw new Error(`\`${expression.trim()}\`: ${(error as Error).message}.${give}`, { cause: error });
  }
  const json = JSON.stringify(value, data.replacer);
  return { text: value.coerceString(), json, truthy: !['false', '0', '""', 'null'].includes(json) };
}
