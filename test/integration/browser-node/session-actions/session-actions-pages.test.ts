import { describe } from 'node:test';
import { linkCases } from './pages/links.js';
import { surroundingCases } from './pages/surroundings.js';
import { troubleCases } from './pages/trouble.js';

// To start a test file costs 1 s of CPU. One process runs all of these, each with its own session.
describe('pages', { timeout: 900_000 }, () => {
  describe('links', linkCases);
  describe('surroundings', surroundingCases);
  describe('trouble', troubleCases);
});
