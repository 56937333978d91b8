import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchesPattern } from './request-blocking.js';

const cases: [pattern: string, url: string, matches: boolean][] = [
  ['*', '', true],
  ['*ads*', 'https://x.test/ads/1.js', true],
  ['*ads*', 'https://x.test/ad', false],
  ['https://x.test/*', 'https://x.test/', true],
  ['https://x.test/*', 'http://x.test/', false],
  ['*.js', 'https://x.test/a.js', true],
  ['*.js', 'https://x.test/a.js?x', false],
  ['*a*b*', '--a--b--', true],
  ['*a*b*', '--b--a--', false],
  ['ab*ba', 'aba', false],
  ['ab*ba', 'abba', true],
  ['*ab*b', 'xab', false],
  ['a**b', 'axb', true],
  ['abc', 'abc', true],
  ['abc', 'abcd', false],
];

describe('matchesPattern', () => {
  for (const [pattern, url, matches] of cases)
    it(`${pattern} ${matches ? 'matches' : 'does not match'} "${url}"`, () =>
      assert.equal(matchesPattern(pattern, url), matches));

  it('takes linear time', () => {
    const began = performance.now();
    assert.equal(matchesPattern(`${'*a'.repeat(200)}*b`, 'a'.repeat(1_000_000)), false);
    assert.ok(performance.now() - began < 1000);
  });
});
