import { readdirSync } from 'node:fs';
import { isListening, procText, socketsOf, tcpSockets } from './sockets.js';

const parentOf = (pid: number): number => {
  const stat = procText(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

/** A process and its descendants (Linux only). */
const familyOf = (ancestor: number): number[] => {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(Number(name))]),
  );
  const isOfFamily = (pid: number | undefined): boolean =>
    pid === ancestor || (pid !== undefined && pid > 1 && isOfFamily(parents.get(pid)));
  return [...parents.keys()].filter(isOfFamily);
};

/** TCP ports that a process or a descendant listens on (Linux only). */
export const listeningPortsOf = (ancestor: number): number[] => {
  const own = new Set(familyOf(ancestor).flatMap(socketsOf));
  const found = tcpSockets().filter((socket) => isListening(socket) && own.has(socket.inode));
  return [...new Set(found.map(({ port }) => port))].sort((one, other) => one - other);
};
