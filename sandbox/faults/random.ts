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

/** A fault that passes. */
export function passingFault(chance: Chance): Fault {
  return chance.pick([...CONNECTION, ...STATUS])(chance);
}
