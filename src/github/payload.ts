import { readAddress } from '../text/address.ts';

/** Readers for GitHub's JSON. Every field may be missing or of another type; that is undefined and never a crash. */

/** Somebody on GitHub, as payloads and API answers name them. */
export interface Account {
  readonly login: string;
  readonly id: number;
  /** `User`, `Bot` or another word of GitHub's; empty when it was not said. */
  readonly type: string;
}

/** The value at a path of fields, like `at(payload, 'comment', 'user')`. */
export function at(json: unknown, ...path: readonly string[]): unknown {
  const fieldOf = (value: unknown, name: string): unknown =>
    Object.hasOwn(Object(value), name) ? Object(value)[name] : undefined;
  return path.reduce(fieldOf, json);
}

/** A string, also an empty one. */
export function textAt(json: unknown, ...path: readonly string[]): string | undefined {
  const value = at(json, ...path);
  return typeof value === 'string' ? value : undefined;
}

/** An id or number: a whole one above 0. */
export function idAt(json: unknown, ...path: readonly string[]): number | undefined {
  const value = at(json, ...path);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** An http(s) address that can be shown and followed. */
export function addressAt(json: unknown, ...path: readonly string[]): string | undefined {
  return readAddress(textAt(json, ...path) ?? '');
}

/** An account with a login that can be one: no other text gets past here under that name. */
export function accountAt(json: unknown, ...path: readonly string[]): Account | undefined {
  const login = textAt(json, ...path, 'login');
  const id = idAt(json, ...path, 'id');
  if (login === undefined || id === undefined || !/^[\w.-]{1,100}(?:\[bot\])?$/.test(login)) return undefined;
  return { login, id, type: textAt(json, ...path, 'type') ?? '' };
}
