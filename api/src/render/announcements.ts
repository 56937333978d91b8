import { decodeResult, type RenderResult, subjects } from '@tintype/contracts';
import type { Logger, Msg, Nats } from '@tintype/runtime';

export interface Announcement {
  result: RenderResult;
  /** Empty when the bytes are to be pulled. */
  body: Uint8Array;
  /** Tells the node that the result is stored. */
  confirm: () => void;
}

/** What is announced for one key, from the moment of its making until `close`. */
export class Announcements {
  readonly #arrived: Announcement[] = [];
  readonly #close: () => void;
  #wake: () => void = () => undefined;

  constructor({ connection }: Nats, key: string, log: Logger) {
    const read = (message: Msg) => {
      this.#arrived.push({ ...decodeResult(message.data), confirm: () => message.respond() });
      this.#wake();
    };
    const subscription = connection.subscribe(subjects.result(key), {
      callback: (error, message) => {
        try {
          if (!error) read(message);
        } catch (cause) {
          log.warn({ err: cause, key }, 'unreadable announcement');
        }
      },
    });
    this.#close = () => subscription.unsubscribe();
  }

  /** The next announcement, or undefined after so many milliseconds without one. */
  async next(milliseconds: number): Promise<Announcement | undefined> {
    if (this.#arrived.length === 0) {
      const arrival = Promise.withResolvers<void>();
      this.#wake = arrival.resolve;
      const timer = setTimeout(arrival.resolve, milliseconds);
      await arrival.promise;
      clearTimeout(timer);
    }
    return this.heard();
  }

  /** An announcement that has arrived, or undefined. */
  heard(): Announcement | undefined {
    return this.#arrived.shift();
  }

  close(): void {
    this.#close();
  }
}
