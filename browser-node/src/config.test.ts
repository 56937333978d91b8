import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from './config.js';

describe('the configuration of a browser node', () => {
  const uid = (text: string | undefined, user: number) => readConfig({ TINTYPE_BROWSER_UID: text }, user).browserUid;

  it('lets root choose the user of browsers, and defaults to `nobody`', () => {
    assert.deepEqual([uid('1234', 0), uid(undefined, 0)], [1234, 65_534]);
  });

  it('runs browsers as the current user unless that is root', () => {
    assert.deepEqual([uid(undefined, 1000), uid('1000', 1000)], [undefined, 1000]);
    assert.throws(() => uid('1234', 1000), /TINTYPE_BROWSER_UID takes effect only for root/);
  });

  for (const [name, value] of [
    ['TINTYPE_BROWSER_UID', '2147483648'],
    ['TINTYPE_LOG_LEVEL', 'loud'],
    ['TINTYPE_RENDER_SLOTS', '0'],
    ['TINTYPE_RENDERS_PER_BROWSER', 'many'],
    ['TINTYPE_BROWSER_MEMORY_MB', '10'],
    ['TINTYPE_PAGE_MEMORY_MB', '1G'],
    ['TINTYPE_EGRESS_ALLOW', '1.2.3/8'],
  ] as const) {
    it(`refuses ${name}=${value}`, () => {
      assert.throws(() => readConfig({ [name]: value }, 0), new RegExp(`${name} takes .*not "${value}"`));
    });
  }
});
