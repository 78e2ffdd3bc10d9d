import type { Files } from '../runner/workspace-files.ts';

/** The text of the file that an input names, nothing when it names none. The problem is a sentence. */
export async function readTextFile(
  files: Pick<Files, 'readInput'>,
  name: string,
  given: string,
): Promise<{ readonly text?: string | undefined; readonly problem?: string | undefined }> {
  const path = given.trim();
  if (path === '') return {};
  const file = await files.readInput(path);
  if (!file.ok) return { problem: `\`${name}\`: ${path} ${file.problem}.` };
  return file.text.trim() === '' ? { problem: `\`${name}\`: ${path} is empty.` } : { text: file.text };
}
