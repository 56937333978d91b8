/** Where a session is in its life; it goes forward only. */
export const sessionPhases = [
  'Pending',
  'Binding',
  'Active',
  'Closing',
  'Settling',
  'Closed',
  'Rejected',
  'Failed',
] as const;

export type SessionPhase = (typeof sessionPhases)[number];

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
