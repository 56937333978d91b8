import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { startCleaner } from './cleaner.js';
import { endServer, finishCleaner } from './server-end.js';
import { patienceMs, until } from './until.js';

const shownOfLog = 4000;

/** A program of the control plane, with a folder of its own for its data and its log. Both end with this process. */
export class KubeProcess {
  readonly folder = mkdtempSync(join(tmpdir(), 'tintype-kube-'));
  readonly #cleaner = startCleaner(this.folder);
  readonly #binary: string;
  #process: ChildProcess | undefined;

  constructor(binary: string) {
    this.#binary = binary;
    this.#cleaner.unref();
    (this.#cleaner.stdin as Socket).unref();
  }

  /** What it has logged since it was first started. */
  get log(): string {
    return readFileSync(join(this.folder, 'log'), 'utf8');
  }

  /** Resolves once it is ready; fails with the end of its log when it ends before, or time is up. */
  async start(options: readonly string[], isReady: () => Promise<boolean>): Promise<void> {
    const log = openSync(join(this.folder, 'log'), 'a');
    const started = spawn(this.#binary, options, { stdio: ['ignore', log, log] });
    closeSync(log);
    this.#process = started;
    started.unref();
    writeFileSync(join(this.folder, 'pid'), String(started.pid));
    const name = basename(this.#binary);
    await until(`${name} is ready`, async () => {
      const ended = started.exitCode ?? started.signalCode;
      if (ended !== null) throw new Error(`${name} did not start (${ended}):\n${this.log.slice(-shownOfLog)}`);
      return isReady();
    });
  }

  /** It keeps its connections and answers nothing, until `resume`. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Resolves once it has ended, by SIGKILL if it takes too long; its folder stays. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    const late = setTimeout(() => running?.kill('SIGKILL'), patienceMs);
    await endServer(running, signal, this.folder).finally(() => clearTimeout(late));
  }

  /** Removes what it kept, once it has ended. */
  remove(): Promise<void> {
    return finishCleaner(this.#cleaner);
  }
}
