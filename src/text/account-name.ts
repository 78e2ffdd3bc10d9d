/** How people write an account: GitHub itself has `app/x` in searches, `x[bot]` in events, and `@x` in texts. */
const NAME = /^@?(app\/)?@?([a-z\d][\w-]*)(\[bot\])?(?::([1-9]\d{0,14}))?$/i;

export function isAccountName(name: string): boolean {
  return NAME.test(name);
}

/** Whether a name that people write is that of the account. GitHub's type decides, because a person may have an app's name. */
export function isNamed(
  { login, id, type }: { readonly login: string; readonly id: number; readonly type: string },
  name: string,
): boolean {
  const [, app, named, bot, ofId] = NAME.exec(name) ?? [];
  const isApp = (app ?? bot) !== undefined;
  const own = login.replace(/\[bot\]$/, '').toLowerCase();
  if (named?.toLowerCase() !== own || (isApp && type !== 'Bot')) return false;
  return ofId === undefined || ofId === `${id}`;
}
