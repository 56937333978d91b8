import { type BrowserSession, Conflict, NotFound } from '@tintype/crds';
import { charge } from './end/charge.js';
import { freeze } from './end/freeze.js';
import { freeSlot, releasePods, removeObject } from './end/release.js';
import { stop, watchOver } from './end/stop.js';
import type { SessionDependencies } from './pass/dependencies.js';
import { Pass, type PassResult, type Step } from './pass/pass.js';
import { activate, findProxy } from './start/activate.js';
import { addFinalizer, admit, failLate } from './start/admit.js';
import { bind } from './start/bind.js';
import { claimPod } from './start/claim.js';
import { open } from './start/open.js';

/**
 * The life of a session: its steps in order, with the phases in which each has work. A step checks whether it has work,
 * and sees the phase that an earlier step wrote. A step that returns a result ends the pass. Otherwise the next step
 * runs, also after a step that failed the session.
 *
 * An ordinary session needs three passes:
 *
 *     its object exists      admit, bind                     → Binding   until its pod is ready
 *     its pod is ready       claimPod, open, activate        → Active    until its time is over, or it is deleted
 *     it is over             stop, freeze                    → Settling
 *                            charge                          → Closed, unless it is deleted
 *                            freeSlot, releasePods, removeObject   at once, or after the time to keep it
 *
 * In each step's file the step comes first, and its exceptions follow. Why steps gather nothing before, and write the
 * status more than once: docs/decisions/0025-status-writes-are-steps.md.
 */
const steps: readonly Step[] = [
  addFinalizer, // any phase, if kubectl created it
  failLate, // Pending, Binding → Failed, if it is not Active by startBy
  admit, // Pending → Rejected, if the account may not open it; Binding without a pod (a person wrote it) → Failed
  bind, // Pending → Binding; → Failed, if the API server finds the pod invalid
  claimPod, // Binding; → Failed, if the API server finds the next pod invalid
  findProxy, // Binding with a proxy; → Failed, if the account has none
  open, // Binding; → Failed, if the open belongs to another object of the same name
  activate, // Binding → Active; → Failed, after five pods, or if the pod refuses for good
  watchOver, // Active: ends the pass here until the session is over
  stop, // Active → Closing, Closing, Failed, a session deleted before Active, a session that a person ended
  freeze, // a stopped session → Settling; a Closed or Failed one keeps its phase and gets its reason
  charge, // Settling → Closed, unless deleted; Closed without a charge; Failed with an open
  freeSlot, // Settling, Closed, Rejected, Failed
  releasePods, // the same phases
  removeObject, // the same phases: removes the finalizer if deleted, else deletes the object after its time
];

/**
 * Runs one pass of a session. It may stop, fail or be repeated at any call to a dependency. Each step can run again,
 * also in another operator, and each write carries the version read. docs/architecture.md, "Sessions", has the
 * protocol.
 * @param signal Ends the pass before its next step.
 * @returns when to look again, unless an event comes first. After `Changed`, look again soon, then later each time:
 *   the cache lacks a write
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
      const result = await step(pass);
      if (result) return result;
    }
  } catch (error) {
    if (!(error instanceof Conflict || error instanceof NotFound)) throw error;
    return { reason: 'Changed' };
  }
  return { reason: 'Done' };
};
