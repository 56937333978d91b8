import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noActions, type PodRecord } from '@tintype/contracts';
import type { CloseReason } from '@tintype/crds';
import { at, ended, samplePod, sampleSession, unready } from '../../fixtures/session-samples.js';
import { type FrozenFigures, frozenFigures } from './freeze.js';

const id = 'sess_session-uid';
const counts = { actions: 3, success: 2, error: 1 };

/** The record of a session that was open for 70 s. */
const record: PodRecord = { session: id, startedAt: at(0), openMs: 70_000, confirmed: true, crashed: false, counts };
const usual: FrozenFigures = { endedAt: at(70), credits: 2, counts, confirmed: true, closeReason: 'Deleted' };
const free = { credits: 0, confirmed: false, counts: noActions };

interface Case {
  name: string;
  session?: Parameters<typeof sampleSession>[0];
  pod?: Parameters<typeof samplePod>[0] | 'gone';
  record?: Partial<PodRecord> | 'none';
  reason?: CloseReason;
  /** Seconds from the opening until the operator noticed the end. */
  seen?: number;
  /** The expected figures. */
  comes: { [K in keyof FrozenFigures]?: FrozenFigures[K] | undefined };
}

const cases: readonly Case[] = [
  { name: 'what the pod says', comes: {} },
  { name: 'what the pod says, which is gone', pod: 'gone', comes: {} },
  { name: 'to the minute', record: { openMs: 60_000 }, comes: { endedAt: at(60), credits: 1 } },
  { name: 'a minute that was begun', record: { openMs: 60_001 }, comes: { endedAt: at(60.001), credits: 2 } },
  { name: 'a minute at the least', record: { openMs: 0 }, comes: { endedAt: at(0), credits: 1 } },

  { name: 'its container ended before', pod: { status: ended(50) }, comes: { endedAt: at(50), credits: 1 } },
  { name: 'its container ended later', pod: { status: ended(80) }, comes: {} },
  {
    name: 'it was deleted before',
    session: { metadata: { deletionTimestamp: at(40) } },
    comes: { endedAt: at(40), credits: 1 },
  },
  {
    name: 'its pod was deleted before',
    pod: { metadata: { deletionTimestamp: at(30) } },
    comes: { endedAt: at(30), credits: 1 },
  },
  {
    name: 'it should have ended before',
    session: { spec: { maxTtlSeconds: 50 }, status: { expiresAt: at(50) } },
    comes: { endedAt: at(50), credits: 1 },
  },
  {
    name: 'it was deleted before it was active',
    session: { metadata: { deletionTimestamp: at(-1) } },
    comes: { endedAt: at(0), credits: 1 },
  },
  { name: 'its pod was unready, and answered', pod: { status: unready(20) }, comes: {} },
  { name: 'the operator sees it by a clock that is behind', seen: 55, comes: {} },
  {
    name: 'its container ended, which the operator sees by a clock that is behind',
    record: { openMs: undefined },
    pod: { status: ended(70) },
    seen: 55,
    comes: {},
  },
  { name: 'its record has no end', record: { openMs: undefined }, comes: { endedAt: at(90) } },

  {
    name: 'never active',
    session: { status: { startedAt: undefined, expiresAt: undefined } },
    comes: { endedAt: undefined, credits: 0 },
  },
  { name: 'never confirmed', record: { confirmed: false }, comes: { credits: 0, confirmed: false } },
  { name: 'no word of the pod', record: 'none', comes: { ...free, endedAt: at(90) } },
  {
    name: 'no word of a pod that was lost',
    record: 'none',
    pod: { status: unready(20) },
    comes: { ...free, endedAt: at(20) },
  },
  {
    name: 'nothing is known, and it is not later yet',
    record: 'none',
    pod: 'gone',
    seen: 12,
    comes: { ...free, endedAt: at(12) },
  },
  {
    name: 'its pod was to end later, and is gone',
    record: 'none',
    pod: { metadata: { deletionTimestamp: at(40) } },
    seen: 12,
    comes: { ...free, endedAt: at(12) },
  },
  { name: 'the word of another session', record: { session: 'sess_other' }, comes: { ...free, endedAt: at(90) } },

  {
    name: 'its node was lost, and the pod answers',
    reason: 'NodeLost',
    pod: { status: unready(20) },
    comes: { endedAt: at(20), credits: 0 },
  },
  {
    name: 'its node was lost, and has come back since',
    reason: 'NodeLost',
    session: { status: { phase: 'Closing', closeReason: 'NodeLost', endedAt: at(20) } },
    comes: { endedAt: at(20), credits: 0 },
  },
  {
    name: 'its node was lost, and has come back with a pod that has ended',
    reason: 'NodeLost',
    session: { status: { phase: 'Closing', closeReason: 'NodeLost', endedAt: at(20) } },
    pod: { status: ended(70) },
    comes: { endedAt: at(20), credits: 0 },
  },
];

describe('the frozen figures of a session', () => {
  for (const { name, comes, reason = 'Deleted', seen = 200, ...differs } of cases)
    it(name, () => {
      const said = differs.record === 'none' ? undefined : { ...record, ...differs.record };
      const pod = differs.pod === 'gone' ? undefined : samplePod(differs.pod);
      const settled = frozenFigures(
        sampleSession(differs.session),
        { reason, pod, record: said, seenAt: Date.parse(at(seen)) },
        id,
      );
      // An unknown end is left out.
      assert.deepEqual({ endedAt: undefined, ...settled }, { ...usual, closeReason: reason, ...comes });
    });
});
