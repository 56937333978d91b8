import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultsBeside, inLabels, shortSentence } from './labels.js';

const labels = { name: 'Name of the login', pathStyle: 'Path style', bucket: 'Bucket' };

describe('a sentence of the service', () => {
  for (const [sentence, shown] of [
    ['The property `payload.name` takes 1 to 64 letters.', '“Name of the login” takes 1 to 64 letters.'],
    ['Correct `bucket` or `pathStyle`, or send `s3Acl`.', 'Correct “Bucket” or “Path style”, or send `s3Acl`.'],
    ['The page failed.', 'The page failed.'],
  ] as const)
    it(`is in the labels of the form: ${sentence}`, () => assert.equal(inLabels(sentence, labels), shown));

  it('is beside the first field that it names', () => {
    const sentence = 'The option `vw` and the properties `bucket` and `name` differ.';
    assert.deepEqual(faultsBeside(sentence, labels), { bucket: inLabels(sentence, labels) });
    assert.deepEqual(faultsBeside('`toString` is wrong', labels), {});
    assert.deepEqual(faultsBeside(undefined, labels), {});
  });

  it('is short where a field shows it, and whole elsewhere', () => {
    const sentence = 'The option `vw` is for another `bucket`.';
    assert.equal(shortSentence(sentence, labels), 'Check “Bucket”.');
    assert.equal(shortSentence(sentence, labels, ['name']), inLabels(sentence, labels));
    assert.equal(shortSentence('The page failed.', labels), 'The page failed.');
  });
});
