import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
// biome-ignore lint/style/noRestrictedImports: the socket of the data folder
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError } from '@tintype/runtime';

/** `ledger`: no copy of the service, but a `tintype ledger` command. It holds the lock for a short time. */
type Activity = 'starting' | 'running' | 'stopping' | 'ledger';

/** What the holder of the lock answers on its socket. */
export interface RunningState {
  pid: number;
  doing: Activity;
  url: string;
  privateUrl: string;
  examplePage: string | undefined;
  /** The port of our nats-server on 127.0.0.1; 0 with TINTYPE_NATS_URL. */
  natsPort: number;
  externalNats: string | undefined;
  /** The process ids of the running parts, keyed by name. */
  parts: Record<string, number>;
}

export interface Lock {
  release: () => Promise<void>;
}

/**
 * A socket path has at most 104 bytes on macOS and 108 on Linux. One of the 104 is the end mark, and nine are the
 * suffix of `removeAbandonedSocket`.
 */
const maxPathBytes = 94;

/** In the folder, or in the temporary folder if that path would be too long. */
const socketPath = (folder: string): string => {
  const real = realpathSync(folder);
  const path = join(real, 'lock');
  if (Buffer.byteLength(path) <= maxPathBytes) return path;
  return join(tmpdir(), `tintype-${createHash('sha256').update(real).digest('hex').slice(0, 24)}`);
};

/** How long to wait for an answer. A hung or suspended copy accepts the connection and sends nothing. */
const askMs = 2000;

/** The copy that holds the lock; `silent` if it does not answer. */
export type Holder = RunningState | 'silent';
type ProbeResult = Holder | 'nobody';

const probe = async (path: string): Promise<ProbeResult> => {
  const socket = connect(path);
  // No `signal` option for `connect`: its abort would end the text without an error.
  const timer = setTimeout(() => socket.destroy(new Error('the copy does not answer')), askMs);
  try {
    return JSON.parse(await text(socket)) as RunningState;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ECONNREFUSED' || code === 'ENOENT' ? 'nobody' : 'silent';
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
};

/** What the holder of the folder's lock answers; undefined if none answers. */
export const askRunning = async (folder: string): Promise<RunningState | undefined> => {
  const answer = await probe(socketPath(folder));
  return typeof answer === 'string' ? undefined : answer;
};

/** Lets only our user connect. A chmod after `listen` would be too late, and would miss a socket that was moved. */
const listenPrivately = (server: Server, path: string) => {
  const oldMask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(oldMask);
  }
};

const tryListen = async (server: Server, path: string): Promise<boolean> => {
  try {
    const listening = once(server, 'listening');
    listenPrivately(server, path);
    await listening;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw new ConfigError(`${path} cannot be made: ${(error as Error).message}`, { cause: error });
  }
};

/** Why the lock cannot be taken, and what to do. */
export const inUseError = (folder: string, holder: Holder): ConfigError => {
  const { pid, url, doing } = holder === 'silent' ? { doing: 'starting' } : holder;
  if (doing === 'ledger')
    return new ConfigError(
      `\`tintype ledger\` (process ${pid}) reads the data in ${folder}. Try again when it has ended.`,
    );
  const who = pid ? `process ${[pid, url].filter(Boolean).join(', ')}` : 'which does not answer yet';
  if (doing === 'stopping')
    return new ConfigError(`A copy (${who}) is stopping on the data in ${folder}. Try again when it has ended.`);
  return new ConfigError(
    `Another copy (${who}) already runs on the data in ${folder}. ` +
      'End it, or give this one another TINTYPE_DATA_DIR (and other ports).',
  );
};

/**
 * Removes a socket without a listener: moves the socket aside, asks once more, then deletes the file. A direct deletion
 * by the slower of two simultaneous starts could remove the new socket of the faster one. Returns the
 * holder, if there is one.
 */
const removeAbandonedSocket = async (path: string): Promise<ProbeResult> => {
  const answer = await probe(path);
  if (answer !== 'nobody') return answer;
  const movedPath = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    await rename(path, movedPath);
  } catch {
    // Another starting copy has moved the socket already.
    return 'silent';
  }
  const moved = await probe(movedPath);
  if (moved === 'nobody') await rm(movedPath, { force: true });
  else await rename(movedPath, path);
  return moved;
};

/** Locks the data folder, or returns the holder of the lock. `state` is called at each connection to the socket. */
export const tryLock = async (folder: string, state: () => RunningState): Promise<Lock | Holder> => {
  const path = socketPath(folder);
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(JSON.stringify(state()));
  });
  if (!(await tryListen(server, path))) {
    const other = await removeAbandonedSocket(path);
    if (other !== 'nobody') return other;
    // Another starting copy listens already.
    if (!(await tryListen(server, path))) return (await askRunning(folder)) ?? 'silent';
  }
  return {
    release: async () => {
      server.close();
      await once(server, 'close');
    },
  };
};

export const isLock = (found: Lock | Holder): found is Lock => found !== 'silent' && 'release' in found;

/** How long to wait for the end of a `tintype ledger`. */
const ledgerWaitMs = 30_000;

/**
 * Locks the data folder; waits up to 30 s for a `tintype ledger` that holds the lock. The lock is a socket, because a
 * socket accepts connections only while its owner lives. A process id in a file cannot tell a crash from a running
 * owner. Throws a ConfigError if another program keeps the lock.
 */
export const takeLock = async (folder: string, state: () => RunningState, patienceMs = ledgerWaitMs): Promise<Lock> => {
  const end = Date.now() + patienceMs;
  for (;;) {
    const found = await tryLock(folder, state);
    if (isLock(found)) return found;
    if (found === 'silent' || found.doing !== 'ledger' || Date.now() > end) throw inUseError(folder, found);
    await sleep(100);
  }
};
