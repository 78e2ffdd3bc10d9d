import type { Chance } from '../chance.ts';
import * as answers from './answers.ts';
import * as connections from './connections.ts';
import type { Fault } from './script.ts';

type Make = (chance: Chance) => Fault;

/** Faults of the connection. */
const CONNECTION: readonly [Make, ...Make[]] = [
  connections.resetBefore,
  connections.resetInstead,
  connections.resetAfter,
  (chance) => connections.halfOpen({ handled: chance.happens(0.5) }),
  (chance) => connections.delay(chance.whole(1, 45) * 1000),
  (chance) => connections.slowHead({ every: chance.whole(1, 10) * 1000 }),
  (chance) => connections.slowBody({ every: chance.whole(1, 10) * 1000 }),
  (chance) => connections.cutBody({ after: chance.whole(0, 100) }),
  (chance) => connections.wrongLength(chance.pick([-5, 10])),
  () => connections.garbage(),
];

/** Answers with another status. */
const STATUS: readonly [Make, ...Make[]] = [
  (chance) => answers.answer({ status: chance.pick([500, 502, 503, 504]), body: { error: 'Boom' } }),
  (chance) => answers.html(chance.pick([500, 502, 503])),
  () => answers.answer({ status: 408 }),
  (chance) => answers.tooMany({ hint: chance.pick(answers.HINTS), seconds: chance.whole(0, 400) }),
  (chance) => answers.tooMany({ hint: 'none', text: chance.pick(['Slow down', '']) }),
];

/** Answers that end a run. */
const FINAL: readonly [Make, ...Make[]] = [
  (chance) => answers.answer({ status: chance.pick([400, 401, 402, 403, 404, 422]), body: { error: 'No' } }),
  () => answers.redirect('https://elsewhere.example/'),
];

/** Answers with the right status and an odd or wrong body. */
const WORDS: readonly [Make, ...Make[]] = [
  (chance) => answers.compressed(chance.pick(['gzip', 'deflate', 'br'])),
  (chance) => answers.dateSkew(chance.whole(-86_400, 86_400) * 1000),
  () => answers.rewriteJson((job) => ({ ...job, further: { deep: [1] } })),
  () => answers.rewriteJson((job) => ({ ...job, model: 5, status: ['active'] })),
  () => answers.rewriteJson(({ id }) => ({ id })),
  () => answers.rewriteJson((job) => ({ ...job, id: undefined })),
  () => answers.notJson('{"id": "job'),
  () => answers.notJson(''),
  () => answers.notJson('[]'),
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
