import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noActions } from '@tintype/contracts';
import type { SessionCharge } from '../session-charge.js';
import { sessionChargeFault } from './session-charge-fault.js';

const charge = (change: Partial<SessionCharge>): SessionCharge => ({
  session: 's',
  account: 'a',
  uid: 'u',
  credits: 2,
  startedAt: '2026-05-04T03:00:00.000Z',
  expiresAt: '2026-05-04T03:05:00.000Z',
  endedAt: '2026-05-04T03:01:00.001Z',
  closeReason: 'Deleted',
  options: { maxTtlSeconds: 300, proxy: false, bypassBotDetection: false, cdp: false },
  counts: noActions,
  at: '2026-05-04T03:06:00.000Z',
  ...change,
});

const without = (...names: (keyof SessionCharge)[]) => Object.fromEntries(names.map((name) => [name, undefined]));

describe('the charge of a session', () => {
  for (const [what, change] of [
    ['a minute and a bit', {}],
    ['a free session with any times', { credits: 0 }],
    ['one that never started', { credits: 0, ...without('startedAt', 'expiresAt', 'endedAt') }],
    ['one that ended as it started', { credits: 1, endedAt: '2026-05-04T03:00:00.000Z' }],
    ['a minute, and a fraction of a millisecond', { endedAt: '2026-05-04T03:01:00.000Z' }],
    ['its whole life', { credits: 5, endedAt: '2026-05-04T03:05:00.000Z' }],
    [
      'one whose object was gone, a little longer than its life',
      { credits: 5, ...without('expiresAt'), endedAt: '2026-05-04T03:05:00.200Z' },
    ],
    ['times with an offset', { startedAt: '2026-05-04T05:00:00.000+02:00' }],
  ] as const) {
    it(`is right for ${what}`, () => assert.equal(sessionChargeFault(charge(change)), undefined));
  }

  for (const [change, fault] of [
    [{ credits: 6, endedAt: '2026-05-04T03:05:00.000Z' }, 'it costs 6, but 300 s cost at most 5'],
    [{ credits: 3 }, 'it costs 3, but its times mean 2'],
    [{ credits: 1 }, 'it costs 1, but its times mean 2'],
    [without('startedAt'), 'it costs 2, but lacks its start or end'],
    [without('endedAt'), 'it costs 2, but lacks its start or end'],
    [{ credits: 0, endedAt: '2026-05-04T02:59:59.000Z' }, 'it ended before it started'],
    [{ credits: 5, endedAt: '2026-05-04T03:05:01.000Z' }, 'it ended after it expired'],
    [{ expiresAt: '2026-05-04T03:06:00.000Z' }, 'it expired 360 s after it started, not 300 s'],
  ] as const) {
    it(`is wrong: ${fault}`, () =>
      assert.equal(sessionChargeFault(charge(change)), `The charge of session s: ${fault}.`));
  }
});
