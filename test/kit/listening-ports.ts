import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
};

const parentOf = (pid: number): number => {
  const stat = textOf(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

/** A process and all that it and they have started (Linux only). */
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

const socketsOf = (pid: number): string[] => {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? [];
      return inode ? [inode] : [];
    });
  } catch {
    // It has just ended, or closed one.
    return [];
  }
};

const listening = '0A';

/** The port of each socket that listens, by its inode: https://www.kernel.org/doc/Documentation/networking/proc_net_tcp.txt */
const listeners = (): Map<string, number> => {
  const lines = ['tcp', 'tcp6'].flatMap((table) => textOf(`/proc/net/${table}`).split('\n').slice(1));
  return new Map(
    lines.flatMap((line) => {
      const [, address = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
      return state === listening ? [[inode, Number.parseInt(address.split(':')[1] ?? '', 16)] as const] : [];
    }),
  );
};

/** Every TCP port that a process or one of its family listens on (Linux only). */
export const listeningPortsOf = (ancestor: number): number[] => {
  const ports = listeners();
  const found = familyOf(ancestor)
    .flatMap(socketsOf)
    .map((inode) => ports.get(inode));
  return [...new Set(found.filter((port) => port !== undefined))].sort((one, other) => one - other);
};
