import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { race } from '@tintype/runtime';
import { isShown, shownFolders } from './shown-folders.js';
import { listenerProgram } from './wall-listener.js';

/** bubblewrap, around the browser and its own sandbox: https://github.com/containers/bubblewrap */
export interface Wall {
  program: string;
  /**
   * `own`: the browser sees only its own processes. `shared`: it sees the command lines of all processes of the container.
   * The kernel refuses a new /proc where parts of the old one are hidden, as in containers.
   */
  proc: 'own' | 'shared';
}

/** Any constant: no other program uses the network inside. */
export const wallProxyPort = 3128;

/** In the walled command. 0 to 2 are the usual ones, 3 and 4 DevTools, 5 the channel of the listener. */
const factsDescriptor = 6;

/** Stdio of the walled command. */
export const wallStdio = (): StdioOptions => [
  ...(['ignore', 'ignore', 'pipe', 'pipe', 'pipe', 'ipc', 'pipe'] as const),
  ...listenerProgram().files(),
];

/** Links into /usr, or folders on systems that keep them apart. */
const topFolder = (path: string): string[] => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
};

/** The folder that the wall shows only for this binary: a browser needs the files beside it. */
export const folderShownFor = (binary: string): string | undefined => {
  const folder = dirname(realpathSync(binary));
  return isShown(`${folder}/`) ? undefined : folder;
};

const binaryFolder = (binary: string): string[] => {
  const folder = folderShownFor(binary);
  return folder === undefined ? [] : ['--ro-bind', folder, folder];
};

const namespaces = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-net',
  '--unshare-cgroup-try',
];

/** A kill of our process or of bubblewrap reaches everything inside. */
const life = ['--die-with-parent', '--new-session'];

/**
 * /proc must be writable: Chromium's sandbox writes its maps of users there. `shared` keeps the host name: that of a
 * container is no secret.
 */
const procOf = ({ proc }: Wall) =>
  proc === 'own' ? ['--proc', '/proc', '--hostname', 'browser'] : ['--bind', '/proc', '/proc'];

interface Walled {
  binary: string;
  profile: string;
}

const view = (wall: Wall, { binary, profile }: Walled): string[] => [
  ...shownFolders.flatMap((path) => ['--ro-bind-try', path, path]),
  ...['/bin', '/sbin', '/lib', '/lib32', '/lib64'].flatMap(topFolder),
  ...procOf(wall),
  ...['--dev', '/dev', '--tmpfs', '/tmp'],
  ...binaryFolder(binary),
  ...['--bind', profile, profile, '--chdir', profile],
];

/** The program and arguments that start the browser behind the wall; spawn them with `wallStdio`. */
export const walledCommand = (
  wall: Wall,
  walled: Walled,
  args: readonly string[],
): [program: string, args: string[]] => [
  wall.program,
  [
    ...[...namespaces, ...life, ...view(wall, walled), '--info-fd', String(factsDescriptor)],
    ...['--', ...listenerProgram().command(wallProxyPort), walled.binary, ...args],
  ],
];

/** Tries the wall without a browser; takes 10 ms. */
export const trialCommand = (wall: Wall, binary: string): [program: string, args: string[]] => [
  wall.program,
  [...namespaces, ...life, ...view(wall, { binary, profile: tmpdir() }), '--', '/bin/sh', '-c', ':'],
];

export interface WallFacts {
  /** The first process inside, by its id outside. With it, the kernel ends all others inside. */
  init: number;
  /** Where the browser reaches its proxy. */
  listener: Server;
}

/** All descriptors: the type of `stdio` ends at the fifth. */
const stdioOf = ({ stdio }: ChildProcess): readonly unknown[] => stdio;

const readInit = async (facts: Readable): Promise<number> => {
  const { 'child-pid': init } = JSON.parse(await text(facts));
  return init;
};

const receiveListener = async (child: ChildProcess): Promise<Server> => {
  const received = Promise.withResolvers<Server>();
  // No page has run yet: only the listener can have sent the message.
  child.once('message', (_message, handle) => received.resolve(handle as Server));
  try {
    return await received.promise;
  } finally {
    if (child.connected) child.disconnect();
  }
};

/** Resolves when the wall stands. */
export const followWall = async (child: ChildProcess, signal: AbortSignal): Promise<WallFacts> => {
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('bubblewrap has ended.');
  });
  const receiving = receiveListener(child);
  const facts = Promise.all([readInit(stdioOf(child)[factsDescriptor] as Readable), receiving]);
  try {
    const [init, listener] = await race(Promise.race([facts, ended]), signal);
    return { init, listener };
  } catch (error) {
    // The listener may still arrive.
    void receiving.then((listener) => listener.close());
    throw error;
  }
};
