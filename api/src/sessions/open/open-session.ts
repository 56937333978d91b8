import { TintypeError } from '@tintype/contracts';
import {
  type BrowserSession,
  billingFinalizer,
  isStartingPhase,
  isWaitReason,
  type NewBrowserSession,
  type ObjectKey,
  sessionName,
  type WaitReason,
} from '@tintype/crds';
import { Backoff, NotReached, pause } from '@tintype/runtime';
import { reachable } from '../../reachable.js';
import { closeSession } from '../close/close-session.js';
import { podOf, type SessionPod, type SessionsOutside } from '../dependencies.js';
import { isActive } from '../read/session-view.js';
import { createObject, ObjectRefused } from './create-object.js';

export interface SessionOrder {
  /** `sess_<uuid>`: the same again for a create that is sent again. */
  session: string;
  namespace: string;
  account: string;
  /** The account's sessions at once. */
  limit: number;
  options: { maxTtlSeconds: number; proxy: boolean; bypassBotDetection: boolean; cdp: boolean };
  /** Milliseconds of the epoch: the caller's deadline, after which no browser is opened. */
  startBy: number;
  /** Ends with that deadline, or when the caller leaves. */
  signal: AbortSignal;
  /**
   * The caller comes again with the same id when this comes to nothing: then nothing is taken back, and until startBy, when
   * what nobody has confirmed ends by itself, the same session is there for it.
   */
  comesAgain?: boolean;
  /** An earlier request has begun the session, and somebody may have been given it: it may cost something, whatever this comes to. */
  mayBeGiven?: boolean;
  /** The session as it was read past every cache, when its browser was open already: nothing is made or waited for. */
  active?: BrowserSession | undefined;
}

/** One that was there and is gone will never be opened. */
class Decision {
  /** Why there is no browser for it yet, where the operator has said so. */
  waitsFor: WaitReason | undefined;
  /** Why it was not opened for good, where the operator has said so: for the log. */
  cause: Error | undefined;
  /** Nobody was given it, and nobody will be. */
  isFree: boolean;
  #seen = false;

  constructor({ mayBeGiven = false }: SessionOrder) {
    this.isFree = !mayBeGiven;
  }

  readonly isDecided = (session: BrowserSession | undefined): boolean => {
    this.#seen ||= session !== undefined;
    if (!session) return this.#seen;
    const { phase, closeReason, conditions = [] } = session.status ?? {};
    this.cause = closeReason === undefined ? undefined : new Error(`Its operator ended it: ${closeReason}`);
    // Of one that has failed: what it waited for last.
    if (phase !== 'Failed') this.waitsFor = conditions.map(({ reason }) => reason).find(isWaitReason);
    return !isStartingPhase(phase);
  };
}

const noRoomSeconds = 5;

/** What its caller is told, and can do about it. */
const notOpened = ({ waitsFor, isFree }: Decision, cause?: unknown): TintypeError => {
  const isNoRoom = waitsFor === 'PodUnschedulable' || waitsFor === 'PodNotMade';
  if (!isNoRoom) return new TintypeError('unavailable', isFree ? notInTime : notKnown, { cause });
  return new TintypeError('overloaded', noRoom, { cause, retryAfterSeconds: noRoomSeconds });
};

const noRoom = 'Every browser is in use, and there is no room for another: close a session, or come again in a while.';
const notInTime = 'No browser could be opened for the session. It costs nothing: ask again.';
const notKnown =
  'It is not known yet what has become of the session of this Idempotency-Key: ask again with the same one.';

/**
 * Opens a session: slot, object, wait until the operator has a browser open for it, and confirm it on the pod, since only
 * a session that its caller got may cost anything. Whatever goes wrong before that takes the session back.
 * @throws TintypeError `session_limit`, `overloaded` or `unavailable`
 */
export const openSession = async (dependencies: SessionsOutside, order: SessionOrder): Promise<BrowserSession> => {
  const key = keyOf(order);
  if (!order.active && !(await hasSlot(dependencies, order, key))) throw new TintypeError('session_limit');
  const decision = new Decision(order);
  try {
    const session = order.active ?? (await makeSession(dependencies, order, decision));
    order.signal.throwIfAborted();
    if (session && isActive(session)) {
      if (await isConfirmed(dependencies, session, order)) return session;
      decision.isFree = true;
    }
  } catch (cause) {
    await (cause instanceof ObjectRefused ? freeSlot(dependencies, order) : takeBack(dependencies, order, key));
    throw order.signal.aborted ? notOpened(decision, cause) : new TintypeError('unavailable', undefined, { cause });
  }
  await takeBack(dependencies, order, key);
  throw notOpened(decision, decision.cause);
};

/** With the slot that it has: waits until it is decided whether its browser is open. */
const makeSession = async (dependencies: SessionsOutside, order: SessionOrder, { isDecided }: Decision) => {
  const object = objectOf(order, keyOf(order));
  await createObject(dependencies, object, order.signal);
  return dependencies.waitFor(keyOf(order), isDecided, order.signal);
};

/** Taken, or not without doubt: nothing has been made yet that could need it. */
const hasSlot = async (dependencies: SessionsOutside, order: SessionOrder, key: ObjectKey): Promise<boolean> => {
  try {
    return await reachable(dependencies.slots.take(slotOf(order, key)));
  } catch (error) {
    await freeSlot(dependencies, order);
    throw error;
  }
};

const keyOf = ({ namespace, session }: SessionOrder): ObjectKey => ({ namespace, name: sessionName(session) });

const slotOf = ({ session, account, startBy, limit, mayBeGiven }: SessionOrder, key: ObjectKey) => ({
  ...key,
  session,
  account,
  limit,
  mayHaveOne: mayBeGiven,
  startBy: new Date(startBy).toISOString(),
});

const objectOf = ({ account, options, startBy }: SessionOrder, key: ObjectKey): NewBrowserSession => ({
  apiVersion: 'tintype.dev/v1alpha1',
  kind: 'BrowserSession',
  metadata: { ...key, finalizers: [billingFinalizer] },
  spec: { account, ...options, startBy: new Date(startBy).toISOString() },
});

/**
 * Asks the pod until it answers, or the time is up. Where it may have heard of the session without an answer that came, be it
 * from an earlier request, the session may cost something, and is the caller's unless the pod's record says that nobody has
 * confirmed it: who is told 503 then pays for nothing.
 */
const isConfirmed = async (
  dependencies: SessionsOutside,
  session: BrowserSession,
  order: SessionOrder,
): Promise<boolean> => {
  const { mayBeGiven = false } = order;
  const pod = podOf(session);
  if (!pod) return mayBeGiven;
  const { agent, clock, random = Math.random } = dependencies;
  const backoff = new Backoff({ firstMs: 50, maxMs: 1000, random });
  for (let isInDoubt = mayBeGiven; ; ) {
    try {
      if (await agent.confirm(pod, order.session)) return true;
      return isInDoubt && (await wasConfirmed(dependencies, pod, order.session));
    } catch (error) {
      isInDoubt ||= !(error instanceof NotReached);
    }
    await pause(clock, backoff.next(), order.signal);
    if (order.signal.aborted) return isInDoubt;
  }
};

/** Of a session that its pod does not run any more, so that `close` ends nothing; what can't be known is taken for true. */
const wasConfirmed = async ({ agent }: SessionsOutside, pod: SessionPod, session: string): Promise<boolean> => {
  const end = await agent.close(pod, session).catch(() => undefined);
  return end?.record?.confirmed ?? true;
};

/** Of a session of which there is no object, and never will be; another request for the same one may be making it. */
const freeSlot = async ({ slots }: SessionsOutside, { account, session, comesAgain }: SessionOrder): Promise<void> => {
  if (comesAgain) return;
  try {
    await slots.free(account, session, { uid: undefined });
  } catch {
    // It is the sweeper's to free.
  }
};

/** An object that is not found may still come: then the slot is the sweeper's to free. Failing is the operator's affair. */
const takeBack = async (dependencies: SessionsOutside, { comesAgain }: SessionOrder, key: ObjectKey): Promise<void> => {
  if (comesAgain) return;
  try {
    await closeSession(dependencies, key);
  } catch {
    // It ends by its startBy, which nobody has confirmed it before.
  }
};
