import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noActions, type PodRecord } from '@tintype/contracts';
import { type CloseReason, endReasonOf } from '@tintype/crds';
import { at, ended, samplePod, sampleSession, unready } from '../../fixtures/session-samples.js';

interface Case {
  name: string;
  /** Seconds since the opening: now, and when the object was deleted. */
  seconds?: number;
  deleted?: number;
  status?: NonNullable<Parameters<typeof sampleSession>[0]>['status'];
  pod?: Parameters<typeof samplePod>[0] | 'gone';
  record?: Partial<PodRecord>;
  comes: CloseReason | undefined;
}

const drained = { deletionTimestamp: at(50), deletionGracePeriodSeconds: 20 };
const lostBefore = { phase: 'Closing', closeReason: 'NodeLost', endedAt: at(30) } as const;

const cases: readonly Case[] = [
  { name: 'it is not', comes: undefined },
  { name: 'it is not, for a moment', seconds: 89.999, comes: undefined },
  { name: 'it was deleted', deleted: 1, comes: 'Deleted' },
  { name: 'it was deleted, and then all else came true', seconds: 90, deleted: 1, pod: 'gone', comes: 'Deleted' },
  { name: 'its time was over, and then it was deleted', seconds: 99, deleted: 95, comes: 'Expired' },
  { name: 'its time is over', seconds: 90, comes: 'Expired' },

  { name: 'its pod is gone', pod: 'gone', comes: 'PodDeleted' },
  { name: 'its pod is being deleted', seconds: 31, pod: { metadata: drained }, comes: 'PodDeleted' },
  {
    name: 'its pod was deleted, and has ended by that',
    seconds: 40,
    pod: { metadata: drained, status: ended(32) },
    record: { openMs: 29_900 },
    comes: 'PodDeleted',
  },
  { name: 'it was deleted after its pod', seconds: 40, deleted: 35, pod: { metadata: drained }, comes: 'PodDeleted' },
  { name: 'it was deleted before its pod', seconds: 40, deleted: 25, pod: { metadata: drained }, comes: 'Deleted' },

  {
    name: 'it is known to end, and its pod is deleted for that',
    seconds: 40,
    status: { phase: 'Closing', closeReason: 'StatusEdited' },
    pod: { metadata: drained, status: ended(35) },
    comes: undefined,
  },
  { name: 'its pod has ended without a word', seconds: 9, pod: { status: ended(8) }, comes: 'BrowserCrashed' },
  {
    name: 'its browser crashed, and its pod was deleted later',
    seconds: 60,
    pod: { metadata: drained, status: ended(11) },
    record: { openMs: 10_000, crashed: true },
    comes: 'BrowserCrashed',
  },
  {
    name: 'its browser crashed, and it was deleted later',
    seconds: 60,
    deleted: 50,
    record: { openMs: 10_000, crashed: true },
    comes: 'BrowserCrashed',
  },
  {
    name: 'its browser crashed, and nobody looked until its time was over',
    seconds: 200,
    pod: { status: ended(10) },
    record: { openMs: 10_000, crashed: true },
    comes: 'BrowserCrashed',
  },
  {
    name: 'its browser crashed in its last moment',
    seconds: 90,
    pod: { status: ended(90) },
    record: { openMs: 89_990, crashed: true },
    comes: 'BrowserCrashed',
  },
  {
    name: 'its pod ended it in time, a moment early',
    seconds: 89.995,
    pod: { status: ended(90) },
    record: { openMs: 89_999.6 },
    comes: 'Expired',
  },
  {
    name: 'its node ended the pod by its deadline',
    seconds: 89,
    pod: { status: { ...ended(88), phase: 'Failed', reason: 'DeadlineExceeded' } },
    comes: 'Expired',
  },
  {
    name: 'its machine was shut down in order',
    seconds: 40,
    pod: { status: { ...ended(31), phase: 'Failed', reason: 'Terminated' } },
    record: { openMs: 30_900 },
    comes: 'ShutDown',
  },
  {
    name: 'its machine was shut down, and its pod had to be killed',
    seconds: 40,
    pod: { status: { ...ended(31), phase: 'Failed', reason: 'Terminated' } },
    comes: 'ShutDown',
  },
  {
    name: 'its browser crashed, and then its machine was shut down',
    seconds: 40,
    pod: { status: { ...ended(31), phase: 'Failed', reason: 'Terminated' } },
    record: { openMs: 10_000, crashed: true },
    comes: 'BrowserCrashed',
  },
  {
    name: 'its pod ended it for want of a confirmation',
    seconds: 30,
    pod: { status: ended(20) },
    record: { openMs: 20_001, confirmed: false },
    comes: 'NotConfirmed',
  },
  {
    name: 'its pod ended it because it was deleted, by a clock that is behind',
    seconds: 75,
    deleted: 70,
    pod: { status: ended(71) },
    record: { openMs: 68_000 },
    comes: 'Deleted',
  },
  {
    name: 'its pod was asked to end, and not deleted',
    seconds: 200,
    pod: { status: ended(10) },
    record: { openMs: 10_000 },
    comes: 'PodDeleted',
  },

  { name: 'its pod is not ready any more', seconds: 2, pod: { status: unready(1) }, comes: 'NodeLost' },
  {
    name: 'its node was lost, and it was deleted',
    seconds: 9,
    deleted: 7,
    pod: { status: unready(5) },
    comes: 'NodeLost',
  },
  { name: 'it was deleted, and its node lost', seconds: 9, deleted: 4, pod: { status: unready(5) }, comes: 'Deleted' },
  { name: 'its node was lost, and came back', seconds: 99, deleted: 95, status: lostBefore, comes: 'NodeLost' },
  {
    name: 'its browser crashed, so its pod was not ready, in whole seconds',
    seconds: 12,
    pod: { status: unready(10) },
    record: { openMs: 10_900, crashed: true },
    comes: 'BrowserCrashed',
  },
  {
    name: 'nobody confirmed it, and so its pod was not ready',
    seconds: 33,
    pod: { status: unready(32) },
    record: { openMs: 20_001, confirmed: false },
    comes: 'NotConfirmed',
  },
  {
    name: 'its time was over, and so its pod was not ready, by the clock of an operator that is behind',
    seconds: 85,
    pod: { status: unready(102) },
    record: { openMs: 90_000 },
    comes: 'Expired',
  },
  {
    name: 'its node was lost, and its pod answers that nobody had confirmed it until then',
    seconds: 12,
    pod: { status: unready(5) },
    record: { openMs: 12_000, confirmed: false },
    comes: 'NodeLost',
  },
  {
    name: 'its browser crashed, which its pod says after it was taken for lost',
    seconds: 40,
    status: lostBefore,
    pod: { status: ended(34) },
    record: { openMs: 30_900, crashed: true },
    comes: 'BrowserCrashed',
  },
  {
    name: 'its browser crashed while its node was lost',
    seconds: 80,
    status: lostBefore,
    pod: { status: ended(60) },
    record: { openMs: 60_000, crashed: true },
    comes: 'NodeLost',
  },
];

describe('why a session is over', () => {
  for (const { name, seconds = 1, deleted, status, pod, record, comes } of cases)
    it(name, () => {
      const metadata = deleted === undefined ? {} : { deletionTimestamp: at(deleted) };
      const said: PodRecord = {
        session: 'sess_1',
        startedAt: at(0),
        confirmed: true,
        crashed: false,
        counts: noActions,
      };
      const reason = endReasonOf({
        session: sampleSession({ metadata, ...(status && { status }) }),
        pod: pod === 'gone' ? undefined : samplePod(pod),
        record: record && { ...said, ...record },
        now: Date.parse(at(seconds)),
      });
      assert.equal(reason, comes);
    });
});
