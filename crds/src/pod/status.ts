import { decodeTerminationMessage, type PodRecord, sessionAgentPort } from '@tintype/contracts';
import { agentPortAnnotation, type Pod } from './pod.js';

export const browserContainer = 'browser';

export const browserContainerOf = (pod: Pod) =>
  pod.status?.containerStatuses?.find(({ name }) => name === browserContainer);

/**
 * A kubelet's reason for pods of a node that shut down in order:
 * https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/
 */
export const shutDownReason = 'Terminated';

/** An ended pod never restarts: restartPolicy is Never. */
export const hasEnded = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';

export const podRecordOf = (pod: Pod): PodRecord | undefined => {
  const message = browserContainerOf(pod)?.state?.terminated?.message;
  return message === undefined ? undefined : decodeTerminationMessage(message);
};

/** When the browser's container ended, by the node's clock; RFC 3339. */
export const finishedAt = (pod: Pod): string | undefined => browserContainerOf(pod)?.state?.terminated?.finishedAt;

export const readyCondition = (pod: Pod) => pod.status?.conditions?.find(({ type }) => type === 'Ready');

/** Since when the pod is not ready (RFC 3339): its node is lost, or its agent does not answer. */
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

/** `address:port` for URLs; undefined until the pod has an IP address. */
export const agentAddress = (pod: Pod): string | undefined => {
  const ip = pod.status?.podIP;
  const port = portOf(pod);
  if (!ip || port === undefined) return undefined;
  return `${ip.includes(':') ? `[${ip}]` : ip}:${port}`;
};
