import type { Http } from './http-client.ts';

/**
 * The same, without the secrets that an answer brings back: taken out before any of it is cut, escaped or put elsewhere,
 * where nobody would know them again.
 */
export function withoutSecrets(http: Http, hide: (text: string) => string): Http {
  return async (request, signal) => {
    const attempt = await http(request, signal);
    if (!attempt.ok) return attempt;
    const { status, statusText, headers, body } = attempt.response;
    const shown = Object.entries(headers).map(([name, value]) => [name, hide(value)]);
    const safe = { statusText: hide(statusText), headers: Object.fromEntries(shown), body: hide(body) };
    return { ok: true, response: { status, ...safe } };
  };
}
