import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { shorten } from '../../src/report/shorten.ts';
import { anyText } from '../support/any-text.ts';

describe('Markdown that is too long', () => {
  test('what fits is untouched', () => {
    expect(shorten('short', 1000)).toBe('short');
  });

  test('a cut is said, at a whole character', () => {
    const text = shorten('😀'.repeat(1000), 1001);
    expect(text).toMatch(/^(😀)+\n\n… cut here/u);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1001);
  });

  test('an open code fence is closed', () => {
    expect(shorten(`before\n\`\`\`\`text\n${'x\n'.repeat(1000)}`, 1000)).toMatch(/\n````\n\n… cut here/);
    expect(shorten(`~~~\na\n~~~\n${'x\n'.repeat(1000)}`, 1000)).not.toMatch(/~~~\n\n… cut/);
  });

  test.each([
    ['```js\nlet a;\n', '```'],
    ['```\n````\n', ''],
    ['````\n```\n', '````'],
    ['~~~\n```\n', '~~~'],
    ['    ```\n', ''],
    ['``` `no fence` ```\n', ''],
  ])('after %j what is closed is %j', (start, closing) => {
    const shown = shorten(`${start}${'x'.repeat(2000)}`, 1000);
    expect(/x\n?([`~]*)\n\n… cut here/.exec(shown)?.[1]).toBe(closing);
  });

  test('any Markdown ends up within the limit', () => {
    fc.assert(
      fc.property(anyText({ minLength: 400, maxLength: 2000 }), (text) => {
        expect(Buffer.byteLength(shorten(text, 1000))).toBeLessThanOrEqual(1000);
      }),
      { seed: 11 },
    );
  });
});
