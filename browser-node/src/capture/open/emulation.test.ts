import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { acceptedLanguages } from './emulation.js';

describe('acceptedLanguages', () => {
  for (const [locale, languages] of [
    ['pt-BR', 'pt-BR,pt'],
    ['fr', 'fr'],
    ['und-Latn', 'und-Latn'],
  ] as const)
    it(`of ${locale} are ${languages}`, () => assert.equal(acceptedLanguages(locale), languages));
});
