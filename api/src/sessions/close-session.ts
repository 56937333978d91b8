import type { BrowserSession, ObjectKey } from '@tintype/crds';
import { sessionId } from '@tintype/crds';
import type { SessionsOutside } from './outside.js';

/**
 * Closes a session: deletes its object, and then has the pod stop the browser, so that its time ends with no operator
 * alive. The account's slot is free again before this resolves.
 * @throws when the pod does not answer and is not known to have ended: the operator goes on, and the slot stays taken
 * @returns the object as it was deleted; undefined when it was gone
 */
export const closeSession = async (
  { store, agent, slots }: Pick<SessionsOutside, 'store' | 'agent' | 'slots'>,
  key: ObjectKey,
): Promise<BrowserSession | undefined> => {
  const session = await store.delete('BrowserSession', key);
  if (!session) return undefined;
  const { pod } = session.status ?? {};
  if (pod) await agent.close({ ...pod, namespace: key.namespace }, sessionId(session));
  await slots.free(session.spec.account, sessionId(session));
  return session;
};
