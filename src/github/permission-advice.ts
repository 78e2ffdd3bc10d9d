import type { Failure } from '../model/answer-or-failure.ts';

/** What to do if GitHub refuses a comment. A 404 means that the comment was deleted. */
export function commentAdvice(failure: Failure): string {
  const permission = '`issues: write`, on a pull request `pull-requests: write`';
  return failure.status === 404
    ? ''
    : permissionAdvice(failure, `The job needs the permission ${permission}.`);
}

/** What to do about a refusal for lack of access: `lacking`, unless another cause is known. Empty for other failures. */
export function permissionAdvice({ kind, status, message }: Failure, lacking: string): string {
  // An issue takes 2,500 comments. The other messages say what to do.
  const isAccess = kind === 'refused' && (status === 403 || status === 404);
  if (!isAccess || /commenting is disabled|SAML|IP allow list|archived|forbids|suspended/i.test(message))
    return '';
  return /is locked/i.test(message) ? 'The conversation is locked: unlock it.' : lacking;
}
