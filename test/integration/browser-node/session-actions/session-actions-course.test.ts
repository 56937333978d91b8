import { describe } from 'node:test';
import { batchCases } from './course/batch.js';
import { restlessCases } from './course/restless.js';
import { singleCases } from './course/single.js';

// To start a test file costs 1 s of CPU. One process runs all of these, each with its own session.
describe('course', { timeout: 900_000 }, () => {
  describe('single', singleCases);
  describe('batch', batchCases);
  describe('restless', restlessCases);
});
