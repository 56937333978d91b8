import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ConfigError } from '@tintype/runtime';

/** What a running copy says to whoever asks. */
export interface RunningState {
  pid: number;
  url: string;
  privateUrl: string;
  examplePage: string | undefined;
  /** Of the nats-server on 127.0.0.1; 0 where it is somebody else's. */
  natsPort: number;
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

type Answer = RunningState | 'nobody' | 'silent';

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

const inUse = (folder: string, answer: Answer): ConfigError => {
  const who = typeof answer === 'string' ? ' (which does not answer yet)' : ` (process ${answer.pid}, ${answer.url})`;
  return new ConfigError(
    `Another copy${who} already runs on the data in ${folder}. ` +
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

/**
 * Takes the data folder for this process. The lock is a socket and not a file with a process id, because a socket
 * answers only while its owner lives: one that a crash left behind is told from one in use without guessing.
 */
export const takeLock = async (folder: string, state: () => RunningState): Promise<Lock> => {
  const path = socketPath(folder);
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(JSON.stringify(state()));
  });
  if (!(await tryListen(server, path))) {
    const other = await removeLeft(path);
    if (other !== 'nobody') throw inUse(folder, other);
    if (!(await tryListen(server, path))) throw inUse(folder, await answerOf(path));
  }
  return {
    release: async () => {
      server.close();
      await once(server, 'close');
    },
  };
};
