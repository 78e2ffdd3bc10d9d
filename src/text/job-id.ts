/** An id becomes part of URLs, outputs and commands that people copy. "." and ".." would change the path of a URL. */
export function isJobId(text: string): boolean {
  return /^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,200}$/.test(text);
}

export const JOB_ID_RULE = '1 to 200 letters, digits and signs of `._:-`, and not `.` or `..`';
