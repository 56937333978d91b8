export const phaseMeanings = {
  Pending: 'the operator has not started its work',
  Binding: 'the operator chose a pod and claims it',
  Active: 'the browser is open, and time is charged',
  Closing: 'the pod did not answer close; its browser may still run',
  Settling: 'the price is fixed, and the operator writes the charge',
  Closed: 'ended, and charged unless Ready has the reason NotCharged',
  Rejected: 'refused before any work',
  Failed: 'never became Active; costs nothing',
} as const;

export type SessionPhase = keyof typeof phaseMeanings;

export const sessionPhases = Object.keys(phaseMeanings) as [SessionPhase, ...SessionPhase[]];

/**
 * Phases that may follow a phase. A deletion leads to Settling, or first to Closing if the pod does not answer `close`.
 * Rejected comes before all work, Failed before the browser opened. Steps may be skipped: a lost write is not repeated.
 */
export const phasesAfter: Readonly<Record<SessionPhase, readonly SessionPhase[]>> = {
  Pending: ['Binding', 'Active', 'Closing', 'Settling', 'Closed', 'Rejected', 'Failed'],
  Binding: ['Active', 'Closing', 'Settling', 'Closed', 'Failed'],
  Active: ['Closing', 'Settling', 'Closed'],
  Closing: ['Settling', 'Closed'],
  Settling: ['Closed'],
  Closed: [],
  Rejected: [],
  Failed: [],
};

export const isFinal = (phase: SessionPhase): boolean => phasesAfter[phase].length === 0;
