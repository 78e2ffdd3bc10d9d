import { idAt, textAt } from '../text/json.ts';

export interface Account {
  readonly login: string;
  readonly id: number;
  /** Like `User` or `Bot`; empty if it is missing. */
  readonly type: string;
  /** The name of an app in URLs. All of Copilot's apps have the login `Copilot`. */
  readonly app?: string | undefined;
}

/** Bots and organizations are none. */
export function isPerson(account: Pick<Account, 'type'> | undefined): boolean {
  return account?.type === 'User';
}

export function isLogin(text: string): boolean {
  return /^[\w.-]{1,100}(?:\[bot\])?$/.test(text);
}

/** Undefined for a login that isn't valid, so that no other text is used as one. */
export function accountAt(json: unknown, ...path: readonly string[]): Account | undefined {
  const login = textAt(json, ...path, 'login');
  const id = idAt(json, ...path, 'id');
  if (login === undefined || id === undefined || !isLogin(login)) return undefined;
  const [, app] = /\/apps\/([\w-]+)$/.exec(textAt(json, ...path, 'html_url') ?? '') ?? [];
  return { login, id, type: textAt(json, ...path, 'type') ?? '', app };
}
