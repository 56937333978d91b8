import { type SessionOptions, TintypeError } from '@tintype/contracts';
import {
  type BrowserSession,
  billingFinalizer,
  isStartingPhase,
  isWaitReason,
  type NewBrowserSession,
  type ObjectKey,
  profileAnnotation,
  sessionName,
  type WaitReason,
} from '@tintype/crds';
import { Backoff, PodNotReached, pause } from '@tintype/runtime';
import { reachable } from '../../reachable.js';
import { closeSession, freeSlotWithoutObject } from '../close/close-session.js';
import { podOf, type SessionDependencies, type SessionPod } from '../dependencies.js';
import { isActive } from '../read/session-view.js';
import { createObject, ObjectRefused } from './create-object.js';

export interface SessionOrder {
  /** `sess_<uuid>`; a retry has the same id. */
  session: string;
  namespace: string;
  account: string;
  /** How many slots the account may hold. */
  limit: number;
  options: SessionOptions;
  /**
   * Gives the open browser what it begins with, such as a saved login; may be called again. A TintypeError closes the
   * session. Any other error means that there was no answer.
   */
  prepare?: ((pod: SessionPod) => Promise<void>) | undefined;
  /** The caller's deadline in milliseconds of the epoch: no browser opens after it. */
  startBy: number;
  /** Aborts at `startBy`, or when the client leaves. */
  signal: AbortSignal;
  /**
   * The client can retry with the same id: a failure takes nothing back. The session waits for the retry until
   * `startBy`, and ends then if unconfirmed.
   */
  isRetryable?: boolean;
  /** An earlier request may have returned the session, so it may cost something. */
  mayHaveReachedClient?: boolean;
  /** The object, if its browser is already open: nothing is created or awaited then. */
  active?: BrowserSession | undefined;
}

/** What is known about the object while the create waits. An object that is gone will never be opened. */
class OpenOutcome {
  waitsFor: WaitReason | undefined;
  /** Why the operator ended the session; for the log. */
  cause: Error | undefined;
  /** True if no response names the session, now or later. Then it costs nothing. */
  isFree: boolean;
  #seen = false;

  constructor({ mayHaveReachedClient = false }: SessionOrder) {
    this.isFree = !mayHaveReachedClient;
  }

  readonly isDecided = (session: BrowserSession | undefined): boolean => {
    this.#seen ||= session !== undefined;
    if (!session) return this.#seen;
    const { phase, closeReason, conditions = [] } = session.status ?? {};
    this.cause = closeReason === undefined ? undefined : new Error(`The operator ended the session: ${closeReason}`);
    // A failed session keeps its last wait reason.
    if (phase !== 'Failed') this.waitsFor = conditions.map(({ reason }) => reason).find(isWaitReason);
    return !isStartingPhase(phase);
  };
}

const retrySeconds = 5;

const openError = ({ waitsFor, isFree }: OpenOutcome, cause?: unknown): TintypeError => {
  const isFull = waitsFor === 'PodUnschedulable' || waitsFor === 'PodNotMade';
  if (!isFull) return new TintypeError('unavailable', isFree ? notInTime : notKnown, { cause });
  return new TintypeError('overloaded', allInUse, { cause, retryAfterSeconds: retrySeconds });
};

const allInUse = `All browsers are in use, and none can be added now: close a session, or try again in ${retrySeconds} s.`;
const notInTime = 'No browser was ready in time. The session costs nothing: try again.';
const notKnown =
  'The outcome of the session with this `Idempotency-Key` is not known yet: try again with the same key.';

/**
 * Takes the slot, creates the object, waits for the browser, and confirms it on the pod. Only a confirmed session may
 * cost something. If an earlier step fails, the session is taken back.
 * @throws TintypeError `session_limit`, `profile_unusable`, `overloaded` or `unavailable`
 */
export const openSession = async (dependencies: SessionDependencies, order: SessionOrder): Promise<BrowserSession> => {
  const key = keyOf(order);
  if (!order.active && !(await takeSlot(dependencies, order, key))) throw new TintypeError('session_limit');
  const outcome = new OpenOutcome(order);
  try {
    const session = order.active ?? (await createSession(dependencies, order, outcome));
    order.signal.throwIfAborted();
    if (session && isActive(session)) {
      await prepare(dependencies, session, order);
      if (await isConfirmed(dependencies, session, order)) return session;
      outcome.isFree = true;
    }
  } catch (cause) {
    await undo(dependencies, order, cause);
    if (cause instanceof NotPrepared) throw cause.refusal;
    throw order.signal.aborted ? openError(outcome, cause) : new TintypeError('unavailable', undefined, { cause });
  }
  await takeBack(dependencies, order, key);
  throw openError(outcome, outcome.cause);
};

/** `prepare` refused, for example because the agent does not take the saved login. */
class NotPrepared extends Error {
  override name = 'NotPrepared';
  readonly refusal: TintypeError;

  constructor(refusal: TintypeError) {
    super(refusal.message, { cause: refusal });
    this.refusal = refusal;
  }
}

/**
 * Calls `prepare` until the pod answers. If the session is over, it returns: the confirmation then fails. Throws
 * NotPrepared, or the signal's reason.
 */
const prepare = async (
  { clock, random = Math.random }: SessionDependencies,
  session: BrowserSession,
  order: SessionOrder,
): Promise<void> => {
  const pod = podOf(session);
  if (!order.prepare || !pod) return;
  const backoff = new Backoff({ firstMs: 50, maxMs: 1000, random });
  for (;;) {
    try {
      return await order.prepare(pod);
    } catch (cause) {
      if (cause instanceof TintypeError && cause.code === 'session_not_active') return;
      if (cause instanceof TintypeError) throw new NotPrepared(cause);
    }
    await pause(clock, backoff.next(), order.signal);
    order.signal.throwIfAborted();
  }
};

const undo = (dependencies: SessionDependencies, order: SessionOrder, cause: unknown): Promise<void> => {
  if (cause instanceof ObjectRefused) return freeSlot(dependencies, order);
  // A retry would be refused, too.
  const isRetryable = cause instanceof NotPrepared ? false : order.isRetryable === true;
  return takeBack(dependencies, { ...order, isRetryable }, keyOf(order));
};

const createSession = async (dependencies: SessionDependencies, order: SessionOrder, { isDecided }: OpenOutcome) => {
  const object = objectOf(order, keyOf(order));
  await createObject(dependencies, object, order.signal);
  return dependencies.waitFor(keyOf(order), isDecided, order.signal);
};

/** Takes the slot. After an unclear answer it frees the slot, unless a retry may need it: no object does yet. */
const takeSlot = async (dependencies: SessionDependencies, order: SessionOrder, key: ObjectKey): Promise<boolean> => {
  try {
    return await reachable(dependencies.slots.take(slotOf(order, key)));
  } catch (error) {
    await freeSlot(dependencies, order);
    throw error;
  }
};

const keyOf = ({ namespace, session }: SessionOrder): ObjectKey => ({ namespace, name: sessionName(session) });

const slotOf = ({ session, account, startBy, limit, mayHaveReachedClient }: SessionOrder, key: ObjectKey) => ({
  ...key,
  session,
  account,
  limit,
  mayHoldSlot: mayHaveReachedClient,
  startBy: new Date(startBy).toISOString(),
});

const objectOf = ({ account, options, startBy }: SessionOrder, key: ObjectKey): NewBrowserSession => {
  const { profile, ...spec } = options;
  const annotations = profile === undefined ? {} : { annotations: { [profileAnnotation]: profile } };
  return {
    apiVersion: 'tintype.dev/v1alpha1',
    kind: 'BrowserSession',
    metadata: { ...key, ...annotations, finalizers: [billingFinalizer] },
    spec: { account, ...spec, startBy: new Date(startBy).toISOString() },
  };
};

/**
 * Asks the pod until it answers or the time is up. If a confirmation may have arrived, even an earlier request's, it
 * counts unless the pod's record denies it. A client that gets 503 pays nothing.
 */
const isConfirmed = async (
  dependencies: SessionDependencies,
  session: BrowserSession,
  order: SessionOrder,
): Promise<boolean> => {
  const { mayHaveReachedClient = false } = order;
  const pod = podOf(session);
  if (!pod) return mayHaveReachedClient;
  const { agent, clock, random = Math.random } = dependencies;
  const backoff = new Backoff({ firstMs: 50, maxMs: 1000, random });
  for (let isInDoubt = mayHaveReachedClient; ; ) {
    try {
      if (await agent.confirm(pod, order.session)) return true;
      return isInDoubt && (await wasConfirmed(dependencies, pod, order.session));
    } catch (error) {
      isInDoubt ||= !(error instanceof PodNotReached);
    }
    await pause(clock, backoff.next(), order.signal);
    if (order.signal.aborted) return isInDoubt;
  }
};

/**
 * Reads from the pod record whether the session was confirmed. `close` ends nothing here: the pod no longer runs the
 * session. An unknown answer counts as confirmed.
 */
const wasConfirmed = async ({ agent }: SessionDependencies, pod: SessionPod, session: string): Promise<boolean> => {
  const end = await agent.close(pod, session).catch(() => undefined);
  return end?.record?.confirmed ?? true;
};

/** Frees the slot if no retry can need it: there is no object yet. */
const freeSlot = async (
  dependencies: SessionDependencies,
  { account, session, isRetryable }: SessionOrder,
): Promise<void> => {
  if (!isRetryable) await freeSlotWithoutObject(dependencies, account, session);
};

/** Closes the session. An object that is not found may still appear: then the sweeper frees the slot. */
const takeBack = async (
  dependencies: SessionDependencies,
  { isRetryable }: SessionOrder,
  key: ObjectKey,
): Promise<void> => {
  if (isRetryable) return;
  try {
    await closeSession(dependencies, key);
  } catch {
    // The session is not confirmed: it ends at its `startBy`.
  }
};
