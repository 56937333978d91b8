/** Where a session is in its life, and what that means. It goes forward only, as {@link phasesAfter} says. */
export const phaseMeanings = {
  Pending: 'nothing has been done for it',
  Binding: 'a pod was chosen and is being claimed',
  Active: 'the browser is open, and time is charged',
  Closing: 'the browser is being stopped',
  Settling: 'what it costs is fixed, and is being booked',
  Closed: 'ended and booked',
  Rejected: 'refused before anything was done for it',
  Failed: 'it never became Active, and costs nothing',
} as const;

export type SessionPhase = keyof typeof phaseMeanings;

export const sessionPhases = Object.keys(phaseMeanings) as [SessionPhase, ...SessionPhase[]];

/**
 * The phases that may come after one. A deleted session goes to Closing from wherever it is; one is refused before anything
 * is done for it, and fails only before its browser was opened. Steps may be skipped: a write that was lost is not repeated.
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

/** The session has ended, and its phase stays. */
export const isFinal = (phase: SessionPhase): boolean => phasesAfter[phase].length === 0;
