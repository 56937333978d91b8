import { type FiringCase, ofApi, type QuietCase } from './alert-case.js';

const warning = { severity: 'warning' } as const;

const upload = (outcome: string, pod?: string) => ofApi('tintype_uploads_total', { outcome }, pod);
const failing = (outcome: string, pod?: string) => ofApi('tintype_upload_accounts_failing', { outcome }, pod);

export const firingUploads: readonly FiringCase[] = [
  {
    alert: 'TintypeUploadsFail',
    when: 'three of four uploads fail, on two replicas; the increase is an estimate, of 36',
    series: {
      [upload('refused')]: '0+1x40',
      [upload('timeout', 'b')]: '0+2x40',
      [upload('stored')]: '0+1x40',
    },
    at: 6,
    labels: warning,
    summary: '36 uploads to storage of accounts failed in 15 minutes, more than half of all',
  },
  {
    alert: 'TintypeAccountStoreFails',
    when: 'the storage of one account refuses uploads of two replicas, and that of another is slow',
    series: {
      [failing('refused')]: '0x9 1x80',
      [failing('refused', 'b')]: '0x19 1x80',
      [failing('timeout')]: '0x9 1x80',
    },
    at: 35,
    labels: warning,
    summary: 'Uploads to the storage of at least 2 accounts fail, since half an hour',
  },
];

export const quietUploads: readonly QuietCase[] = [
  {
    alert: 'TintypeUploadsFail',
    when: 'four of fifteen uploads fail, and others lack their access list or time',
    series: { [upload('refused')]: '0+4x60', [upload('without_acl')]: '0+5x60', [upload('no_time')]: '0+6x60' },
    minutes: 40,
  },
  {
    alert: 'TintypeUploadsFail',
    when: 'a few uploads fail, and there are no others',
    series: { [upload('blocked')]: '0x5 3x55' },
    minutes: 40,
  },
  {
    alert: 'TintypeAccountStoreFails',
    when: 'one upload fails, which the gauge shows for 20 minutes',
    series: { [failing('timeout')]: '0x9 1x39 _x60' },
    minutes: 50,
  },
];
