import { type BrowserSession, Conflict, NotFound } from '@tintype/crds';
import { addFinalizer, admit, failLate } from './admit.js';
import { activate, bind, claimPod, open } from './claim.js';
import type { Outside } from './outside.js';
import { Pass, type Step, type Wait } from './pass.js';
import { forget, freeSlot, releasePods } from './release.js';
import { charge, freeze } from './settle.js';
import { stop, watchOver } from './stop.js';

/** The life of a session, in order. Each step looks whether it is its turn, and does nothing when it is not. */
const steps: readonly Step[] = [
  addFinalizer,
  failLate,
  admit,
  bind,
  claimPod,
  open,
  activate,
  watchOver,
  stop,
  freeze,
  charge,
  freeSlot,
  releasePods,
  forget,
];

/**
 * Takes a session as far as it goes now. May stop, fail or be repeated at any call to the outside: every step can be done
 * again, by another operator too, and what is written is written against the version that was read. architecture.md,
 * "Sessions", has the protocol.
 * @param signal Ends it before its next step.
 * @returns when to look again, if nothing that is watched happens before; after `Changed` that is soon, and later each time:
 *   somebody else has written what the cache does not have yet
 */
export const reconcile = async (outside: Outside, session: BrowserSession, signal?: AbortSignal): Promise<Wait> => {
  const pass = new Pass(outside, session);
  try {
    for (const step of steps) {
      signal?.throwIfAborted();
      const wait = await step(pass);
      if (wait) return wait;
    }
  } catch (error) {
    if (!(error instanceof Conflict || error instanceof NotFound)) throw error;
    return { reason: 'Changed' };
  }
  return { reason: 'Done' };
};
