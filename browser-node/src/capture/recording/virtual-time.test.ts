import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { VirtualTime } from './virtual-time.js';

/** Time of a page passes `grantMs` after each grant. */
const pageOf = (grantMs: number) => {
  let expired = () => {};
  const session = {
    on: (_: string, listener: () => void) => {
      expired = listener;
      return () => {};
    },
    send: async (_: string, { policy }: { policy: string }) => {
      if (policy !== 'pause') void sleep(grantMs).then(() => expired());
      return { virtualTimeTicksBase: 0 };
    },
  };
  return VirtualTime.begin(session as unknown as CdpSession);
};

test('counts how long requests hold each grant', async () => {
  const time = await pageOf(200);
  await time.advance(16);
  await time.advance(16);
  assert.ok(time.waitedMs >= 290 && time.waitedMs < 2000, `${time.waitedMs} ms`);
  assert.equal(time.lostPatience, false);
});
