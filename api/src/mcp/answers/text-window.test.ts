import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { howToReadOn, shownText, windowIn, windowOf, windowWithin } from './text-window.js';

describe('a window on a text', () => {
  it('returns every character once, and splits none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (text, maxChars) => {
        const parts: string[] = [];
        for (let offset: number | null = 0; offset !== null; ) {
          const part = windowOf(text, { offset, maxChars: Math.max(maxChars, 2) });
          parts.push(part.text);
          offset = part.nextOffset;
        }
        assert.equal(parts.join(''), text);
        assert.ok(parts.every((part) => part.isWellFormed()));
      }),
    );
  });

  it('holds whole characters from any offset, of any size', () => {
    for (const maxChars of [1, 2, 3])
      for (let offset = 0; offset < 6; offset += 1) {
        const { text, nextOffset } = windowOf('a😀b😀', { offset, maxChars });
        assert.match(text, /^(a|😀|b)+$/u, `${offset} ${maxChars}`);
        assert.ok(nextOffset === null || nextOffset > offset);
      }
  });

  it('says whether it lies behind the end', () => {
    const shown = (text: string, offset: number) => shownText(windowOf(text, { offset, maxChars: 9 }));
    assert.equal(shown('some text', 9), '[The text ends at character 9: use a smaller offset.]');
    assert.deepEqual([shown('', 0), shown('', 5)], ['The page has no text.', 'The page has no text.']);
  });

  it('says how to read on, until the end', () => {
    assert.match(howToReadOn(windowOf('abcdef', { offset: 2, maxChars: 2 }), '') ?? '', /character 4 of 6.*offset=4/);
    assert.equal(howToReadOn(windowOf('abc', { offset: 0, maxChars: 3 }), ''), undefined);
    assert.deepEqual(windowOf('abc', { offset: 9, maxChars: 3 }), { text: '', totalChars: 3, nextOffset: null });
  });

  it('keeps within bytes of JSON, for all kinds of letters', () => {
    for (const text of ['中'.repeat(5000), '\u0001'.repeat(5000), '😀'.repeat(5000), 'a'.repeat(5000)]) {
      const part = windowWithin(text, { offset: 10, maxChars: 4000 }, 1000);
      assert.ok(part.text.length >= 80 && Buffer.byteLength(JSON.stringify(part.text)) <= 1000, text[0]);
      assert.equal(part.nextOffset, 10 + part.text.length);
    }
  });

  it('takes whole numbers, also as text', () => {
    assert.deepEqual(windowIn({ offset: '7' }), { offset: 7, maxChars: 20_000 });
    assert.equal(windowIn({ maxChars: 1e9 }).maxChars, 200_000);
    for (const args of [{ offset: -1 }, { offset: 1.5 }, { maxChars: 0 }, { maxChars: 'many' }, { offset: [] }])
      assert.throws(() => windowIn(args), /takes a whole number/);
  });
});
