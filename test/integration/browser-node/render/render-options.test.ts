import { describe } from 'node:test';
import { crossSiteFrameCases } from './options/cross-site-frames.js';
import { pageOptionCases } from './options/page-options.js';
import { pageSecretCases } from './options/page-secrets.js';
import { pageWaitCases } from './options/page-waits.js';

// To start a test file costs 1 s of CPU. One process runs all of these, each with its own browser.
describe('options', { timeout: 900_000 }, () => {
  describe('page options', pageOptionCases);
  describe('page secrets', pageSecretCases);
  describe('page waits', pageWaitCases);
  describe('cross site frames', crossSiteFrameCases);
});
