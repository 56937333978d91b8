import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A file in /proc; empty once it is gone (Linux only). */
export const procText = (file: string): string => {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
};

/** The open descriptors' targets (Linux only). */
export const descriptorsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
      } catch {
        return [];
      }
    });
  } catch {
    // The process has just ended.
    return [];
  }
};

/** Socket inodes of a process. */
export const socketsOf = (pid: number): string[] =>
  descriptorsOf(pid).flatMap((descriptor) => /^socket:\[(\d+)\]$/.exec(descriptor)?.[1] ?? []);

/** https://www.kernel.org/doc/Documentation/networking/proc_net_tcp.txt */
export interface TcpSocket {
  port: number;
  peerPort: number;
  state: string;
  /** In bytes. */
  unread: number;
  inode: string;
}

const listening = '0A';

export const isListening = ({ state }: TcpSocket): boolean => state === listening;

const hex = (text = ''): number => Number.parseInt(text, 16);

const readSocket = (line: string): TcpSocket[] => {
  const [, local, remote, state = '', queues, , , , , inode = ''] = line.trim().split(/\s+/);
  if (!local) return [];
  const [, port] = local.split(':');
  const [, peerPort] = remote?.split(':') ?? [];
  const [, unread] = queues?.split(':') ?? [];
  return [{ port: hex(port), peerPort: hex(peerPort), state, unread: hex(unread), inode }];
};

export const tcpSockets = (): TcpSocket[] =>
  ['tcp', 'tcp6'].flatMap((table) => procText(`/proc/net/${table}`).split('\n').slice(1).flatMap(readSocket));

/** Whether bytes from a process lie unread at a port. */
export const hasSentUnread = (pid: number, port: number): boolean => {
  const sockets = tcpSockets();
  const own = new Set(socketsOf(pid));
  const ports = new Set(
    sockets.filter(({ inode, peerPort }) => peerPort === port && own.has(inode)).map((s) => s.port),
  );
  return sockets.some((socket) => socket.port === port && ports.has(socket.peerPort) && socket.unread > 0);
};

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
