import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalPairs } from './canonical.js';

const url = 'https://example.com/A';

test('one spelling of numbers, booleans and words; an option with its default is as if it was absent', () => {
  const animated = { type: 'GIF', duration: '005', fps: '+20.0', hideScrollbars: '1', scroll: 'FALSE', url };
  assert.deepEqual(canonicalPairs('animated', animated), { url });
  const image = { vw: '0400', full: 'TRUE', type: 'WebP', scaleFactor: '1.50', delay: '.5', url };
  assert.deepEqual(canonicalPairs('image', image), {
    ...{ vw: '400', full: 'true', type: 'webp', scaleFactor: '1.5', delay: '0.5' },
    url,
  });
});

test('a value in the common spelling stays as it is, and so does what is not an option', () => {
  const pdf = {
    format: 'A5',
    marginTop: '10mm',
    userAgent: 'QUJD',
    timestamp: '007',
    fileName: 'A',
    url,
    Full: 'TRUE',
  };
  assert.deepEqual(canonicalPairs('pdf', pdf), pdf);
  const text = { timestamp: 'X', waitFor: '#A', hide: '.A,.B', constructor: 'x', url };
  assert.deepEqual(canonicalPairs('content', text), text);
});
