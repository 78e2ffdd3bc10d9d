import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { commandAgent } from '../../sandbox/agent/command.ts';
import { describe as describePull, slugOf, titleOf, writer } from '../../sandbox/agent/writer.ts';
import { anyText } from '../support/any-text.ts';

let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(path.join(tmpdir(), 'sandbox-test-'));
  writeFileSync(path.join(checkout, 'index.md'), '# Docs\n\n- [Old](guides/old.md)\n');
});
afterEach(() => rmSync(checkout, { recursive: true }));

const read = (name: string) => readFileSync(path.join(checkout, name), 'utf8');

describe('the built-in writer', () => {
  test('makes a page of the prompt and links it', async () => {
    await writer({ checkout, prompt: '# Añadir [una] guía\n\nWith steps.', earlier: [] });
    expect(read('index.md')).toBe(
      '# Docs\n\n- [Old](guides/old.md)\n- [Añadir \\[una\\] guía](guides/anadir-una-guia.md)\n',
    );
    const page = read('guides/anadir-una-guia.md');
    expect(page.startsWith('# Añadir [una] guía\n\n')).toBe(true);
    expect(page).toContain('> # Añadir [una] guía\n>\n> With steps.');
  });

  test('a follow-up revises the same page', async () => {
    await writer({ checkout, prompt: 'Quickstart', earlier: [] });
    await writer({ checkout, prompt: 'Shorter, please', earlier: ['Quickstart'] });
    expect(readdirSync(path.join(checkout, 'guides'))).toEqual(['quickstart.md']);
    expect(read('guides/quickstart.md')).toContain('## Revision 1\n\n> Shorter, please\n');
    expect(read('index.md').match(/quickstart/g)).toHaveLength(1);
  });

  test('a question changes nothing', async () => {
    const prompt = 'Is it still right?\n\nThis was requested in https://github.com/acme/docs/issues/1';
    await writer({ checkout, prompt, earlier: ['Quickstart'] });
    expect(readdirSync(checkout)).toEqual(['index.md']);
  });

  test('the description of its pull request has the instruction, and where it was requested', () => {
    expect(describePull('Quickstart')).toBe('> Quickstart');
    const place = 'https://github.com/acme/docs/issues/1#issuecomment-7';
    const prompt = `Quickstart\n\nWith steps.\n\nThis is from ${place}\nRefer to it.\n\nMore`;
    expect(describePull(prompt)).toBe(`> Quickstart\n>\n> With steps.\n\nRequested in ${place}`);
  });

  test('every text becomes a safe file name and a title of one line', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), (prompt) => {
        const title = titleOf(prompt);
        expect(title).not.toMatch(/[\r\n]/);
        expect([...title].length).toBeLessThanOrEqual(80);
        expect(slugOf(title)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      }),
      { seed: 1 },
    );
  });
});

describe('a command as the agent', () => {
  test('gets the prompt, works in the checkout, and knows its turn', async () => {
    await commandAgent('cat > "turn-$AGENT_TURN.txt"')({ checkout, prompt: 'Do it', earlier: ['a', 'b'] });
    expect(read('turn-3.txt')).toBe('Do it');
  });

  test('its failure is one', async () => {
    const failing = commandAgent('echo no luck >&2; exit 3')({
      checkout,
      prompt: 'x'.repeat(1e6),
      earlier: [],
    });
    await expect(failing).rejects.toThrow('The agent ended with 3: no luck');
  });

  test('it is ended with all its children when it takes too long', async () => {
    const endless = commandAgent('sleep 1000 & wait', 50)({ checkout, prompt: 'x', earlier: [] });
    await expect(endless).rejects.toThrow('SIGKILL');
  });
});
