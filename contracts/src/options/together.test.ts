import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TintypeError } from '../errors.js';
import type { Endpoint } from './endpoints.js';
import { checkTogether } from './together.js';

const margins = ['marginTop', 'marginRight', 'marginBottom', 'marginLeft'];

const cases: { endpoint: Endpoint; given: string[]; message?: string }[] = [
  { endpoint: 'image', given: [] },
  { endpoint: 'image', given: ['selector'] },
  { endpoint: 'image', given: ['selectorId'] },
  { endpoint: 'image', given: ['width'] },
  {
    endpoint: 'image',
    given: ['selector', 'selectorId'],
    message: 'Only one of the options `selector`, `selectorId` can be given.',
  },
  { endpoint: 'pdf', given: ['width', 'height', ...margins] },
  { endpoint: 'pdf', given: ['selector', 'selectorId'] },
  {
    endpoint: 'pdf',
    given: ['width'],
    message: 'The options `width`, `height` go together: give all of them or none.',
  },
  ...margins.map((missing) => ({
    endpoint: 'pdf' as const,
    given: margins.filter((name) => name !== missing),
    message:
      'The options `marginTop`, `marginRight`, `marginBottom`, `marginLeft` go together: give all of them or none.',
  })),
];

describe('checkTogether', () => {
  for (const { endpoint, given, message } of cases) {
    it(`${message ? 'refuses' : 'takes'} ${given.join(' + ') || 'nothing'} for ${endpoint}`, () => {
      // Zero is a value as any other.
      const check = () => checkTogether(endpoint, Object.fromEntries(given.map((name) => [name, 0])));
      if (message === undefined) return check();
      return assert.throws(check, new TintypeError('invalid_option', message));
    });
  }
});
