import { decodeTerminationMessage, type PodRecord, sessionAgentPort } from '@tintype/contracts';
import { agentPortAnnotation, type Pod } from './pod.js';

/** The container that has the browser. */
export const browserContainer = 'browser';

export const browserContainerOf = (pod: Pod) =>
  pod.status?.containerStatuses?.find(({ name }) => name === browserContainer);

/**
 * The reason of a pod whose node was shut down in order, in a kubelet's word:
 * https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/
 */
export const shutDownReason = 'Terminated';

/** Nothing runs in it any more, and nothing will again: restartPolicy is Never. */
export const hasEnded = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';

/** What it left behind of its session, where it could. */
export const lastWords = (pod: Pod): PodRecord | undefined => {
  const message = browserContainerOf(pod)?.state?.terminated?.message;
  return message === undefined ? undefined : decodeTerminationMessage(message);
};

/** When its container ended, by its node's clock; RFC 3339. */
export const finishedAt = (pod: Pod): string | undefined => browserContainerOf(pod)?.state?.terminated?.finishedAt;

export const readyCondition = (pod: Pod) => pod.status?.conditions?.find(({ type }) => type === 'Ready');

/** Since when a pod that was ready is not: its node is lost, or its program does not answer. RFC 3339. */
export const unreadySince = (pod: Pod): string | undefined => {
  const condition = readyCondition(pod);
  return condition && condition.status !== 'True' ? condition.lastTransitionTime : undefined;
};

const portOf = ({ metadata }: Pod): number | undefined => {
  const text = metadata.annotations?.[agentPortAnnotation];
  if (text === undefined) return sessionAgentPort;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port > 0 && port < 65_536 ? port : undefined;
};

/** Where the program of a pod listens, `address:port` as URLs have it; undefined until its node has given it an address. */
export const agentAddress = (pod: Pod): string | undefined => {
  const ip = pod.status?.podIP;
  const port = portOf(pod);
  if (!ip || port === undefined) return undefined;
  return `${ip.includes(':') ? `[${ip}]` : ip}:${port}`;
};
