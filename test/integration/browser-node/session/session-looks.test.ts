import { describe } from 'node:test';
import { busyFrameCases } from './looks/frames-busy.js';
import { fullPageCases } from './looks/full-page.js';
import { snapshotCases } from './looks/snapshots.js';

// To start a test file costs 1 s of CPU. One process runs all of these, each with its own session.
describe('looks', { timeout: 900_000 }, () => {
  describe('frames busy', busyFrameCases);
  describe('snapshots', snapshotCases);
  describe('full page', fullPageCases);
});
