import { describe } from 'node:test';
import { attackCases } from './rules/attacks.js';
import { commandCases } from './rules/commands.js';
import { ownPageCases } from './rules/own-pages.js';
import { passwordCases } from './rules/passwords.js';
import { wayOutCases } from './rules/ways-out.js';

// To start a test file costs 1 s of CPU. One process runs all of these, each with its own session.
describe('rules', { timeout: 900_000 }, () => {
  describe('attacks', attackCases);
  describe('commands', commandCases);
  describe('passwords', passwordCases);
  describe('own pages', ownPageCases);
  describe('ways out', wayOutCases);
});
