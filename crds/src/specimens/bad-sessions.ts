import { conditionMessageLength } from '../object/condition.js';
import { phasesAfter, type SessionPhase, sessionPhases } from '../session/phases.js';
import { fullSession, fullSessionStatus, leastSession, writtenByOperator } from './good-sessions.js';
import { type BadSpecimen, entries, mapOf } from './specimen.js';

const kind = 'BrowserSession';

const spec = (about: string, fields: object, words: readonly string[]): BadSpecimen => ({
  about,
  kind,
  spec: { ...leastSession, ...fields },
  words,
});

const account = (about: string, value: unknown) => spec(about, { account: value }, ['spec.account']);
const startBy = (about: string, value: unknown) => spec(about, { startBy: value }, ['spec.startBy']);
const startByText = (about: string, value: string, ...words: string[]) =>
  spec(about, { startBy: value }, [
    'spec.startBy',
    'takes a time in RFC 3339, in UTC',
    '2026-03-01T12:00:00Z',
    ...words,
  ]);

const specs: BadSpecimen[] = [
  { about: 'no spec', kind, words: ['spec'] },
  { about: 'a spec that is a list', kind, spec: [], words: ['spec'] },
  { about: 'no account', kind, spec: {}, words: ['spec.account'] },
  account('an empty account', ''),
  account('an account with a blank', 'a b'),
  account('an account that is a subject of its own', 'a.b'),
  account('an account with a line break at its end', 'acme\n'),
  account('an account of 65 characters', 'a'.repeat(65)),
  account('an account that is a number', 7),
  spec('a pool in capitals', { pool: 'Default' }, ['spec.pool']),
  spec('a pool that no pool can be', { pool: 'a..b' }, ['spec.pool', 'takes lower-case letters']),
  spec('a pool with a hyphen at the end of a part', { pool: 'a-.b' }, ['spec.pool', 'takes lower-case letters']),
  spec('an empty pool', { pool: '' }, ['spec.pool']),
  spec('a pool of 64 characters', { pool: 'p'.repeat(64) }, ['spec.pool']),
  spec('no time at all', { maxTtlSeconds: 0 }, ['spec.maxTtlSeconds']),
  spec('more time than there is', { maxTtlSeconds: 901 }, ['spec.maxTtlSeconds', '900']),
  spec('half a second', { maxTtlSeconds: 1.5 }, ['spec.maxTtlSeconds']),
  spec('seconds as text', { maxTtlSeconds: '60' }, ['spec.maxTtlSeconds']),
  spec('a flag as text', { cdp: 'true' }, ['spec.cdp']),
  spec('cdp with bypassBotDetection', { cdp: true, bypassBotDetection: true }, [
    'spec.bypassBotDetection',
    'cdp and bypassBotDetection exclude each other',
  ]),
  startByText('startBy is no time', 'soon'),
  startBy('startBy is a number', 1_772_366_400),
  startBy('startBy is a list', ['2026-03-01T12:00:00Z']),
  startByText('startBy has no zone', '2026-03-01T12:00:00'),
  startByText('startBy is in another zone', '2026-03-01T12:00:00+01:00'),
  startByText('startBy to the nanosecond, in another zone', '2026-03-01T12:00:00.000000001+01:00'),
  startByText('startBy to the microsecond', '2026-03-01T12:00:00.000001Z'),
  startByText('startBy on a day that is not', '2026-02-30T12:00:00Z', 'this day or time does not exist'),
  startByText('a leap day in a year without one', '2100-02-29T12:00:00Z'),
  startByText('startBy in an hour that is not', '2026-03-01T24:00:00Z'),
  spec('two faults are both named', { account: '', maxTtlSeconds: 0 }, ['spec.account', 'spec.maxTtlSeconds']),
];

const original = { ...fullSession, startBy: '2026-03-01T12:00:00Z' };

const change = (about: string, to: object): BadSpecimen => ({
  about,
  kind,
  before: { spec: original },
  spec: to,
  words: ['spec', 'the spec of a session cannot change'],
});

const { startBy: _, ...withoutStartBy } = original;
const { pool: __, ...withoutPool } = original;

const changes: BadSpecimen[] = [
  change('another account', { ...original, account: 'other' }),
  change('another pool', { ...original, pool: 'other' }),
  change('less time', { ...original, maxTtlSeconds: 60 }),
  change('cdp, later', { ...original, cdp: true }),
  change('proxy, later', { ...original, proxy: true }),
  change('bypassBotDetection, later', { ...original, bypassBotDetection: true }),
  change('another startBy', { ...original, startBy: '2026-03-01T12:00:01Z' }),
  change('startBy is taken out', withoutStartBy),
  {
    ...change('a pool other than the default is taken out', withoutPool),
    before: { spec: { ...original, pool: 'other' } },
  },
  { ...change('startBy is put in', original), before: { spec: fullSession } },
];

const status = (about: string, fields: object, words: readonly string[]): BadSpecimen => ({
  about,
  kind,
  spec: leastSession,
  status: fields,
  words,
});

const { conditions, counts, pod } = fullSessionStatus;
const condition = (about: string, fields: object, word: string) =>
  status(about, { conditions: conditions.map((each) => ({ ...each, ...fields })) }, [`status.conditions[0].${word}`]);
const times = ['status.expiresAt', 'expiresAt must be after startedAt'];

const statuses: BadSpecimen[] = [
  status('a phase that is none', { phase: 'Open' }, ['status.phase']),
  status('a reason that is none', { closeReason: 'Bored' }, ['status.closeReason']),
  status('a pod without a uid', { pod: { name: 'p' } }, ['status.pod.uid']),
  status('an address that is a name', { pod: { ...pod, address: 'pod.example:7070' } }, ['status.pod.address']),
  status('an address without a port', { pod: { ...pod, address: '10.1.2.3' } }, ['status.pod.address']),
  status('a pod with half a name', { pod: { ...pod, name: 'p-' } }, ['status.pod.name']),
  status('less than nothing to pay', { credits: -1 }, ['status.credits']),
  status('more to pay than can be', { credits: 16 }, ['status.credits']),
  status('fewer actions than none', { counts: { ...counts, actions: -1 } }, ['status.counts.actions']),
  status('counts without a total', { counts: { success: 0, error: 0 } }, ['status.counts.actions']),
  status('a type of action without its counts', { counts: { ...counts, byType: { goto: {} } } }, [
    'status.counts.byType.goto.total',
  ]),
  status(
    'more types of action than there are',
    { counts: { ...counts, byType: mapOf(65, { total: 0, success: 0, error: 0 }) } },
    ['status.counts.byType'],
  ),
  status(
    'a type of action with a long name',
    { counts: { ...counts, byType: { ['x'.repeat(33)]: { total: 0, success: 0, error: 0 } } } },
    ['status.counts.byType', 'at most 32 characters'],
  ),
  status(
    'the end before the beginning',
    { startedAt: '2026-03-01T12:00:01Z', expiresAt: '2026-03-01T12:00:00Z' },
    times,
  ),
  status(
    'the end at the beginning',
    { startedAt: '2026-03-01T12:00:00Z', expiresAt: '2026-03-01T12:00:00.000Z' },
    times,
  ),
  condition('a condition in lower case', { type: 'ready' }, 'type'),
  condition('a condition that may be', { status: 'Maybe' }, 'status'),
  condition('a condition for no reason', { reason: '' }, 'reason'),
  condition('a condition with too long a message', { message: 'x'.repeat(conditionMessageLength + 1) }, 'message'),
  condition('a condition of no time', { lastTransitionTime: undefined }, 'lastTransitionTime'),
  status('two conditions of a type', { conditions: [...conditions, ...conditions] }, ['status.conditions[1]']),
  status('a condition that is null', { conditions: [null] }, ['status.conditions[0]']),
  status(
    'more conditions than there may be',
    { conditions: entries(17, (at) => ({ ...conditions[0], type: `Type${at}` })) },
    ['status.conditions'],
  ),
];

const step = (about: string, from: SessionPhase, to: object): BadSpecimen => ({
  about,
  kind,
  before: { spec: fullSession, status: { phase: from } },
  spec: fullSession,
  status: to,
  words: ['status.phase', 'the phase only moves forward'],
});

const stepsBack = sessionPhases.flatMap((from) =>
  sessionPhases
    .filter((to) => to !== from && !phasesAfter[from].includes(to))
    .map((to) => step(`from ${from} back to ${to}`, from, { phase: to })),
);

const { bound, active, closing, settling, charged, failed } = writtenByOperator;

const edits = (words: string, ...of: [about: string, before: object, change: object][]): BadSpecimen[] =>
  of.map(([about, before, change]) => ({
    about,
    kind,
    before: { spec: fullSession, status: before },
    spec: fullSession,
    status: { ...before, ...change },
    words: [words],
  }));

const other = { name: 'other', uid: 'other' };
const later = '2026-03-01T12:30:00Z';
const { startedAt: ___, ...unbegun } = active;
const over = { ...active, ...settling };
const closed = { ...over, ...charged };

const handWritten: BadSpecimen[] = [
  ...edits(
    'the pod changes only while the phase is Binding',
    ['another pod without another attempt', bound, { pod: other }],
    ['another pod as it becomes active', bound, { ...active, pod: other }],
    ['another pod of one that is active', active, { pod: other, attempts: 2 }],
    ['another address', active, { pod: { ...pod, address: '10.9.9.9:7070' } }],
    ['its pod is taken out', active, { pod: undefined }],
    ['another pod of one that is over', over, { pod: other }],
  ),
  ...edits(
    'startedAt and expiresAt are set with the phase Active and never change',
    ['it began later', active, { startedAt: '2026-03-01T12:01:00Z' }],
    ['it expires later', active, { expiresAt: later }],
    ['its start is unknown', active, { startedAt: undefined }],
    ['its end is unknown', active, { expiresAt: undefined }],
    ['it began before it is active', bound, { startedAt: active.startedAt, expiresAt: active.expiresAt }],
    ['it is over, and began later', over, { startedAt: '2026-03-01T12:01:00Z' }],
  ),
  ...edits(
    'expiresAt must be maxTtlSeconds after startedAt',
    ['it becomes active for longer', bound, { ...active, expiresAt: later }],
    ['it becomes active without an end', bound, { ...active, expiresAt: undefined }],
    ['it is active, and gets a startedAt', unbegun, { expiresAt: later, startedAt: active.startedAt }],
  ),
  ...edits(
    'are set when the session ends',
    ['why it ended, of one that is active', active, { closeReason: 'NodeLost' }],
    ['why it ended, as the operator says it', active, { closeReason: 'NodeLost', conditions: closing.conditions }],
    ['when it ended, and what it costs, of one that is active', active, { credits: 0, endedAt: active.startedAt }],
    ['what was counted, of one that is bound', bound, { counts }],
    ['that it was confirmed, of one that is active', active, { confirmed: false }],
  ),
  ...edits(
    'closeReason must equal the reason of the condition Ready',
    ['it is written off as lost', active, { phase: 'Settling', closeReason: 'NodeLost', credits: 0 }],
    ['it closes as lost', active, { phase: 'Closing', closeReason: 'NodeLost', endedAt: active.startedAt }],
    ['it ended for another reason', closed, { closeReason: 'NodeLost' }],
    ['it ended for no reason', over, { closeReason: undefined }],
    ['it failed for another reason', { ...bound, ...failed }, { closeReason: 'PodRefused' }],
  ),
  ...edits(
    'the price is fixed',
    ['its credits are lower than the frozen ones', over, { credits: 0 }],
    ['its end is earlier than the frozen one', over, { endedAt: active.startedAt }],
    ['it costs less than it was charged', closed, { credits: 0 }],
    ['without counts', closed, { counts: undefined }],
    ['it is closed for less', over, { phase: 'Closed', credits: 0 }],
    ['one that failed has a price', { ...bound, ...failed }, { credits: 3 }],
  ),
];

export const badSessions: readonly BadSpecimen[] = [
  ...specs,
  ...changes,
  ...statuses,
  ...stepsBack,
  ...handWritten,
  step('the phase is taken out', 'Active', { credits: 0 }),
  step('the status is emptied', 'Closed', {}),
  {
    about: 'a name that is no label',
    kind,
    name: 's'.repeat(64),
    spec: leastSession,
    words: ['at most 63 characters'],
  },
];
