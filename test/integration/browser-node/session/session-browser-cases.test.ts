import { describe } from 'node:test';
import { deskCases } from './browsers/desk.js';
import { identityCases } from './browsers/identity.js';
import { pageCases } from './browsers/pages.js';
import { profileCases } from './browsers/profile.js';

// To start a test file costs 1 s of CPU. One process runs all of these, each with its own browsers.
describe('browsers', { timeout: 900_000 }, () => {
  describe('identity', identityCases);
  describe('pages', pageCases);
  describe('desk', deskCases);
  describe('profile', profileCases);
});
