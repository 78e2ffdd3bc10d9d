/** Where the usual hosts put a pull request's number: GitHub, GitLab, Bitbucket, Gitea and Forgejo, Azure DevOps. */
const NUMBER = /\/(?:pull|merge_requests|pull-requests|pulls|pullrequest)\/(\d{1,15})\/?$/;

/** The pull request's address when it is an http(s) one, in the form that every consumer reads alike. */
export function readLink(prLink: string | undefined): string | undefined {
  const url = URL.parse(prLink ?? '');
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > 2000) return undefined;
  return url.href;
}

/** The number in a pull request's address, when the address tells it. */
export function readNumber(link: string): number | undefined {
  const digits = NUMBER.exec(new URL(link).pathname)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
