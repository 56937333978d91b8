import type { Page } from '../page/page.js';
import type { Generation } from './generation.js';

/** A page that is ready, with the browser that it is in. */
export interface WarmPage {
  page: Page;
  generation: Generation;
}

/** Pages that are ready, and those who wait for one: never both. */
export class WarmPages {
  readonly #waiting: ((warm: WarmPage) => void)[] = [];
  #ready: WarmPage[] = [];

  get size(): number {
    return this.#ready.length;
  }

  /** How many wait for one. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** How many are ready in a browser. */
  count(generation: Generation | undefined): number {
    return this.#ready.filter((warm) => warm.generation === generation).length;
  }

  /** The one that has been ready longest; undefined when none is. */
  first(): WarmPage | undefined {
    return this.#ready.shift();
  }

  /** The next one that is given; rejects with the signal's reason. */
  next(signal: AbortSignal): Promise<WarmPage> {
    const { promise, resolve, reject } = Promise.withResolvers<WarmPage>();
    const abort = () => {
      const place = this.#waiting.indexOf(take);
      if (place >= 0) this.#waiting.splice(place, 1);
      reject(signal.reason);
    };
    const take = (warm: WarmPage) => {
      signal.removeEventListener('abort', abort);
      resolve(warm);
    };
    this.#waiting.push(take);
    signal.addEventListener('abort', abort, { once: true });
    return promise;
  }

  /** To whoever waits longest, or kept. Answers whether it was kept. */
  give(warm: WarmPage): boolean {
    const waiting = this.#waiting.shift();
    if (waiting) waiting(warm);
    else this.#ready.push(warm);
    return !waiting;
  }

  /** Takes out the first that `which` means; undefined when there is none. */
  remove(which: (warm: WarmPage) => boolean): WarmPage | undefined {
    const place = this.#ready.findIndex(which);
    return place < 0 ? undefined : this.#ready.splice(place, 1)[0];
  }

  /** Forgets all of a browser that has died. */
  forget(generation: Generation): void {
    this.#ready = this.#ready.filter((warm) => warm.generation !== generation);
  }
}
