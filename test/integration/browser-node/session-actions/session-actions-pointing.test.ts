import { describe } from 'node:test';
import { borderedFrameCases } from './pointing/bordered-frames.js';
import { coveredCases } from './pointing/covered.js';
import { pointerCases } from './pointing/pointer.js';
import { scrollCases } from './pointing/scroll.js';

// To start a test file costs 1 s of CPU. One process runs all of these, each with its own session.
describe('pointing', { timeout: 900_000 }, () => {
  describe('covered', coveredCases);
  describe('pointer', pointerCases);
  describe('scroll', scrollCases);
  describe('bordered frames', borderedFrameCases);
});
