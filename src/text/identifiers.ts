/** How people write an account: GitHub itself has `app/x` in searches, `x[bot]` in events, and `@x` in texts. */
const NAME = /^@?(app\/)?@?([a-z\d][\w-]*)(\[bot\])?(?::([1-9]\d{0,14}))?$/i;

/** In rules of `ignore-pulls`. Not all logins of bots end like that: Copilot's is one. */
export const ALL_BOTS = '*[bot]';

export function isAccountName(name: string): boolean {
  return NAME.test(name);
}

/** Whether a name that people write is that of the account. GitHub's type decides, because a person may have an app's name. */
export function isNamed(
  { login, id, type, app }: Readonly<{ login: string; id: number; type: string; app?: string | undefined }>,
  name: string,
): boolean {
  const isBot = type === 'Bot';
  const [, prefix, named, suffix, ofId] = NAME.exec(name.toLowerCase()) ?? [];
  const own = [login.toLowerCase().replace(/\[bot\]$/, ''), isBot && app];
  if (!own.includes(named ?? '') || ((prefix ?? suffix) !== undefined && !isBot)) return false;
  return ofId === undefined || ofId === `${id}`;
}

export const JOB_ID_RULE = '1 to 200 letters, digits and signs of `._:-`, and not `.` or `..`';

/** An ID becomes part of URLs, outputs and commands that people copy. `.` and `..` would change the path of a URL. */
export function isJobId(text: string): boolean {
  return /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,200}$/.test(text);
}

export interface GitHubRepository {
  readonly owner: string;
  readonly repo: string;
}

/** Reads `owner/name`. A part `.` or `..` would change the path of a URL. */
export function readRepositoryName(text: string): GitHubRepository | undefined {
  const [owner = '', repo = '', ...more] = text.split('/');
  const fits = more.length === 0 && [owner, repo].every((part) => /^(?!\.{1,2}$)[\w.-]{1,100}$/.test(part));
  return fits ? { owner, repo } : undefined;
}
