import { type FiringCase, ofApi, type QuietCase } from './alert-case.js';

const still = (pod?: string) => ofApi('tintype_batch_still_seconds', {}, pod);

const age = ofApi('tintype_batch_work_age_seconds', { kind: 'feed' });

const paused = ofApi('tintype_batches_paused');

const running = ofApi('tintype_batches_running');

const ended = ofApi('tintype_batch_items_total', { outcome: 'completed', code: '' });

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
    alert: 'TintypeBatchWaits',
    when: 'no api feeds batches',
    series: { [age]: '930+30x40', [ended]: '7x40' },
    at: 5,
    labels: { severity: 'warning' },
    summary: 'The oldest batch is 20m 30s old, and no item of any batch has ended for 15 minutes',
  },
  {
    alert: 'TintypeBatchWaits',
    when: 'no item has ended since the apis started',
    series: { [age]: '930+30x40' },
    at: 5,
    labels: { severity: 'warning' },
    summary: 'The oldest batch is 20m 30s old, and no item of any batch has ended for 15 minutes',
  },
  {
    alert: 'TintypeBatchWaits',
    when: 'no api feeds batches, and one was paused',
    series: { [age]: '930+30x40', [paused]: '1x40', [running]: '0x40' },
    at: 5,
    labels: { severity: 'warning' },
    summary: 'The oldest batch is 20m 30s old, and no item of any batch has ended for 15 minutes',
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
    alert: 'TintypeBatchWaits',
    when: 'a large batch is old, and its items end',
    series: { [age]: '930+30x80', [ended]: '0+1x80' },
    minutes: 40,
  },
  {
    alert: 'TintypeBatchWaits',
    when: 'the only batch is paused, and runs now and then',
    series: {
      [age]: '930+30x80',
      [paused]: '1x80',
      [running]: '0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0 0 0 1 0',
    },
    minutes: 20,
  },
  {
    alert: 'TintypeBatchFails',
    when: 'NATS is away for five minutes',
    series: { [failures('feed')]: '0+6x10 60x40' },
    minutes: 20,
  },
];
