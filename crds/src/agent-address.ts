import { sessionAgentPort } from '@tintype/contracts';
import type { Pod } from './pod.js';
import { agentPortAnnotation } from './session-names.js';

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
