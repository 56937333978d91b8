import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from '@tintype/contracts';
import { attendedClassOf } from './renders.js';

describe('attendedClassOf', () => {
  for (const endpoint of endpoints) {
    const expected = endpoint === 'animated' ? 'recording' : 'still';
    it(`of ${endpoint} is ${expected}`, () => assert.equal(attendedClassOf(endpoint), expected));
  }
});
