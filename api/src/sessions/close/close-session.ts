import { type BrowserSession, Conflict, type ObjectKey, type ObjectMeta, sessionId } from '@tintype/crds';
import { type PodEnd, podOf, type SessionDependencies } from '../dependencies.js';

export type ClosingDependencies = Pick<SessionDependencies, 'store' | 'agent' | 'slots' | 'ledger'>;

export interface ClosedSession {
  session: BrowserSession;
  end: PodEnd | undefined;
}

/** The session is closed; the operator frees its slot. */
export class SlotNotFreed extends Error {
  override name = 'SlotNotFreed';
  readonly closed: ClosedSession;

  constructor(closed: ClosedSession, cause: unknown) {
    super('The slot of the closed session is still taken.', { cause });
    this.closed = closed;
  }
}

/** The key of the object to close. If it has a `uid`, an object with another uid stays. */
export type ClosingKey = ObjectKey & Partial<Pick<ObjectMeta, 'uid'>>;

/**
 * Deletes the object, then makes the pod stop the browser, even without an operator. Frees the slot of an open session
 * before it resolves.
 * @throws if the pod does not answer and may still run. The operator continues, and the slot stays taken.
 * @throws SlotNotFreed
 * @returns the deleted object and the pod record; undefined if the object was gone
 */
export const closeSession = async (
  dependencies: ClosingDependencies,
  key: ClosingKey,
): Promise<ClosedSession | undefined> => {
  const session = await deleteObject(dependencies, key);
  if (!session) return undefined;
  const pod = podOf(session);
  const end = pod && (await dependencies.agent.close(pod, sessionId(session)));
  try {
    if (await isSlotHolder(dependencies, session))
      await dependencies.slots.free(session.spec.account, sessionId(session));
  } catch (cause) {
    throw new SlotNotFreed({ session, end }, cause);
  }
  return { session, end };
};

const deleteObject = async ({ store }: ClosingDependencies, { namespace, name, uid }: ClosingKey) => {
  try {
    return await store.delete('BrowserSession', { namespace, name }, uid === undefined ? {} : { uid });
  } catch (error) {
    // If a uid was given, another object has the name now. If not, the object was not deleted.
    if (uid !== undefined && error instanceof Conflict) return undefined;
    throw error;
  }
};

/**
 * Whether the session's object holds the slot. A second object of the same name shares session id and slot, and the
 * first one's browser may still run. The uid in the open decides. Before there is an open, the operator frees the slot
 * soon.
 */
const isSlotHolder = async ({ ledger }: ClosingDependencies, session: BrowserSession): Promise<boolean> => {
  const open = await ledger.findOpen(sessionId(session));
  return open?.uid === session.metadata.uid;
};

/** Frees the slot of a session that has no object yet. Never fails. */
export const freeSlotWithoutObject = async (
  { slots }: Pick<ClosingDependencies, 'slots'>,
  account: string,
  session: string,
): Promise<void> => {
  try {
    await slots.free(account, session, { uid: undefined });
  } catch {
    // The sweeper frees the slot later.
  }
};
