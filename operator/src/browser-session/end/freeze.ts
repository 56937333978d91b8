import { type ActionCounts, noActions, type PodRecord } from '@tintype/contracts';
import { type BrowserSession, type CloseReason, finishedAt, knownEndsOf, type Pod } from '@tintype/crds';
import { endOfSession } from '@tintype/ledger';
import type { Ending, Pass, Step } from '../pass/pass.js';

/** True if the end is no fault, so that its event is no warning. */
const isOrderly = (reason: CloseReason): boolean => reason === 'Expired' || reason === 'ShutDown';

/** Writes the inputs of the charge before the charge, so that every operator computes the same charge from them. */
export const freeze: Step = async (pass) => {
  if (!pass.ending) return undefined;
  if (pass.phase === 'Failed') return explainFailure(pass, pass.ending);
  const { closeReason, ...inputs } = frozenFigures(pass.session, pass.ending, pass.id);
  const mustBeFree = inputs.credits > 0 && !(await pass.hasOpen());
  // Phases only go forward, and a person may have written `Closed`.
  const phase = pass.phase === 'Closed' ? 'Closed' : 'Settling';
  await pass.writeStatus({ phase, closeReason, ...inputs, ...(mustBeFree && { credits: 0 }) }, closeReason);
  // No event for a deletion: the person who deleted the session knows why it ended.
  if (closeReason !== 'Deleted') pass.event(isOrderly(closeReason) ? 'Normal' : 'Warning', closeReason);
  return undefined;
};

/** Gives a failed session a reason if a person wrote the phase. An operator writes `Failed` together with a reason. */
const explainFailure = async (pass: Pass, { reason }: Ending): Promise<undefined> => {
  if (pass.status.closeReason !== undefined) return;
  await pass.writeStatus({ phase: 'Failed', closeReason: reason, credits: 0 }, reason);
  if (reason !== 'Deleted') pass.event('Warning', reason);
};

export interface FrozenFigures {
  /** RFC 3339; undefined if the session was never active. */
  endedAt?: string;
  credits: number;
  counts: ActionCounts;
  confirmed: boolean;
  closeReason: CloseReason;
}

const isEndKnown = (record: PodRecord | undefined, pod: Pod | undefined): boolean =>
  record?.openMs !== undefined || (pod !== undefined && finishedAt(pod) !== undefined);

/**
 * The inputs of a session's charge, independent of when the operator computes them. If neither the record nor the node
 * reports the end, the time at which the operator noticed it counts.
 *
 * A session is free if it was never active, or if no record proves that its client received it. It is also free if its
 * node was lost, even if the pod reports later.
 */
export const frozenFigures = (session: BrowserSession, ending: Ending, id: string): FrozenFigures => {
  const status = session.status ?? {};
  const record = ending.record?.session === id ? ending.record : undefined;
  const confirmed = record?.confirmed ?? false;
  const closeReason = ending.reason;
  const rest = { counts: record?.counts ?? noActions, confirmed, closeReason };
  if (!status.startedAt) return { credits: 0, ...rest };
  const { startedAt } = status;
  const { maxTtlSeconds } = session.spec;
  const knownEnds = knownEndsOf(session, { ...ending, record });
  const ends = isEndKnown(record, ending.pod) ? knownEnds : [...knownEnds, ending.seenAt];
  return {
    ...endOfSession({ startedAt, ends, maxTtlSeconds, isCharged: confirmed && closeReason !== 'NodeLost' }),
    ...rest,
  };
};
