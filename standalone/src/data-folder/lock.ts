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

/** What its process does with the folder. `books` is a `tintype ledger`, which is over soon. */
type Doing = 'starting' | 'running' | 'stopping' | 'books';

/** What a running copy says to whoever asks. */
export interface RunningState {
  pid: number;
  doing: Doing;
  url: string;
  privateUrl: string;
  examplePage: string | undefined;
  /** Of the nats-server on 127.0.0.1; 0 where it is somebody else's. */
  natsPort: number;
  /** Host and port of somebody else's, which TINTYPE_NATS_URL names. */
  givenNats: string | undefined;
  /** Process ids of what runs at present. */
  parts: Record<string, number>;
}

export interface Lock {
  release: () => Promise<void>;
}

/** macOS has 104 bytes for the path of a socket, Linux 108; one for the end, nine for the name that it is moved to. */
const mostPathBytes = 94;

const socketPath = (folder: string): string => {
  const real = realpathSync(folder);
  const path = join(real, 'lock');
  if (Buffer.byteLength(path) <= mostPathBytes) return path;
  return join(tmpdir(), `tintype-${createHash('sha256').update(real).digest('hex').slice(0, 24)}`);
};

/** A copy that hangs or has been stopped accepts, and then says nothing. */
const askMs = 2000;

export type Holder = RunningState | 'silent';
type Answer = Holder | 'nobody';

const answerOf = async (path: string): Promise<Answer> => {
  const socket = connect(path);
  // Not the `signal` option alone: what was aborted ends the text without an error.
  const patience = setTimeout(() => socket.destroy(new Error('It does not answer.')), askMs);
  try {
    return JSON.parse(await text(socket)) as RunningState;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ECONNREFUSED' || code === 'ENOENT' ? 'nobody' : 'silent';
  } finally {
    clearTimeout(patience);
    socket.destroy();
  }
};

/** The copy that runs on this data folder, if there is one that answers. */
export const askRunning = async (folder: string): Promise<RunningState | undefined> => {
  const answer = await answerOf(socketPath(folder));
  return typeof answer === 'string' ? undefined : answer;
};

/** Listens where only our user may connect. A mode set afterwards would come too late, and not find a socket that moved. */
const listenPrivately = (server: Server, path: string) => {
  const before = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
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

/** Why the folder cannot be had. */
export const inUse = (folder: string, holder: Holder): ConfigError => {
  const { pid, url, doing } = holder === 'silent' ? { doing: 'starting' } : holder;
  if (doing === 'books')
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
 * Removes a socket that nobody answers at. It is moved first and asked once more: of two starts at the same time, the
 * slower one would otherwise remove the socket that the faster one has just made.
 */
const removeLeft = async (path: string): Promise<Answer> => {
  const answer = await answerOf(path);
  if (answer !== 'nobody') return answer;
  const aside = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    await rename(path, aside);
  } catch {
    // Another start was faster, and is about to take it.
    return 'silent';
  }
  const moved = await answerOf(aside);
  if (moved === 'nobody') await rm(aside, { force: true });
  else await rename(aside, path);
  return moved;
};

/** The lock, or who has it. */
export const tryLock = async (folder: string, state: () => RunningState): Promise<Lock | Holder> => {
  const path = socketPath(folder);
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(JSON.stringify(state()));
  });
  if (!(await tryListen(server, path))) {
    const other = await removeLeft(path);
    if (other !== 'nobody') return other;
    // Another one was faster.
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

const booksMs = 30_000;

/**
 * Takes the data folder for this process, and waits for a `tintype ledger` that has it. The lock is a socket and not a file
 * with a process id, because a socket answers only while its owner lives: one that a crash left behind is told from one in
 * use without guessing.
 */
export const takeLock = async (folder: string, state: () => RunningState, patienceMs = booksMs): Promise<Lock> => {
  const end = Date.now() + patienceMs;
  for (;;) {
    const found = await tryLock(folder, state);
    if (isLock(found)) return found;
    if (found === 'silent' || found.doing !== 'books' || Date.now() > end) throw inUse(folder, found);
    await sleep(100);
  }
};
