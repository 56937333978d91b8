import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits, TintypeError } from '@tintype/contracts';
import { withPictureIfItFits } from './answer-size.js';

const half = { content: '中'.repeat(limits.actionAnswerBytes / 6) };
const picture = { screenshot: { contentType: 'image/png', bodyBase64: 'A'.repeat(limits.actionAnswerBytes / 2) } };

const fittingWith = (answer: object, added: object, maxBytes: number = limits.actionAnswerBytes) => {
  const notes: string[] = [];
  const fitted = withPictureIfItFits(answer, added, { maxBytes, note: (sentence) => notes.push(sentence) });
  return { fitted, notes };
};

describe('the answer of an action', () => {
  it('keeps its picture if both fit', () => {
    const small = { screenshot: { contentType: 'image/png', bodyBase64: 'AA==' } };
    assert.deepEqual(fittingWith(half, small), { fitted: { ...half, ...small }, notes: [] });
    assert.deepEqual(fittingWith({}, {}), { fitted: {}, notes: [] });
  });

  it('leaves out a picture that makes it too large, with a note', () => {
    const { fitted, notes } = fittingWith(half, picture);
    assert.equal(fitted, half);
    assert.deepEqual(notes, ['The picture is left out: with it, the answer would be too large.']);
    assert.deepEqual(fittingWith({ title: 'x' }, { screenshot: 'A'.repeat(100) }, 100).notes, notes);
  });

  it('is refused if it is too large without a picture, in bytes', () => {
    const isTooLarge = (error: unknown) => error instanceof TintypeError && error.code === 'result_too_large';
    assert.throws(() => fittingWith({ content: '中'.repeat(limits.actionAnswerBytes / 3) }, {}), isTooLarge);
  });
});
