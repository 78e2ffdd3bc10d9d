import { readUrl } from './url.ts';

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Readers of foreign JSON: a field that is missing or of another type is undefined and never a crash.

export function at(json: unknown, ...path: readonly string[]): unknown {
  const fieldOf = (value: unknown, name: string): unknown =>
    Object.hasOwn(Object(value), name) ? Object(value)[name] : undefined;
  return path.reduce(fieldOf, json);
}

export function textAt(json: unknown, ...path: readonly string[]): string | undefined {
  const value = at(json, ...path);
  return typeof value === 'string' ? value : undefined;
}

/** A positive integer. */
export function idAt(json: unknown, ...path: readonly string[]): number | undefined {
  const value = at(json, ...path);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

export function urlAt(json: unknown, ...path: readonly string[]): string | undefined {
  return readUrl(textAt(json, ...path) ?? '');
}
