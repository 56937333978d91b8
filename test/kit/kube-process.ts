import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { endServer, finishCleaner, startCleaner } from './server-end.js';
import { procText } from './sockets.js';
import { patienceMs, until } from './until.js';

const shownOfLog = 4000;

/** The state letters of a process's threads (proc_pid_stat(5)); none where there is no /proc. */
const threadStates = (pid: number | undefined): string[] => {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return [];
  return readdirSync(tasks).map((task) => /\) (\S)/.exec(procText(`${tasks}/${task}/stat`))?.[1] ?? 'T');
};

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
  async pause(): Promise<void> {
    const running = this.#process;
    running?.kill('SIGSTOP');
    // The signal stops one thread after the other: until the last one has stopped, the program may still answer.
    await until('it stands still', () => threadStates(running?.pid).every((state) => state === 'T'));
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
