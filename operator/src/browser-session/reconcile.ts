import { type BrowserSession, Conflict, NotFound } from '@tintype/crds';
import { charge } from './end/charge.js';
import { freeze } from './end/freeze.js';
import { forget, freeSlot, releasePods } from './end/release.js';
import { stop, watchOver } from './end/stop.js';
import type { SessionDependencies } from './pass/dependencies.js';
import { Pass, type PassResult, type Step } from './pass/pass.js';
import { activate, findProxy } from './start/activate.js';
import { addFinalizer, admit, failLate } from './start/admit.js';
import { bind } from './start/bind.js';
import { claimPod } from './start/claim.js';
import { open } from './start/open.js';

/**
 * The life of a session, in order, with the phases in which each step has something to do. It looks for itself whether it is
 * its turn, and does nothing when it is not; a phase that one writes is there for the next. A step ends the pass by answering
 * what it waits for; else the next one has its turn, also after one has failed the session.
 *
 * With an ordinary session three passes get somewhere:
 *
 *     it is there            admit, bind                     → Binding   its pod gets ready
 *     its pod is ready       claimPod, open, activate        → Active    until its time is over, or somebody deletes it
 *     it is over             stop, freeze                    → Settling
 *                            charge                          → Closed, where nobody has deleted it
 *                            freeSlot, releasePods, forget   it goes, at once or when it was kept for its time
 *
 * Each step stands first in its file; what it does for those who are not so lucky comes after it. Why nothing is gathered
 * before, and the status written more than once: docs/decisions/0025-status-writes-are-steps.md.
 */
const steps: readonly Step[] = [
  addFinalizer, // any, when kubectl has made it
  failLate, // Pending, Binding → Failed, when it is not Active by startBy
  admit, // Pending → Rejected, when the account may not open it; Binding without a pod, which a person has written, → Failed
  bind, // Pending → Binding; → Failed, when its pod is refused for good
  claimPod, // Binding; → Failed, when it has had as many pods as it may have
  findProxy, // Binding, when it is to go through one; → Failed, when there is none
  open, // Binding; → Failed, when another object of its name has been opened
  activate, // Binding → Active; → Failed, as above, or when its pod can't take it
  watchOver, // Active: ends the pass here as long as nothing ends the session
  stop, // Active → Closing, Closing, Failed, one that is deleted before it is Active, one that a person has written off
  freeze, // what `stop` has stopped → Settling; one that is Closed or Failed stays so, and says why
  charge, // Settling → Closed, where somebody may look at it later; Closed that is not booked; Failed, for what is in the books
  freeSlot, // Settling, Closed, Rejected, Failed
  releasePods, // the same
  forget, // the same: goes with its finalizer when it is deleted; is deleted when it has been kept for its time
];

/**
 * Takes a session as far as it goes now. May stop, fail or be repeated at any call to the outside: every step can be done
 * again, by another operator too, and what is written is written against the version that was read. architecture.md,
 * "Sessions", has the protocol.
 * @param signal Ends it before its next step.
 * @returns when to look again, if nothing that is watched happens before; after `Changed` that is soon, and later each time:
 *   somebody else has written what the cache does not have yet
 */
export const reconcile = async (
  dependencies: SessionDependencies,
  session: BrowserSession,
  signal?: AbortSignal,
): Promise<PassResult> => {
  const pass = new Pass(dependencies, session);
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
