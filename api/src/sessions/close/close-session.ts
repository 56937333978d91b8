import { type BrowserSession, Conflict, type ObjectKey, type ObjectMeta, sessionId } from '@tintype/crds';
import { type PodEnd, podOf, type SessionsOutside } from '../dependencies.js';

export type ClosingDependencies = Pick<SessionsOutside, 'store' | 'agent' | 'slots' | 'books'>;

export interface ClosedSession {
  session: BrowserSession;
  end: PodEnd | undefined;
}

/** The session is closed; its slot, which could not be given back, is the operator's to free. */
export class SlotNotFreed extends Error {
  override name = 'SlotNotFreed';
  readonly closed: ClosedSession;

  constructor(closed: ClosedSession, cause: unknown) {
    super('The slot of a session that was closed was not freed.', { cause });
    this.closed = closed;
  }
}

/** An object by its name, and of those that have had the name the one with this uid, where that is known. */
export type ClosingKey = ObjectKey & Partial<Pick<ObjectMeta, 'uid'>>;

/**
 * Closes a session: deletes its object, and then has the pod stop the browser, so that its time ends with no operator
 * alive. The slot of a session that was open is free again before this resolves.
 * @throws when the pod does not answer and is not known to have ended: the operator goes on, and the slot stays taken;
 * SlotNotFreed
 * @returns the object as it was deleted, and what its pod tells of its end; undefined when the object was gone
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
    // Another one has its name since; where nobody asked for a certain one, it is there, and was not deleted.
    if (uid !== undefined && error instanceof Conflict) return undefined;
    throw error;
  }
};

/**
 * The slot goes by the id of the session, which a second object of the same name has from the first, whose browser may run
 * yet: the open says whose it is. Before there is one the operator knows better, and frees it soon.
 */
const isSlotHolder = async ({ books }: ClosingDependencies, session: BrowserSession): Promise<boolean> => {
  const open = await books.findOpen(sessionId(session));
  return open?.uid === session.metadata.uid;
};
