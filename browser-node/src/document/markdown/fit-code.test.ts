import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeSize } from './fit-code.js';

describe('the size of code on paper', () => {
  for (const [what, code, size] of [
    ['full for short lines', 'a\nb', 1],
    ['full for a line that just fits', 'a'.repeat(90), 1],
    ['smaller for a longer line', `a\n${'a'.repeat(100)}`, 0.9],
    ['full for a line that has to wrap', 'a'.repeat(200), 1],
    ['that of tabs as wide as they print', `${'\t'.repeat(20)}${'a'.repeat(20)}`, 0.9],
    ['full for none', '', 1],
  ] as const)
    it(`is ${what}`, () => assert.equal(codeSize(code), size));
});
