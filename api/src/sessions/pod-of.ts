import type { BrowserSession } from '@tintype/crds';
import type { SessionPod } from './outside.js';

/** The pod that the session's object names. */
export const podOf = ({ metadata, status }: BrowserSession): SessionPod | undefined =>
  status?.pod && { ...status.pod, namespace: metadata.namespace };
