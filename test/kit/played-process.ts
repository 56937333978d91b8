import type { Clock } from '@tintype/runtime';

export interface PlayedProcessOptions {
  /** The time of the world. */
  world: Clock;
  /** How fast its monotonic clock goes: 1 as the world's. */
  rate: number;
  /** How far its wall clock is off, in milliseconds. */
  offset: number;
}

/**
 * A process on a machine of its own, played in this one: what it waits for (timers, answers) reaches it only while it
 * runs. Its clocks go on while it is paused, as those of a process that got SIGSTOP do.
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
      // Timers know whole milliseconds, and none is shorter than one.
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

  /** It does `first` at once; then comes what came in the meantime, timers and answers mixed as `order` says. */
  resume(first: () => void, order: () => number): void {
    if (this.#state !== 'paused') return;
    this.#state = 'running';
    first();
    const held = this.#held.splice(0).map((call) => ({ call, at: order() }));
    for (const { call } of held.sort((one, other) => one.at - other.at)) call();
  }

  /** Nothing reaches it any more. */
  kill(): void {
    this.#state = 'dead';
    this.#held = [];
  }

  /** Settles as the outside does, once the process runs. */
  hear<T>(outside: Promise<T>): Promise<T> {
    const heard = Promise.withResolvers<T>();
    outside.then(
      (value) => this.#run(() => heard.resolve(value)),
      (error) => this.#run(() => heard.reject(error)),
    );
    return heard.promise;
  }

  #run(call: () => void): void {
    if (this.#state === 'running') call();
    else if (this.#state === 'paused') this.#held.push(call);
  }
}
