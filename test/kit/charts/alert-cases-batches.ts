import { type FiringCase, ofApi, type QuietCase } from './alert-case.js';

const still = (pod?: string) => ofApi('tintype_batch_still_seconds', {}, pod);

const failures = (kind: string) => ofApi('tintype_batch_work_failures_total', { kind });

export const firingBatches: readonly FiringCase[] = [
  {
    alert: 'TintypeBatchStill',
    when: 'a batch of one api ends no item, and those of another do',
    series: { [still()]: '930+30x40', [still('b')]: '5x40' },
    at: 5,
    labels: { severity: 'warning' },
    summary: 'A batch has ended no item for 20m 30s',
  },
  {
    alert: 'TintypeBatchFails',
    when: 'one batch fails each 5 s',
    series: { [failures('feed')]: '0+6x60', [failures('notify')]: '0x60' },
    at: 13.5,
    labels: { severity: 'warning', kind: 'feed' },
    summary: 'Work on batches (feed) has failed 162 times in 15 minutes',
  },
];

export const quietBatches: readonly QuietCase[] = [
  {
    alert: 'TintypeBatchStill',
    when: 'an item ends within five minutes more',
    series: { [still()]: '930+30x8 0x20' },
    minutes: 10,
  },
  {
    alert: 'TintypeBatchFails',
    when: 'NATS is away for five minutes',
    series: { [failures('feed')]: '0+6x10 60x40' },
    minutes: 20,
  },
];
