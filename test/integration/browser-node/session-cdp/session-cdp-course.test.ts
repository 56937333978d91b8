import { describe } from 'node:test';
import { actionCases } from './course/actions.js';
import { clientCases } from './course/clients.js';
import { endCases } from './course/ends.js';
import { firstActionCases } from './course/first-action.js';
import { twoBrowserCases } from './course/two-browsers.js';

// To start a test file costs 1 s of CPU. One process runs all of these, each with its own session.
describe('course', { timeout: 900_000 }, () => {
  describe('clients', clientCases);
  describe('actions', actionCases);
  describe('first action', firstActionCases);
  describe('ends', endCases);
  describe('two browsers', twoBrowserCases);
});
