import type { Session } from '@tintype/contracts';
import { type BrowserSession, sessionId } from '@tintype/crds';
import type { Clock } from '@tintype/runtime';
import type { LiveSessionAgent, SessionPod } from './outside.js';
import { objectView } from './session-view.js';

/** The pod that the session's object names. */
export const podOf = ({ metadata, status }: BrowserSession): SessionPod | undefined =>
  status?.pod && { ...status.pod, namespace: metadata.namespace };

export interface LiveViewOptions {
  agent: Pick<LiveSessionAgent, 'read'>;
  clock: Pick<Clock, 'now'>;
}

/** An active session with what its pod has counted so far, or with zeros where the pod does not say in time. */
export const liveView = async ({ agent, clock }: LiveViewOptions, session: BrowserSession): Promise<Session> => {
  const pod = podOf(session);
  const live = pod && (await agent.read(pod, sessionId(session)).catch(() => undefined));
  return objectView(session, clock.now(), { counts: live?.counts });
};
