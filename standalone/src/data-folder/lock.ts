import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
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
  /** Process ids of what runs at present. */
  parts: Record<string, number>;
}

export interface Lock {
  release: () => Promise<void>;
}

/** macOS has 104 bytes for the path of a socket, Linux 108, and both need one for the end. */
const mostPathBytes = 103;

const socketPath = (folder: string): string => {
  const real = realpathSync(folder);
  const path = join(real, 'lock');
  if (Buffer.byteLength(path) <= mostPathBytes) return path;
  return join(tmpdir(), `tintype-${createHash('sha256').update(real).digest('hex').slice(0, 24)}`);
};

const answerOf = async (path: string): Promise<RunningState | undefined> => {
  const socket = connect(path);
  try {
    return JSON.parse(await text(socket)) as RunningState;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
};

/** The copy that runs on this data folder, if there is one. */
export const askRunning = async (folder: string): Promise<RunningState | undefined> => answerOf(socketPath(folder));

const tryListen = async (server: Server, path: string): Promise<boolean> => {
  try {
    // Only the owner of the folder may ask: the socket's mode is not the same on all systems, the folder's is.
    server.listen(path);
    await once(server, 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw new ConfigError(`${path} cannot be made: ${(error as Error).message}`, { cause: error });
  }
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
    const other = await answerOf(path);
    if (other) throw new ConfigError(inUse(folder, other));
    await rm(path, { force: true });
    if (!(await tryListen(server, path))) throw new ConfigError(inUse(folder));
  }
  return {
    release: async () => {
      server.close();
      await once(server, 'close');
    },
  };
};

const inUse = (folder: string, other?: RunningState): string =>
  `Another copy${other ? ` (process ${other.pid}, ${other.url})` : ''} already runs on the data in ${folder}. ` +
  'End it, or give this one another TINTYPE_DATA_DIR (and other ports).';
