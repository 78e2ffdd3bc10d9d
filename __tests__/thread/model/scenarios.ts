import type { Comment } from '../../../src/thread/claim.ts';
import type { Sabotage, Scenario } from './world.ts';

/** A thread that has a job already. */
const known: Comment = {
  id: 1,
  edited: true,
  claim: {
    nonce: 'before',
    request: 'before',
    state: 'ended',
    jobId: 'J1',
    deadline: 500,
    sentAt: 400,
    commentId: 1,
  },
};
const followed = { jobs: [{ id: 'J1', status: 'completed' }], comments: { T: [known] } } as const;
/** The same, and the job's pull request P, whose conversation holds its mark. */
const discussed = {
  jobs: [{ id: 'J1', status: 'completed', conversation: 'P' }],
  comments: { T: [known], P: [{ id: 2, edited: false, origin: 'J1' }] },
} as const;
/** Two pull requests, each about the other's job. */
const crossed = {
  jobs: [
    { id: 'J1', status: 'completed', conversation: 'P' },
    { id: 'J2', status: 'completed', conversation: 'Q' },
  ],
  plans: [
    { request: 'a', thread: 'P', jobId: 'J2' },
    { request: 'b', thread: 'Q', jobId: 'J1' },
  ],
} as const;

const two = [{ request: 'a' }, { request: 'b' }];
const three = [...two, { request: 'c' }];
const twins = [{ request: 'a' }, { request: 'a' }];
const triplets = [...twins, { request: 'a' }];
const reruns = twins.map((plan) => ({ ...plan, rerun: true }));

/** Small enough for every test run. */
export const SMALL: Readonly<Record<string, Scenario>> = {
  'one run, three faults': { plans: [{ request: 'a' }], faults: 3 },
  'two requests, one fault': { plans: two, faults: 1 },
  'one request twice, one fault': { plans: twins, faults: 1 },
  'one request re-run twice at once, its job may fail': {
    plans: reruns,
    faults: 1,
    only: ['job fails', 'crash'],
  },
  'three requests': { plans: three, faults: 0, alike: true },
  'two follow-ups, one run is lost': { plans: two, faults: 1, only: ['crash', 'stop'], ...followed },
  'a follow-up and one that interrupts': {
    plans: [{ request: 'a' }, { request: 'b', interrupt: true }],
    faults: 1,
    only: ['crash', 'stop'],
    ...followed,
  },
  'issue and pull request': {
    plans: [{ request: 'a' }, { request: 'b', thread: 'P' }],
    faults: 1,
    only: ['refused'],
    ...discussed,
  },
  "two pull requests with each other's job": { ...crossed, faults: 0 },
  'a follow-up and one that only watches': {
    plans: [{ request: 'a' }, { request: 'b', jobId: 'J1', watchOnly: true }],
    faults: 1,
    only: ['crash', 'stop'],
    ...followed,
  },
  'issue, and a message without a thread': {
    plans: [{ request: 'a' }, { request: 'b', jobId: 'J1', threadless: true }],
    faults: 0,
    ...discussed,
  },
};

/** For `npm run model`: minutes, and several gigabytes. */
export const LARGE: Readonly<Record<string, Scenario>> = {
  'one run, five faults': { plans: [{ request: 'a' }], faults: 5 },
  'two requests, two faults': { plans: two, faults: 2 },
  'two requests, two faults, the first has more time': { plans: two, faults: 2, deadlines: [2, 1] },
  'one request twice, two faults': { plans: twins, faults: 2 },
  'one request re-run twice at once, two faults': { plans: reruns, faults: 2 },
  'two follow-ups, two faults': { plans: two, faults: 2, ...followed },
  'a follow-up and one that interrupts, two faults': {
    plans: [{ request: 'a' }, { request: 'b', interrupt: true }],
    faults: 2,
    ...followed,
  },
  'issue and pull request, one fault': {
    plans: [{ request: 'a' }, { request: 'b', thread: 'P' }],
    faults: 1,
    ...discussed,
  },
  "two pull requests with each other's job, one fault": { ...crossed, faults: 1 },
  'issue, and a message without a thread, one fault': {
    plans: [{ request: 'a' }, { request: 'b', jobId: 'J1', threadless: true }],
    faults: 1,
    ...discussed,
  },
  'three requests, one fault': { plans: three, faults: 1, alike: true },
  'three requests, one is lost, the first has most time': {
    plans: three,
    faults: 1,
    alike: true,
    only: ['crash'],
    deadlines: [3, 2, 1],
  },
  'one request three times': { plans: triplets, faults: 0, alike: true },
  'one request three times, one fault': { plans: triplets, faults: 1, alike: true },
  'one request twice and another, one is lost': {
    plans: [...twins, { request: 'b' }],
    faults: 1,
    only: ['crash'],
  },
};

/** Protocols that are broken on purpose, each with a scenario in which that shows. */
export const BROKEN: Readonly<Record<Sabotage, Scenario>> = {
  'no read after the edit to sending': { plans: two, faults: 0 },
  'reads that miss the last write count': { plans: two, faults: 0 },
  'nobody looks what happened in between': { plans: two, faults: 0 },
  'no tickets': { ...crossed, faults: 0 },
  'no pause after a write of unknown fate': { plans: two, faults: 1 },
};
