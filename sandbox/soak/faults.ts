import {
  answer,
  bomb,
  compressed,
  dateSkew,
  HINTS,
  html,
  huge,
  notJson,
  redirect,
  rewriteJson,
  tooMany,
} from '../faults/answers.ts';
import {
  cutBody,
  delay,
  garbage,
  halfOpen,
  resetAfter,
  resetBefore,
  resetInstead,
  slowBody,
  slowHead,
  wrongLength,
} from '../faults/connections.ts';
import type { Fault } from '../faults/script.ts';
import type { Chance } from './chance.ts';

const MIB = 1024 * 1024;

type Make = (chance: Chance) => Fault;

/** Faults of the connection. */
const CONNECTION: readonly [Make, ...Make[]] = [
  resetBefore,
  resetInstead,
  resetAfter,
  (chance) => halfOpen({ handled: chance.happens(0.5) }),
  (chance) => delay(chance.whole(1, 45) * 1000),
  (chance) => slowHead({ every: chance.whole(1, 10) * 1000 }),
  (chance) => slowBody({ every: chance.whole(1, 10) * 1000 }),
  (chance) => cutBody({ after: chance.whole(0, 100) }),
  (chance) => wrongLength(chance.pick([-5, 10])),
  () => garbage(),
];

/** Answers with another status. */
const STATUS: readonly [Make, ...Make[]] = [
  (chance) => answer({ status: chance.pick([500, 502, 503, 504]), body: { error: 'Boom' } }),
  (chance) => html(chance.pick([500, 502, 503])),
  () => answer({ status: 408 }),
  (chance) => tooMany({ hint: chance.pick(HINTS), seconds: chance.whole(0, 400) }),
  (chance) => tooMany({ hint: 'none', text: chance.pick(['Slow down', '']) }),
];

/** Answers that end a run. */
const FINAL: readonly [Make, ...Make[]] = [
  (chance) => answer({ status: chance.pick([400, 401, 402, 403, 404, 422]), body: { error: 'No' } }),
  () => redirect('https://elsewhere.example/'),
];

/** Answers with the right status and an odd or wrong body. */
const WORDS: readonly [Make, ...Make[]] = [
  (chance) => compressed(chance.pick(['gzip', 'deflate', 'br'])),
  (chance) => dateSkew(chance.whole(-86_400, 86_400) * 1000),
  () => rewriteJson((job) => ({ ...job, further: { deep: [1] } })),
  () => rewriteJson((job) => ({ ...job, model: 5, status: ['active'] })),
  () => rewriteJson(({ id }) => ({ id })),
  () => rewriteJson((job) => ({ ...job, id: undefined })),
  () => notJson('{"id": "job'),
  () => notJson(''),
  () => notJson('[]'),
  () => huge(MIB),
  () => bomb(4 * MIB),
];

/** A fault that passes. */
export function passingFault(chance: Chance): Fault {
  return chance.pick([...CONNECTION, ...STATUS])(chance);
}

/** A fault of any kind. Those that end a run are rare. */
export function randomFault(chance: Chance): Fault {
  const share = chance.next();
  if (share < 0.02) return chance.pick(FINAL)(chance);
  if (share < 0.4) return chance.pick(CONNECTION)(chance);
  return chance.pick(share < 0.7 ? STATUS : WORDS)(chance);
}
