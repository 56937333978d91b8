import { isDeepStrictEqual } from 'node:util';
import { labelValueLength } from '../schema/names.js';
import { type Rule, ruleOver } from '../schema/rule.js';
import type { BrowserSession, BrowserSessionStatus } from './browser-session.js';
import { phasesAfter, type SessionPhase } from './phases.js';
import { hasReadyReason, isFrozen } from './session-properties.js';

/**
 * A wrong write to the status can break a session. These rules refuse writes that no operator makes, so that no person
 * changes price, browser or end by mistake. Each rule admits a write that an operator repeats, and lets every stored
 * object end.
 */
const rule = ruleOver<BrowserSession>();

type Field = Exclude<keyof BrowserSessionStatus, 'conditions'>;

const unchangedInCel = (...fields: Field[]): string =>
  fields
    .map(
      (field) =>
        `has(self.${field}) == has(oldSelf.${field}) && (!has(self.${field}) || self.${field} == oldSelf.${field})`,
    )
    .join(' && ');

const areUnchanged = (self: BrowserSessionStatus, old: BrowserSessionStatus, ...fields: Field[]): boolean =>
  fields.every((field) => isDeepStrictEqual(self[field], old[field]));

const listInCel = (words: readonly string[]) => `[${words.map((word) => `'${word}'`).join(', ')}]`;

const endingPhases: readonly SessionPhase[] = ['Closing', 'Settling', 'Closed', 'Rejected', 'Failed'];

const timeFields = ['startedAt', 'expiresAt'] as const;

/** These fields are fixed before the charge. */
const priceFields = ['endedAt', 'credits', 'counts', 'confirmed'] as const;

const hasReadyReasonInCel = (subject: 'self' | 'oldSelf', reasons: string) =>
  `has(${subject}.conditions) && ${subject}.conditions.exists(each, each.type == 'Ready' && each.reason in ${reasons})`;

/** The operator wrote a charge, or found that none is due. */
const chargedReasons = ['Charged', 'NotCharged'];

/** Reasons with which the operator may correct the price. `ChargeDiffers`: another charge in the ledger counts. */
const correctableReasons = [...chargedReasons, 'ChargeDiffers'];

/** The pod changes with one more attempt, and gets its address when the session is Active. */
const mayChangePod = (self: BrowserSessionStatus, old: BrowserSessionStatus): boolean => {
  if (!old.pod || areUnchanged(self, old, 'pod')) return true;
  if (!self.pod || old.phase !== 'Binding') return false;
  if (self.phase === 'Binding' && (self.attempts ?? 0) > (old.attempts ?? 0)) return true;
  return self.pod.name === old.pod.name && self.pod.uid === old.pod.uid;
};

const browserSessionStatusRules: readonly Rule[] = [
  rule([], {
    // At the root, because the rule reads the spec. In whole seconds: a duration made from a number costs a hundred
    // times a rule's budget. An object that already has a `startedAt` is exempt, so that it can end.
    rule: `!has(self.status) || !has(self.status.startedAt) || !has(oldSelf.status) || has(oldSelf.status.startedAt) || \
has(self.status.expiresAt) && \
(timestamp(self.status.expiresAt) - timestamp(self.status.startedAt)).getSeconds() == self.spec.maxTtlSeconds`,
    message: 'expiresAt must be maxTtlSeconds after startedAt',
    fieldPath: '.status.expiresAt',
    holds: ({ spec, status }, { status: old }) =>
      !status?.startedAt ||
      !old ||
      old.startedAt !== undefined ||
      Math.floor((Date.parse(status.expiresAt ?? '') - Date.parse(status.startedAt)) / 1000) === spec.maxTtlSeconds,
  }),
  rule(['status'], {
    rule: `${unchangedInCel(...timeFields)} || \
!has(oldSelf.startedAt) && !has(oldSelf.expiresAt) && has(self.phase) && self.phase == 'Active'`,
    message: 'startedAt and expiresAt are set with the phase Active and never change',
    fieldPath: '.startedAt',
    holds: (self, old) =>
      areUnchanged(self, old, ...timeFields) || (!old.startedAt && !old.expiresAt && self.phase === 'Active'),
  }),
  rule(['status'], {
    rule: `!has(oldSelf.pod) || has(self.pod) && (self.pod == oldSelf.pod || \
has(oldSelf.phase) && oldSelf.phase == 'Binding' && \
(self.pod.name == oldSelf.pod.name && self.pod.uid == oldSelf.pod.uid || \
has(self.phase) && self.phase == 'Binding' && has(self.attempts) && \
(!has(oldSelf.attempts) || self.attempts > oldSelf.attempts)))`,
    message: 'the pod changes only while the phase is Binding, with one more attempt',
    fieldPath: '.pod',
    holds: mayChangePod,
  }),
  rule(['status'], {
    rule: `has(self.phase) && self.phase in ${listInCel(endingPhases)} || \
!has(self.closeReason) && ${priceFields.map((field) => `!has(self.${field})`).join(' && ')}`,
    message: 'closeReason, endedAt, credits, counts and confirmed are set when the session ends',
    fieldPath: '.closeReason',
    holds: ({ phase, closeReason, ...rest }) =>
      endingPhases.some((ending) => ending === phase) ||
      (closeReason === undefined && priceFields.every((field) => rest[field] === undefined)),
  }),
  rule(['status'], {
    rule: `${unchangedInCel('closeReason')} || has(self.closeReason) && ${hasReadyReasonInCel('self', '[self.closeReason]')}`,
    message: 'closeReason must equal the reason of the condition Ready',
    fieldPath: '.closeReason',
    holds: (self, old) =>
      areUnchanged(self, old, 'closeReason') ||
      (self.closeReason !== undefined && hasReadyReason(self, [self.closeReason])),
  }),
  rule(['status'], {
    // A failed session has no counts.
    rule: `${unchangedInCel(...priceFields)} || \
!(has(oldSelf.closeReason) && has(oldSelf.credits) && (has(oldSelf.counts) || has(oldSelf.phase) && oldSelf.phase in ['Rejected', 'Failed'])) || \
${hasReadyReasonInCel('self', listInCel(correctableReasons))} && !(${hasReadyReasonInCel('oldSelf', listInCel(chargedReasons))})`,
    message: 'the price is fixed: endedAt, credits, counts and confirmed never change',
    fieldPath: '.credits',
    holds: (self, old) =>
      areUnchanged(self, old, ...priceFields) ||
      !isFrozen(old) ||
      (hasReadyReason(self, correctableReasons) && !hasReadyReason(old, chargedReasons)),
  }),
];

const successors = Object.entries(phasesAfter)
  .map(([phase, after]) => `'${phase}': ${listInCel(after)}`)
  .join(', ');

const mayFollow = (phase: SessionPhase | undefined, before: SessionPhase) =>
  phase === before || (phase !== undefined && phasesAfter[before].includes(phase));

export const browserSessionRules: readonly Rule[] = [
  rule([], {
    rule: `self.metadata.name.size() <= ${labelValueLength}`,
    message: `the name of a session has at most ${labelValueLength} characters, because its pods have it as a label`,
    holds: ({ metadata }) => metadata.name.length <= labelValueLength,
  }),
  rule([], {
    // At the root, so that the rule also refuses a status without a phase.
    rule: `!has(oldSelf.status) || !has(oldSelf.status.phase) || \
has(self.status) && has(self.status.phase) && \
(self.status.phase == oldSelf.status.phase || self.status.phase in {${successors}}[oldSelf.status.phase])`,
    message: 'the phase only moves forward, and Closed, Rejected and Failed are final',
    fieldPath: '.status.phase',
    holds: (self, old) => !old.status?.phase || mayFollow(self.status?.phase, old.status.phase),
  }),
  rule(['spec'], {
    // At spec, which is required, so no field can be left out. Defaults are filled in before the comparison, also in
    // stored objects: new fields with defaults are safe.
    rule: 'self == oldSelf',
    message: 'the spec of a session cannot change: delete the session and create another',
    holds: isDeepStrictEqual,
  }),
  rule(['spec'], {
    rule: '!(self.cdp && self.bypassBotDetection)',
    message: 'cdp and bypassBotDetection exclude each other',
    fieldPath: '.bypassBotDetection',
    holds: (spec) => !(spec.cdp && spec.bypassBotDetection),
  }),
  rule(['status'], {
    rule: '!has(self.startedAt) || !has(self.expiresAt) || timestamp(self.expiresAt) > timestamp(self.startedAt)',
    message: 'expiresAt must be after startedAt',
    fieldPath: '.expiresAt',
    holds: ({ startedAt, expiresAt }) =>
      startedAt === undefined || expiresAt === undefined || Date.parse(expiresAt) > Date.parse(startedAt),
  }),
  ...browserSessionStatusRules,
  rule(['status', 'counts', 'byType'], {
    rule: 'self.all(type, type.size() <= 32)',
    message: 'the name of a type of action has at most 32 characters',
    holds: (byType) => Object.keys(byType).every((type) => [...type].length <= 32),
  }),
];
