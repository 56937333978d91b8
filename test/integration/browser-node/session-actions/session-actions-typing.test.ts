import { describe } from 'node:test';
import { formCases } from './typing/forms.js';
import { keyboardCases } from './typing/keyboard.js';
import { wildCases } from './typing/wild.js';

// To start a test file costs 1 s of CPU. One process runs all of these, each with its own session.
describe('typing', { timeout: 900_000 }, () => {
  describe('forms', formCases);
  describe('keyboard', keyboardCases);
  describe('wild', wildCases);
});
