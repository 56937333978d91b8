import { describe } from 'node:test';
import { largeCases } from './reading/large.js';
import { pictureCases } from './reading/picture.js';
import { readingCases } from './reading/reading.js';
import { snapshotCases } from './reading/snapshot.js';

// To start a test file costs 1 s of CPU. One process runs all of these, each with its own session.
describe('reading', { timeout: 900_000 }, () => {
  describe('reading', readingCases);
  describe('snapshot', snapshotCases);
  describe('picture', pictureCases);
  describe('large', largeCases);
});
