import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noActions } from '@tintype/contracts';
import type { SessionCharge } from '@tintype/ledger';
import type { Ledger } from './browser-session/pass/dependencies.js';
import { loggingCharges, loggingUncharged } from './charge-log.js';
import { sampleSession } from './fixtures/session-samples.js';

const charge: SessionCharge = {
  session: 'sess_1',
  account: 'acme',
  uid: 'u',
  credits: 2,
  closeReason: 'Expired',
  options: { maxTtlSeconds: 60, proxy: false, bypassBotDetection: false, cdp: false },
  counts: noActions,
  at: '2026-01-01T00:00:00.000Z',
};

type Logs = Parameters<typeof loggingUncharged>[1];

/** A ledger with this charge, or without one. */
const stage = (standing?: SessionCharge) => {
  const lines: unknown[] = [];
  const ledger = { charge: async (written: SessionCharge) => standing ?? written } as Ledger;
  const log = { info: (bindings: object, message: string) => lines.push([bindings, message]) };
  return { lines, ledger: loggingCharges(ledger, log as unknown as Parameters<typeof loggingCharges>[1]) };
};

const line = { session: 'sess_1', account: 'acme', credits: 2, closeReason: 'Expired' };

describe('the log of charges', () => {
  it('has a line per charge, with credits and reason', async () => {
    const { ledger, lines } = stage();
    assert.equal(await ledger.charge(charge), charge);
    assert.deepEqual(lines, [[line, 'charged a session']]);
  });

  it('logs the existing charge if there is one', async () => {
    const standing = { ...charge, credits: 1 };
    const { ledger, lines } = stage(standing);
    assert.equal(await ledger.charge(charge), standing);
    assert.deepEqual(lines, [[{ ...line, credits: 1 }, 'found the charge of a session']]);
  });

  it('has a line for an uncharged session, and for no other event', () => {
    const lines: unknown[] = [];
    const recorded: unknown[] = [];
    const log = { warn: (bindings: object, message: string) => lines.push([bindings, message]) };
    const record = loggingUncharged((...all) => recorded.push(all), log as unknown as Logs);
    const session = sampleSession({ spec: { account: 'acme' }, status: { phase: 'Closed', closeReason: 'Expired' } });
    record(session, 'Normal', 'Expired', 'it is over');
    assert.deepEqual(lines, []);
    record(session, 'Warning', 'NotCharged', 'it is free');
    assert.deepEqual(recorded, [
      [session, 'Normal', 'Expired', 'it is over'],
      [session, 'Warning', 'NotCharged', 'it is free'],
    ]);
    const about = {
      event: 'NotCharged',
      session: 'sess_session-uid',
      account: 'acme',
      credits: 0,
      closeReason: 'Expired',
    };
    const why = 'the ledger has no open of the session, for example after `tintype ledger adopt`: it is free';
    assert.deepEqual(lines, [[about, `a session is not charged: ${why}`]]);
  });
});
