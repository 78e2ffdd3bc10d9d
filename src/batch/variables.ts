/** Values by name, for `{{name}}` in prompts. */
export type Variables = ReadonlyMap<string, string>;

export type ReadVariables =
  | { readonly ok: true; readonly variables: Variables }
  /** Completes a sentence that begins with the input's name. */
  | { readonly ok: false; readonly problem: string };

/** Reads the input: a JSON object of texts, numbers or booleans. */
export function readVariables(text: string): ReadVariables {
  if (text.trim() === '') return { ok: true, variables: new Map() };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'is no JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, problem: 'must be a JSON object, like `{"version": "2.0"}`' };
  }
  const entries = Object.entries(value);
  const nameless = entries.find(([name]) => name === '' || /[{}]/.test(name));
  if (nameless !== undefined) return { ok: false, problem: `has the name \`${nameless[0]}\`, which is none` };
  const wrong = entries.find(([, it]) => !['string', 'number', 'boolean'].includes(typeof it));
  if (wrong !== undefined) return { ok: false, problem: `has a value for \`${wrong[0]}\` that is no text` };
  return { ok: true, variables: new Map(entries.map(([name, it]) => [name, String(it)])) };
}

/**
 * Puts the values in for `{{name}}`, once: what a value holds is text. Double braces around other names stay. Names
 * that were found are added to `used`.
 */
export function fillIn(text: string, variables: Variables, used: Set<string>): string {
  return text.replace(/\{\{([^{}]+)\}\}/g, (braces, name: string) => {
    const value = variables.get(name);
    if (value === undefined) return braces;
    used.add(name);
    return value;
  });
}
