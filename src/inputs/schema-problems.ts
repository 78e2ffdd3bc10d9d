import type * as z from 'zod/mini';

/** What is wrong with the fields of something, as sentences without an end that begin with what it is called. */
export function tellProblems(subject: string, { issues }: z.core.$ZodError): string[] {
  return issues.map(({ path, message }) =>
    path.length === 0 ? `${subject} ${message}` : `${subject}: \`${path.join('.')}\` ${message}`,
  );
}

type ObjectIssue = z.core.$ZodIssueInvalidType<unknown> | z.core.$ZodIssueUnrecognizedKeys;

/** The words for keys that nobody knows; `otherwise` is for what has no keys at all. */
export function unknownKeys(kind: string, otherwise: string): { error: z.core.$ZodErrorMap<ObjectIssue> } {
  return {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `has the unknown ${kind} ${issue.keys.map((key) => `\`${key}\``).join(', ')}`
        : otherwise,
  };
}
