import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const lookMs = 10;
/** Killed processes end at once, unless a container has no init that reaps them. */
const endMs = 2000;

/** Whether the process is dead but keeps its number, because its parent has not reaped it yet. */
const isDead = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'Z';
  } catch {
    return false;
  }
};

/**
 * All processes of one browser. Children outlive a killed browser briefly and still write to its profile. Behind a wall, the
 * kernel ends all of them before their first process, even those that left the group.
 */
export class BrowserProcesses {
  /** A process group, as a negative number, or the first process behind the wall. */
  #target: number;
  /** No process is left. Another process may now get the number. */
  #isGone = false;

  constructor(group: number) {
    this.#target = -group;
  }

  /** A signal to this process now reaches all: the kernel ends the others with it. */
  setInit(init: number): void {
    this.#target = init;
  }

  kill(): void {
    this.#signal();
  }

  /** Kills until no process is left, for at most 2 s. */
  async end(): Promise<void> {
    const until = performance.now() + endMs;
    while (this.#signal() && performance.now() < until) await wait(lookMs);
  }

  /** Kills all processes. False if none is left. */
  #signal(): boolean {
    try {
      if (this.#target > 0 && isDead(this.#target)) this.#isGone = true;
      return !this.#isGone && process.kill(this.#target, 'SIGKILL');
    } catch {
      this.#isGone = true;
      return false;
    }
  }
}
