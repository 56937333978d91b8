import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { S3Settings } from '@tintype/api/testing';
import { freePorts } from '@tintype/standalone/testing';
import { endServer, finishCleaner, startCleaner } from '../process/server-end.js';
import { findProgram } from '../programs/test-programs.js';
import { until } from '../until.js';

const login = { key: 'key-of-the-tests', secret: 'a secret of the tests' };
const region = 'us-east-1';
const bucket = 'pictures';

/** A real S3 server (versitygw) on 127.0.0.1 with one bucket; files survive `kill` and `start`. */
export class S3Server {
  readonly #binary = findProgram('versitygw');
  readonly folder = mkdtempSync(join(tmpdir(), 'tintype-s3-'));
  readonly #cleaner = startCleaner(this.folder);
  #process: ChildProcess | undefined;
  #port: number | undefined;

  constructor() {
    this.#cleaner.unref();
    (this.#cleaner.stdin as Socket).unref();
    for (const folder of ['buckets', 'metadata', this.#bucketFolder]) mkdirSync(join(this.folder, folder));
  }

  get #bucketFolder(): string {
    return join('buckets', bucket);
  }

  get settings(): S3Settings {
    const endpoint = new URL(`http://127.0.0.1:${this.#port}`);
    return { endpoint, region, bucket, ...login, pathStyle: true };
  }

  get environment(): Record<string, string> {
    const { endpoint, key, secret } = this.settings;
    return {
      TINTYPE_S3_ENDPOINT: endpoint.href,
      TINTYPE_S3_REGION: region,
      TINTYPE_S3_BUCKET: bucket,
      TINTYPE_S3_KEY: key,
      TINTYPE_S3_SECRET: secret,
    };
  }

  /** Object names in a folder of the bucket. */
  objects(folder: string): string[] {
    try {
      return readdirSync(join(this.folder, this.#bucketFolder, folder)).sort();
    } catch {
      return [];
    }
  }

  /** The bytes of an object. */
  bytes(name: string): Buffer {
    return readFileSync(join(this.folder, this.#bucketFolder, name));
  }

  /** Removes a folder's objects behind the server's back. */
  lose(folder: string): void {
    rmSync(join(this.folder, this.#bucketFolder, folder), { recursive: true, force: true });
  }

  /** Resolves when it answers. */
  async start(): Promise<void> {
    this.#port ??= (await freePorts(1))[0];
    const options = ['--port', `127.0.0.1:${this.#port}`, '--region', region, '--quiet', '--keep-alive'];
    // `pictures.localhost` is the bucket in the host name.
    const hosts = ['--virtual-domain', 'localhost'];
    const store = ['posix', '--sidecar', join(this.folder, 'metadata'), join(this.folder, 'buckets')];
    const server = spawn(this.#binary, [...options, ...hosts, ...store], {
      // In the environment: every user can read arguments.
      env: { ROOT_ACCESS_KEY: login.key, ROOT_SECRET_KEY: login.secret },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = server;
    writeFileSync(join(this.folder, 'pid'), String(server.pid));
    server.unref();
    const errorText = text(server.stderr as Socket);
    (server.stderr as Socket).unref();
    await until('the S3 server answers', async () => {
      if (server.exitCode !== null) throw new Error(`versitygw did not start:\n${await errorText}`);
      return this.#answers();
    });
  }

  /** Accepts connections without answering. Resolves when each thread has stopped: one may answer a little longer. */
  async pause(): Promise<void> {
    const pid = this.#process?.pid;
    this.#process?.kill('SIGSTOP');
    const tasks = `/proc/${pid}/task`;
    // The state follows the name in brackets: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    const isStopped = (task: string) => /\) T /.test(readFileSync(`${tasks}/${task}/stat`, 'utf8'));
    await until('the S3 server stands still', () => readdirSync(tasks).every(isStopped));
  }

  /** SIGKILL, as in a crash. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
    await finishCleaner(this.#cleaner);
  }

  async #answers(): Promise<boolean> {
    try {
      await (await fetch(this.settings.endpoint)).arrayBuffer();
      return true;
    } catch {
      return false;
    }
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    await endServer(running, signal, this.folder);
  }
}

/** `stop`, or the end of this process, ends it and removes its data. */
export const startS3Server = async (): Promise<S3Server> => {
  const server = new S3Server();
  try {
    await server.start();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
};
