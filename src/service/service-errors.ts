import type { ErrorPolicy } from '../http/explain-failure.ts';
import { readReset } from '../http/usage-limit.ts';
import type { Failure } from '../model/answer-or-failure.ts';
import type { ReasonCode } from '../model/reason-codes.ts';
import { cut } from '../text/line.ts';

type Operation = 'create' | 'message' | 'read' | 'visitors';

const EXPLANATIONS: Readonly<Record<number, string>> = {
  401: 'The service rejected the API key',
  402: "The project's plan or balance does not cover the request",
  403: 'The API key is valid, but not authorized',
  404: 'The service did not find the project or the job',
  429: 'The usage limit of the service is reached',
};

/** By status, or by status and operation. A key works for all projects of its organization. */
const ADVICE: Readonly<Record<string, string>> = {
  '400 create':
    "Check in the service's dashboard that the project is connected with GitHub, and that `base-url` is the URL of its API.",
  '400 message':
    "Check in the service's dashboard that the job still takes messages, and that the project is connected with GitHub.",
  '400 read': 'Check `job-id`, and that `base-url` is the URL of the API.',
  '400 visitors': 'Check `date-from` and `date-to`.',
  401: "Check that `api-key` has not expired (keys expire after 90 days by default), that it is an admin key of the project's organization, and that `base-url` is the URL of that service.",
  402: "Check the billing page in the service's dashboard.",
  403: "Check the key's IP allowlist, its scope (read and write are separate), and that the project's plan includes this API.",
  '404 message': 'Check `project-id`, `job-id` and the path in `base-url`.',
  '404 read': 'Check `project-id`, `job-id` and the path in `base-url`.',
  404: 'Check `project-id` and the path in `base-url`.',
  429: 'The limit is 100 uses per project per hour for jobs, and 100 requests per organization per hour for visitors.',
};

export function serviceErrors(operation: Operation): ErrorPolicy {
  return {
    host: 'the service',
    urlInput: 'base-url',
    limit: ({ status, headers }, now) => (status === 429 ? { resetAt: readReset(headers, now) } : undefined),
    code(kind, status = 0) {
      if (kind !== 'refused') return CODES[kind];
      if (status < 400) return 'redirected';
      return status >= 500 ? 'service-failed' : (REFUSALS[status] ?? 'request-rejected');
    },
    explain({ status, headers }) {
      if (status < 400) return explainRedirect(headers['location']);
      if (status >= 500) return ['The service failed', ''];
      const advice = ADVICE[`${status} ${operation}`] ?? ADVICE[status] ?? '';
      return [EXPLANATIONS[status] ?? 'The service rejected the request', advice];
    },
  };
}

const CODES = {
  stopped: 'interrupted',
  unreachable: 'service-unreachable',
  lost: 'answer-lost',
  unreadable: 'answer-unreadable',
  limited: 'usage-limit',
} as const satisfies Partial<Record<Failure['kind'], ReasonCode>>;

const REFUSALS: Readonly<Record<number, ReasonCode>> = {
  401: 'key-rejected',
  402: 'plan-exhausted',
  403: 'key-not-allowed',
  404: 'not-found',
  408: 'service-failed',
};

function explainRedirect(location = ''): readonly [string, string] {
  const target = URL.parse(location);
  const isShown = target !== null && /^https?:$/.test(target.protocol);
  const where = isShown ? ` to ${cut(target.origin + target.pathname, 200)}` : '';
  return [
    `The service redirects${where}`,
    'Redirects are not followed, since the key goes to one host only. Put the final URL into `base-url`.',
  ];
}
