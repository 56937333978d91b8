import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { maxFileStore, maxPayload } from '@tintype/standalone/testing';
import { endServer, finishCleaner, startCleaner } from '../process/server-end.js';
import { unusedPort } from '../process/unused-port.js';
import { findProgram } from '../programs/test-programs.js';

export interface NatsServerOptions {
  /** Configuration lines: users, permissions, other limits than `make run`'s. */
  config?: string;
  /** Variables for `$` in those lines. */
  environment?: Readonly<Record<string, string>>;
}

/** TINTYPE_NATS_SERVER wins. */
export const findNatsServer = (): string => process.env.TINTYPE_NATS_SERVER || findProgram('nats-server');

/** A real nats-server with JetStream on 127.0.0.1; its store survives `kill` and `restart`. */
export class NatsServer {
  readonly #binary = findNatsServer();
  readonly #folder = mkdtempSync(join(tmpdir(), 'tintype-nats-'));
  readonly #cleaner = startCleaner(this.#folder);
  readonly #config: string;
  readonly #environment: NodeJS.ProcessEnv;
  #process: ChildProcess | undefined;
  // The server chooses a free port at first and keeps it.
  #port = -1;

  constructor({ config = '', environment = {} }: NatsServerOptions) {
    this.#config = config;
    this.#environment = { ...process.env, ...environment };
    this.#cleaner.unref();
    (this.#cleaner.stdin as Socket).unref();
  }

  /** Without a login: `nats://127.0.0.1:port`. */
  get url(): URL {
    return new URL(`nats://127.0.0.1:${this.#port}`);
  }

  /** JetStream keeps its streams there, on the disk. */
  get storeFolder(): string {
    return join(this.#folder, 'store');
  }

  /** Resolves when JetStream answers. */
  async start(): Promise<void> {
    const configFile = join(this.#folder, 'nats.conf');
    const jetstream = JSON.stringify({ store_dir: this.storeFolder, max_file_store: maxFileStore });
    writeFileSync(
      configFile,
      `listen: "127.0.0.1:${this.#port}"\njetstream: ${jetstream}\nmax_payload: ${maxPayload}\n${this.#config}\n`,
    );
    const arguments_ = ['-c', configFile, '-P', join(this.#folder, 'pid')];
    this.#process = spawn(this.#binary, arguments_, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: this.#environment,
    });
    this.#process.unref();
    await this.#ready(this.#process);
  }

  /** SIGKILL, as in a crash. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  /** An orderly restart on the same port and store. */
  async restart(): Promise<void> {
    await this.#end('SIGTERM');
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    await finishCleaner(this.#cleaner);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    await endServer(running, signal, this.#folder);
  }

  async #ready(server: ChildProcess): Promise<void> {
    const ready = Promise.withResolvers<void>();
    const output: string[] = [];
    // Reads to the end: a full pipe would stop the server.
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

/** `stop`, or the end of this process, ends it and removes its data. */
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

/** Servers that replicate to each other; resolves before they are connected. */
export const startNatsCluster = async (count: number): Promise<NatsServer[]> => {
  const ports = await Promise.all(Array.from({ length: count }, unusedPort));
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`);
  return Promise.all(
    ports.map((port, index) => {
      const cluster = { name: 'cluster', listen: `127.0.0.1:${port}`, routes };
      return startNatsServer({ config: `server_name: "n${index}"\ncluster: ${JSON.stringify(cluster)}` });
    }),
  );
};
