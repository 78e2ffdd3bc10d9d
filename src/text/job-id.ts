/**
 * Whether the text can be the id of a job: it becomes part of addresses, outputs and commands that people copy. "." and ".."
 * would name another operation in an address.
 */
export function isJobId(text: string): boolean {
  return /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,200}$/.test(text);
}

/** What it takes, to follow a name. */
export const JOB_ID_RULE = '1 to 200 letters, digits and signs of `._:-`, and not `.` or `..`';
