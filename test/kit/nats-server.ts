import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

export interface NatsServerOptions {
  /** Lines of nats-server's configuration: users, permissions, limits. */
  config?: string;
}

const isExecutable = (path: string) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const ancestors = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...ancestors(dirname(folder))];

/** TINTYPE_NATS_SERVER, or what PATH has, or what `make` put under the repository. */
const findBinary = (): string => {
  const given = process.env.TINTYPE_NATS_SERVER;
  if (given) return given;
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'nats-server'));
  const installed = ancestors(import.meta.dirname).map((folder) => join(folder, '.tools/bin/nats-server'));
  const found = [...onPath, ...installed].find(isExecutable);
  if (!found) throw new Error('There is no nats-server: set TINTYPE_NATS_SERVER, or let make install it.');
  return found;
};

/**
 * Outlives this process by a moment, however it ends: its standard input closes then, and it kills the server whose pid
 * it finds and removes the folder. It has a process group of its own, so that Ctrl-C leaves it its work.
 */
const startCleaner = (folder: string): ChildProcess => {
  const script = 'cat >/dev/null; test -f "$1/pid" && kill -9 "$(cat "$1/pid")"; rm -rf "$1"';
  return spawn('sh', ['-c', script, 'nats-cleaner', folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
};

/** A real nats-server with JetStream on 127.0.0.1, and a store of its own that survives `kill` and `restart`. */
export class NatsServer {
  readonly #binary = findBinary();
  readonly #folder = mkdtempSync(join(tmpdir(), 'tintype-nats-'));
  readonly #cleaner = startCleaner(this.#folder);
  readonly #config: string;
  #process: ChildProcess | undefined;
  // The server chooses a free port first, and keeps it.
  #port = -1;

  constructor({ config = '' }: NatsServerOptions) {
    this.#config = config;
    this.#cleaner.unref();
    (this.#cleaner.stdin as Socket).unref();
  }

  /** `nats://127.0.0.1:port`; a test that logs in adds user and password. */
  get url(): URL {
    return new URL(`nats://127.0.0.1:${this.#port}`);
  }

  /** Resolves once clients can connect and JetStream answers. */
  async start(): Promise<void> {
    const configFile = join(this.#folder, 'nats.conf');
    const store = JSON.stringify(join(this.#folder, 'store'));
    writeFileSync(
      configFile,
      `listen: "127.0.0.1:${this.#port}"\njetstream { store_dir: ${store} }\n${this.#config}\n`,
    );
    const arguments_ = ['-c', configFile, '-P', join(this.#folder, 'pid')];
    this.#process = spawn(this.#binary, arguments_, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#process.unref();
    await this.#ready(this.#process);
  }

  /** Ends the server by SIGKILL, as a crash would. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** Ends the server in order if it still runs, and starts it again on the same port and store. */
  async restart(): Promise<void> {
    await this.#end('SIGTERM');
    await this.start();
  }

  /** Ends the server and removes its folder. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    if (this.#cleaner.exitCode !== null) return;
    const cleaned = once(this.#cleaner, 'exit');
    this.#cleaner.ref();
    this.#cleaner.stdin?.end();
    await cleaned;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.ref();
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
    // The number may soon be another process's.
    rmSync(join(this.#folder, 'pid'), { force: true });
  }

  async #ready(server: ChildProcess): Promise<void> {
    const ready = Promise.withResolvers<void>();
    const output: string[] = [];
    // Read to the end: a server whose log nobody reads stands still once the pipe is full.
    const lines = createInterface(server.stderr as Socket);
    lines.on('line', (line) => {
      output.push(line);
      const [, port] = /Listening for client connections on .*:(\d+)$/.exec(line) ?? [];
      if (port) this.#port = Number(port);
      if (line.endsWith('Server is ready')) ready.resolve();
    });
    lines.on('close', () => ready.reject(new Error(`nats-server did not start:\n${output.join('\n')}`)));
    await ready.promise;
    (server.stderr as Socket).unref();
  }
}

/** Starts a server; `stop` ends it and removes what it stored, and so does the end of this process. */
export const startNatsServer = async (options: NatsServerOptions = {}): Promise<NatsServer> => {
  const server = new NatsServer(options);
  try {
    await server.start();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
};
