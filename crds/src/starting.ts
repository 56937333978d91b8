import type { BrowserSession } from './browser-session.js';
import { phasesAfter, type SessionPhase } from './session-phases.js';

/** It may become Active; so may one whose status nobody has written yet. */
export const isStartingPhase = (phase: SessionPhase = 'Pending'): boolean => phasesAfter[phase].includes('Active');

/** It waits for its browser: nobody has asked for its end, and it is not open yet. */
export const isStarting = ({ metadata, status }: Pick<BrowserSession, 'metadata' | 'status'>): boolean =>
  metadata.deletionTimestamp === undefined && isStartingPhase(status?.phase);
