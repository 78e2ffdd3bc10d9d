import { describe, expect, test } from '@jest/globals';
import { explore } from './model/explore.ts';
import { BROKEN, SMALL } from './model/scenarios.ts';
import type { Sabotage } from './model/world.ts';

describe('whatever happens, in whatever order: no law is broken and everybody comes to an end', () => {
  test.each(Object.entries(SMALL))('%s', (_, scenario) => {
    expect(explore(scenario)).toMatchObject({ complete: true });
  });
});

describe('the search finds out when the protocol is broken', () => {
  const laws: Readonly<Record<Sabotage, string>> = {
    'no read after the edit to sending': 'A and B are at it at once',
    'reads that miss the last write count': 'A and B are at it at once',
    'nobody looks what happened in between': 'B creates a second job beside J1',
    'no tickets': 'A and B wait for each other',
    'no pause after a write of unknown fate': 'B sends without a claim in T',
  };
  test.each(Object.entries(BROKEN))('%s', (name, scenario) => {
    const sabotage = name as Sabotage;
    expect(explore({ ...scenario, sabotage }).broken).toMatchObject({ law: laws[sabotage] });
  });
});
