import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Run } from '../run.js';
import { noAnswer } from './navigate.js';

it('a page that does not answer needs a longer `timeout` only if that option ended the wait', () => {
  const now = Date.now();
  const message = (waitsEnd: number) =>
    noAnswer({ options: { timeout: 90 }, waitsEnd } as unknown as Run, now - 58_000).message;
  assert.equal(message(now - 1), 'The page did not answer within the `timeout` of 90 s. Raise `timeout`.');
  assert.match(message(now + 32_000), /^The page did not answer within 58\.\d s, the share .*\. The site is slow: try/);
});
