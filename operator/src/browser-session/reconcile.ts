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
 *                            freeSlot, releasePods
 *                            removeObject    at once if it is deleted, else after the time to keep it
 *
 * docs/decisions/0025-status-writes-are-steps.md says why each step reads what it needs, and why the status is written
 * more than once.
 */
const steps: readonly Step[] = [
  addFinalizer, // any phase, if kubectl created it
  failLate, // Pending, Binding → Failed, if it is not Active by startBy
  admit, // if the account may not open it: Pending → Rejected; Binding without a pod, which a person wrote → Failed
  bind, // Pending → Binding; → Failed, if the API server finds the pod invalid
  claimPod, // Binding; → Failed, if the API server finds the next pod invalid
  findProxy, // Binding with a proxy; → Failed, if the account has none
  open, // Binding; → Failed, if the open belongs to another object of the same name
  activate, // Binding → Active; → Failed, after five pods, or if the pod refuses for good
  watchOver, // Active: ends the pass here until the session is over
  stop, // Active, Closing, Failed, deleted before Active, ended by a person; → Closing, if its pod does not answer
  freeze, // a session that `stop` stopped → Settling; a Closed or Failed one keeps its phase and gets its reason
  charge, // Settling → Closed, unless deleted; Closed without a charge; Failed with an open
  freeSlot, // Settling, Closed, Rejected, Failed
  releasePods, // the same phases
  removeObject, // the same phases: removes the finalizer if deleted, else deletes the object after its time
];

/**
 * Runs one pass of a session. A pass may stop or fail at any call to a dependency. Each step can run again, also in
 * another operator, and each write carries the version read. docs/architecture.md, "Sessions", has the protocol.
 * @param signal Ends the pass before its next step.
 * @returns when to look again, unless an event comes first. After `Changed`, look again after waits that grow, because
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
