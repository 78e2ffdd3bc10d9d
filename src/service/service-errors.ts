import type { Failure } from '../answer.ts';
import type { ErrorPolicy } from '../http/failure.ts';
import { readReset } from '../http/usage-limit.ts';
import type { ReasonCode } from '../reason-codes.ts';
import { cut } from '../text/line.ts';

type Operation = 'create' | 'message' | 'read' | 'visitors';

const NAMES_JOB = 'Check `project-id`, `job-id` and the path in `base-url`.';
const NAMES_PROJECT = 'Check `project-id` and the path in `base-url`.';

/** Statuses whose meaning depends on the operation (open-points.md, "400"). */
const ADVICE_BY_OPERATION: Readonly<Record<Operation, Readonly<Record<number, string>>>> = {
  create: {
    400: "Check in the service's dashboard that the project is connected with GitHub, and that `base-url` is the address of its API.",
    404: NAMES_PROJECT,
  },
  message: {
    400: "Check in the service's dashboard that the job still takes messages, and that the project is connected with GitHub.",
    404: NAMES_JOB,
  },
  read: { 400: 'Check `job-id`, and that `base-url` is the address of the API.', 404: NAMES_JOB },
  visitors: { 400: 'Check `date-from` and `date-to`.', 404: NAMES_PROJECT },
};

/** Source: open-points.md, "401 / 403" and "Whom a key belongs to". */
const ADVICE: Readonly<Record<number, string>> = {
  401: "Check whether the key has expired (keys expire after 90 days by default), that `api-key` is an admin key of the project's organization, and that `base-url` is the address of that service.",
  402: "The project's plan or balance does not cover this: check billing in the dashboard.",
  403: "Check the key's IP allowlist, its scope (reading and writing are granted apart) and that the project's plan includes this API.",
  429: 'The usage limit is reached (100 uses per hour and project for jobs, 100 requests per hour and organization for analytics).',
};

export function serviceErrors(operation: Operation): ErrorPolicy {
  return {
    addressInput: 'base-url',
    limit(response, now) {
      if (response.status !== 429) return undefined;
      return { resetAt: readReset(response.headers, now) };
    },
    code(kind, status = 0) {
      if (kind !== 'refused') return CODES[kind];
      if (status < 400) return 'redirected';
      return status >= 500 ? 'service-failed' : (REFUSALS[status] ?? 'request-rejected');
    },
    advise({ status, headers }) {
      if (status < 400) return adviseRedirect(headers['location']);
      const unknown =
        status >= 500
          ? 'The service has a problem of its own. Try again later.'
          : 'The service refuses the request.';
      return ADVICE_BY_OPERATION[operation][status] ?? ADVICE[status] ?? unknown;
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

function adviseRedirect(location = ''): string {
  const target = URL.parse(location);
  const isShown = target !== null && /^https?:$/.test(target.protocol);
  const where = isShown ? ` to ${cut(target.origin + target.pathname, 200)}` : '';
  return `The service redirects${where}. Redirects are not followed, so that the key goes to one host only. Put the final address into \`base-url\`.`;
}
