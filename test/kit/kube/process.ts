import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { endServer, finishCleaner, startCleaner } from '../process/server-end.js';
import { procText } from '../process/sockets.js';
import { patienceMs, until } from '../until.js';

const shownOfLog = 4000;

/** Thread states (proc_pid_stat(5)); empty without /proc. */
const threadStates = (pid: number | undefined): string[] => {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return [];
  return readdirSync(tasks).map((task) => /\) (\S)/.exec(procText(`${tasks}/${task}/stat`))?.[1] ?? 'T');
};

/** A control-plane program with a folder for data and log. Both end with this process. */
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

  /** Since the first start. */
  get log(): string {
    return readFileSync(join(this.folder, 'log'), 'utf8');
  }

  /** Resolves when ready; rejects with the log's end if it ends first or is late. */
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

  /** Keeps connections and answers nothing until `resume`. */
  async pause(): Promise<void> {
    const running = this.#process;
    running?.kill('SIGSTOP');
    // Threads stop one by one: until the last, the program may answer.
    await until('it stands still', () => threadStates(running?.pid).every((state) => state === 'T'));
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Resolves at the end, by SIGKILL if it is late; keeps the folder. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    const late = setTimeout(() => running?.kill('SIGKILL'), patienceMs);
    await endServer(running, signal, this.folder).finally(() => clearTimeout(late));
  }

  remove(): Promise<void> {
    return finishCleaner(this.#cleaner);
  }
}
