import { idAt, textAt } from '../text/json.ts';

/** Somebody on GitHub, as payloads and API answers name them. */
export interface Account {
  readonly login: string;
  readonly id: number;
  /** `User`, `Bot` or another word of GitHub's; empty when it was not said. */
  readonly type: string;
}

/** Whether a text can be a login. */
export function isLogin(text: string): boolean {
  return /^[\w.-]{1,100}(?:\[bot\])?$/.test(text);
}

/** An account with a login that can be one: no other text gets past here under that name. */
export function accountAt(json: unknown, ...path: readonly string[]): Account | undefined {
  const login = textAt(json, ...path, 'login');
  const id = idAt(json, ...path, 'id');
  if (login === undefined || id === undefined || !isLogin(login)) return undefined;
  return { login, id, type: textAt(json, ...path, 'type') ?? '' };
}
