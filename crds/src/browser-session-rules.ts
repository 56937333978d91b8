import { isDeepStrictEqual } from 'node:util';
import type { BrowserSession } from './browser-session.js';
import { browserSessionStatusRules } from './browser-session-status-rules.js';
import { labelValueLength } from './fields/label-value.js';
import { type Rule, ruleOver } from './rule.js';
import { phasesAfter, type SessionPhase } from './session-phases.js';

const rule = ruleOver<BrowserSession>();

const quoted = (phases: readonly string[]) => `[${phases.map((phase) => `'${phase}'`).join(', ')}]`;

const successors = Object.entries(phasesAfter)
  .map(([phase, after]) => `'${phase}': ${quoted(after)}`)
  .join(', ');

const mayFollow = (phase: SessionPhase | undefined, before: SessionPhase) =>
  phase === before || (phase !== undefined && phasesAfter[before].includes(phase));

export const browserSessionRules: readonly Rule[] = [
  rule([], {
    rule: `self.metadata.name.size() <= ${labelValueLength}`,
    message: `the name of a session has at most ${labelValueLength} characters, since its pods have it as a label`,
    holds: ({ metadata }) => metadata.name.length <= labelValueLength,
  }),
  rule([], {
    // At the root, since a phase that is left out must be noticed, too.
    rule: `!has(oldSelf.status) || !has(oldSelf.status.phase) || \
has(self.status) && has(self.status.phase) && \
(self.status.phase == oldSelf.status.phase || self.status.phase in {${successors}}[oldSelf.status.phase])`,
    message: 'the phase goes forward only, and Closed, Rejected and Failed are final',
    fieldPath: '.status.phase',
    holds: (self, old) => !old.status?.phase || mayFollow(self.status?.phase, old.status.phase),
  }),
  rule(['spec'], {
    // At spec, which is required: no field of it can be left out on the way. Defaults are filled in before the comparison,
    // in stored objects, too, so a field with a default may be added to the kind later.
    rule: 'self == oldSelf',
    message: 'the spec of a session cannot be changed: delete it and make another one',
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
    message: 'expiresAt lies after startedAt',
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
