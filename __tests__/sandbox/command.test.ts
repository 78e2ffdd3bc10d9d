import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { commandAgent } from '../../sandbox/agent/command.ts';

let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'sandbox-test-'));
});
afterEach(() => rmSync(checkout, { recursive: true }));

describe('AGENT_COMMAND', () => {
  test('runs in the checkout with the prompt and the number of the turn', async () => {
    await commandAgent('cat > "turn-$AGENT_TURN.txt"')({ checkout, prompt: 'Do it', earlier: ['a', 'b'] });
    expect(readFileSync(path.join(checkout, 'turn-3.txt'), 'utf8')).toBe('Do it');
  });

  test('fails with what the command printed', async () => {
    const failing = commandAgent('echo no luck >&2; exit 3')({
      checkout,
      prompt: 'x'.repeat(1e6),
      earlier: [],
    });
    await expect(failing).rejects.toThrow('The agent ended with 3: no luck');
  });

  test('kills the command and its children after a while', async () => {
    const endless = commandAgent('sleep 1000 & wait', 50)({ checkout, prompt: 'x', earlier: [] });
    await expect(endless).rejects.toThrow('SIGKILL');
  });
});
