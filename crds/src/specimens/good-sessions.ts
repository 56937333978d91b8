import { conditionMessageLength } from '../object/condition.js';
import { phasesAfter, sessionPhases } from '../session/phases.js';
import { closeReasons } from '../session/reasons.js';
import { entries, type GoodSpecimen, mapOf } from './specimen.js';

const kind = 'BrowserSession';

export const leastSession = { account: 'acme' };

export const fullSession = {
  account: 'acme',
  pool: 'default',
  maxTtlSeconds: 900,
  cdp: false,
  proxy: false,
  bypassBotDetection: false,
};

const condition = {
  type: 'Ready',
  status: 'True',
  reason: 'Activated',
  message: 'the browser is open',
  observedGeneration: 1,
  lastTransitionTime: '2026-03-01T12:00:00Z',
};

export const fullSessionStatus = {
  phase: 'Closed',
  pod: {
    name: 'default-x7k2p',
    uid: '0b9e7d52-1f0a-4c38-9d2e-6a5b4c3d2e1f',
    node: 'node-1.example',
    address: '10.1.2.3:7070',
  },
  attempts: 2,
  confirmed: true,
  startedAt: '2026-03-01T12:00:00.250Z',
  expiresAt: '2026-03-01T12:15:00.250Z',
  endedAt: '2026-03-01T12:01:30Z',
  closeReason: 'Deleted',
  counts: {
    actions: 3,
    success: 2,
    error: 1,
    byType: { goto: { total: 2, success: 2, error: 0 }, click: { total: 1, success: 0, error: 1 } },
  },
  credits: 2,
  conditions: [condition],
};

const specs: GoodSpecimen[] = [
  { about: 'the smallest session', kind, spec: leastSession, stored: { spec: fullSession } },
  {
    about: 'everything at once',
    kind,
    spec: {
      account: 'a-_Z9',
      pool: 'pool-2.eu',
      maxTtlSeconds: 1,
      cdp: true,
      proxy: true,
      bypassBotDetection: false,
      startBy: '2026-03-01T12:00:00.123Z',
    },
  },
  {
    about: 'unknown fields are dropped, and null is left out',
    kind,
    spec: { ...leastSession, colour: 'red', cdp: null, startBy: null },
    stored: { spec: fullSession },
  },
  {
    about: 'the longest names',
    kind,
    name: 's'.repeat(63),
    spec: { ...fullSession, account: 'a'.repeat(64), pool: 'p'.repeat(63) },
  },
  { about: 'a leap day', kind, spec: { ...fullSession, startBy: '2028-02-29T23:59:59Z' } },
  {
    about: 'the same spec without its defaults',
    kind,
    before: { spec: fullSession },
    spec: leastSession,
    stored: { spec: fullSession },
  },
];

const status = (about: string, sent: object, stored: object = sent): GoodSpecimen => ({
  about,
  kind,
  spec: fullSession,
  status: sent,
  stored: { spec: fullSession, status: stored },
});

const statuses: GoodSpecimen[] = [
  status('everything that a status says', fullSessionStatus),
  status('an empty status', {}),
  status('a pod with an address of version 6', { pod: { name: 'p', uid: 'u', address: '[fd00::7]:7070' } }),
  status(
    'unknown fields of a status are dropped, however deep',
    { phase: 'Closed', pod: { name: 'p', uid: 'u', colour: 1 }, counts: { ...fullSessionStatus.counts, colour: 1 } },
    { phase: 'Closed', pod: { name: 'p', uid: 'u' }, counts: fullSessionStatus.counts },
  ),
  status('as many characters as a message may have, of two UTF-16 units each', {
    conditions: [{ ...condition, message: '😀'.repeat(conditionMessageLength) }],
  }),
  status('as many conditions as there may be', {
    conditions: entries(16, (at) => ({ ...condition, type: `Type${at}` })),
  }),
  status('as many types of action as there may be', {
    phase: 'Settling',
    counts: { actions: 0, success: 0, error: 0, byType: mapOf(64, { total: 0, success: 0, error: 0 }) },
  }),
  status('as much as a status may hold, or nearly so', {
    ...fullSessionStatus,
    counts: { ...fullSessionStatus.counts, byType: mapOf(64, { total: 1_000_000_000, success: 0, error: 0 }) },
    conditions: entries(16, (at) => ({
      ...condition,
      type: `Type${at}`,
      message: '😀'.repeat(conditionMessageLength),
    })),
  }),
  ...Object.entries(closeReasons).map(([closeReason, { phase }]) =>
    status(`${closeReason}, as the reason of ${phase}`, { phase, closeReason }),
  ),
];

const steps: GoodSpecimen[] = sessionPhases.flatMap((from) =>
  [from, ...phasesAfter[from]].map((to) => ({
    about: `from ${from} to ${to}`,
    kind,
    before: { spec: fullSession, status: { phase: from } },
    spec: fullSession,
    status: { phase: to },
  })),
);

const { pod, startedAt, expiresAt, counts } = fullSessionStatus;
const { name, uid } = pod;
const ready = (reason: string) => ({ conditions: [{ ...condition, status: 'False', reason }] });
const bound = { phase: 'Binding', pod: { name, uid }, attempts: 1, ...ready('Bound') };

/** In the order of a session's life. */
export const writtenByOperator = {
  bound,
  active: { ...bound, phase: 'Active', pod, startedAt, expiresAt, ...ready('Active') },
  closing: { phase: 'Closing', closeReason: 'NodeLost', endedAt: startedAt, ...ready('NodeLost') },
  settling: {
    phase: 'Settling',
    closeReason: 'Deleted',
    endedAt: expiresAt,
    credits: 15,
    counts,
    confirmed: true,
    ...ready('Deleted'),
  },
  charged: { phase: 'Closed', ...ready('Charged') },
  failed: { phase: 'Failed', closeReason: 'StartTimeout', credits: 0, ...ready('StartTimeout') },
};

const write = (about: string, before: object, change: object): GoodSpecimen => {
  const status = { ...before, ...change };
  return { about, kind, before: { spec: fullSession, status: before }, spec: fullSession, status };
};

const { active, closing, settling, charged, failed } = writtenByOperator;
const open = { ...active, ...closing };
const over = { ...active, ...settling };
const standing = { credits: 1, endedAt: startedAt, ...ready('ChargeDiffers') };

const writes: GoodSpecimen[] = [
  write('another pod is bound', bound, { pod: { name: 'p', uid: 'u' }, attempts: 2 }),
  write('its pod is located when it is active', bound, active),
  write('its end is asked for', active, closing),
  write('it is settled otherwise than it was asked for', open, settling),
  write('it is settled as it was asked for', open, { ...settling, closeReason: 'NodeLost', ...ready('NodeLost') }),
  write('it fails', bound, failed),
  write('it is rejected', {}, { ...failed, phase: 'Rejected', closeReason: 'NoFreeSlot', ...ready('NoFreeSlot') }),
  write('it is charged', over, charged),
  write('it is charged otherwise than it was frozen', over, { ...charged, credits: 1, endedAt: startedAt }),
  write('it has another charge, and is being deleted', over, standing),
  write('it has a charge though it has failed', { ...bound, ...failed }, { ...standing, counts }),
  write('no account is charged', over, { ...charged, credits: 0, ...ready('NotCharged') }),
  write('a person has written it off', { ...active, phase: 'Settling', credits: 0 }, settling),
  write('a person has written that it is closed', { ...active, phase: 'Closed' }, { ...settling, phase: 'Closed' }),
];

export const goodSessions: readonly GoodSpecimen[] = [...specs, ...statuses, ...steps, ...writes];
