import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DeadlineExceeded } from '@tintype/runtime';
import type { Run } from '../run.js';
import { latePage, noAnswer } from './navigate.js';

it('a page that does not answer needs a longer `timeout` only if that option ended the wait', () => {
  const now = Date.now();
  const message = (waitsEnd: number) =>
    noAnswer({ options: { timeout: 90 }, waitsEnd } as unknown as Run, now - 58_000).message;
  assert.equal(message(now - 1), 'The page did not answer within the `timeout` of 90 s. Raise `timeout`.');
  assert.match(message(now + 32_000), /^The page did not answer within 58\.\d s, the share .*\. The site is slow: try/);
});

it('a page that is late blames the site only if its answer is missing', () => {
  const late = new DeadlineExceeded();
  const error = (activity: object, more: object = {}) =>
    latePage({ page: { activity }, options: {}, ...more } as unknown as Run, Date.now(), late);
  const asked = { documents: 0, requestedUrl: 'http://a.test/' };
  const posted = { document: '<p>', options: {} };
  const errors = [
    error(asked),
    error({ documents: 0, requestedUrl: '' }),
    error(asked, posted),
    error({ ...asked, documents: 1 }),
  ];
  assert.deepEqual(
    errors.map(({ code, message, cause }) => [code, /The site is slow/.test(message), cause]),
    [true, false, false, false].map((isSite) => ['timeout', isSite, late]),
  );
});
