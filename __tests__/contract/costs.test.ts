/** The table of what a runner costs follows from the prices that stand above it. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const page = readFileSync(new URL('../../docs/costs.md', import.meta.url), 'utf8');
const price = (label: string) =>
  Number(new RegExp(`\\$([\\d.]+)(?: a minute)? for \`${label}\``).exec(page)?.[1]);

/** Some seconds for the start, and each job rounded up to a whole minute. */
const billed = (minutes: number) => Math.ceil(minutes + 0.2);
const cost = (minutes: number, label: string) => `${minutes} min, $${(minutes * price(label)).toFixed(3)}`;
const [usual, slim] = ['ubuntu-latest', 'ubuntu-slim'];
const perDay = cost((24 * 60) / 15, slim).replace(' min', ' min a day');

/** What a way to run costs for a job of so many minutes. */
const WAYS: readonly (readonly [string, (minutes: number) => string])[] = [
  ['wait on `ubuntu-latest`', (minutes) => cost(billed(minutes), usual)],
  [
    'wait on `ubuntu-slim`',
    (minutes) => (minutes > 13 ? 'not possible, it ends at 15 minutes' : cost(billed(minutes), slim)),
  ],
  ['[no waiting](collect.md) on `ubuntu-slim`, two runs', () => cost(2 * billed(0), slim)],
  [
    'no waiting, collected every 15 minutes',
    (minutes) => (minutes > 10 ? 'the same' : `1 min, and ${perDay}`),
  ],
  ['ten jobs in a [batch](batch.md), five at a time', (minutes) => cost(billed(2 * minutes), usual)],
  ['ten jobs in a matrix', (minutes) => cost(10 * billed(minutes), usual)],
];

test('the prices are stated', () => {
  expect([price(usual), price(slim)]).toEqual([0.006, 0.002]);
});

test.each(WAYS)('%s', (name, tell) => {
  expect(page).toContain(`| ${name} | ${tell(10)} | ${tell(30)} |\n`);
});

test('the recipe says what its schedule would cost', () => {
  const recipe = readFileSync(new URL('../../examples/no-waiting.yml', import.meta.url), 'utf8');
  const minutes = 30 * 12;
  expect(recipe).toContain('cron: "23 */2 * * *"');
  expect(recipe).toContain(`about ${minutes} minutes a month, $${(minutes * price(slim)).toFixed(2)} `);
});
