import type { Clock } from '@tintype/runtime';

export interface PlayedProcessOptions {
  world: Clock;
  /** The monotonic clock's speed; 1 is the world's. */
  rate: number;
  /** The wall clock's error in milliseconds. */
  offset: number;
}

/**
 * A process on its own machine, played here: timers and answers reach it only while it runs. Its clocks continue in a
 * pause, as after SIGSTOP.
 */
export class PlayedProcess {
  readonly #options: PlayedProcessOptions;
  #state: 'running' | 'paused' | 'dead' = 'running';
  #held: (() => void)[] = [];

  constructor(options: PlayedProcessOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  readonly clock: Clock = {
    now: () => this.#options.world.now() + this.#options.offset,
    monotonic: () => this.#options.world.monotonic() * this.#options.rate,
    after: (milliseconds, call) => {
      let isTakenBack = false;
      const run = () => this.#run(() => isTakenBack || call());
      // Timers have whole milliseconds, at least one.
      const takeBack = this.#options.world.after(Math.max(Math.ceil(milliseconds / this.#options.rate), 1), run);
      return () => {
        isTakenBack = true;
        takeBack();
      };
    },
  };

  pause(): void {
    if (this.#state === 'running') this.#state = 'paused';
  }

  /** Runs `first` at once, then the held timers and answers in the order of `order`. */
  resume(first: () => void, order: () => number): void {
    if (this.#state !== 'paused') return;
    this.#state = 'running';
    first();
    const held = this.#held.splice(0).map((call) => ({ call, at: order() }));
    for (const { call } of held.sort((one, other) => one.at - other.at)) call();
  }

  kill(): void {
    this.#state = 'dead';
    this.#held = [];
  }

  /** Settles with `outside` once the process runs. */
  hear<T>(outside: Promise<T>): Promise<T> {
    const outcome = Promise.withResolvers<T>();
    outside.then(
      (value) => this.#run(() => outcome.resolve(value)),
      (error) => this.#run(() => outcome.reject(error)),
    );
    return outcome.promise;
  }

  #run(call: () => void): void {
    if (this.#state === 'running') call();
    else if (this.#state === 'paused') this.#held.push(call);
  }
}
