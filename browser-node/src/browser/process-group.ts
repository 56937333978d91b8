import { setTimeout as wait } from 'node:timers/promises';

const lookMs = 10;
/** Processes that are killed go at once; one that nobody reaps, in a container without an init, never does. */
const mostMs = 2000;

/**
 * The processes of one browser. Those that the main one has started outlive it for a moment when it is killed, and write
 * to its profile meanwhile.
 */
export class ProcessGroup {
  readonly #leader: number;
  /** From then on its number may be another's. */
  #isGone = false;

  constructor(leader: number) {
    this.#leader = leader;
  }

  kill(): void {
    this.#signal('SIGKILL');
  }

  /** Kills what is left, and waits until nothing is. */
  async end(): Promise<void> {
    const until = performance.now() + mostMs;
    while (this.#signal('SIGKILL') && performance.now() < until) await wait(lookMs);
  }

  /** False when there is nobody to hear it. */
  #signal(signal: NodeJS.Signals): boolean {
    try {
      return !this.#isGone && process.kill(-this.#leader, signal);
    } catch {
      this.#isGone = true;
      return false;
    }
  }
}
