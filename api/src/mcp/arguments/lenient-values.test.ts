import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lenientValues } from './lenient-values.js';

it('texts of numbers and truth values become what the schema says, and others stay', () => {
  const properties = {
    n: { type: 'integer' },
    r: { type: 'number' },
    yes: { type: 'boolean' },
    text: { type: 'string' },
  };
  const given = { n: '60', r: '-1.5', yes: 'true', text: '7', other: '8' };
  assert.deepEqual(lenientValues(given, properties), { n: 60, r: -1.5, yes: true, text: '7', other: '8' });
  const wrong = { n: '60 s', yes: 'yes', r: '' };
  assert.deepEqual(lenientValues({ ...wrong, text: null }, properties), wrong);
});
