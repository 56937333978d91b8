import { decodeResult, type RenderResult, subjects } from '@tintype/contracts';
import { ifInTime, type Logger, type Msg, type Nats } from '@tintype/runtime';

export interface Announcement {
  result: RenderResult;
  /** Empty if the bytes have to be fetched. */
  body: Uint8Array;
  /** Tells the node that the result is stored. */
  confirm: () => void;
}

export interface AnnouncementsOptions {
  nats: Pick<Nats, 'connection'>;
  key: string;
  /** True while a request still wants the job's result. Nodes ask because the job's owner may be gone. */
  wants: (job: string) => boolean;
  /** Called when a node could not decrypt the secrets of a job. */
  onUnopened: () => void;
  log: Pick<Logger, 'warn'>;
}

/** Receives the announcements of one key until `close`. Tells nodes that ask whether the result is still wanted. */
export class Announcements {
  readonly #options: AnnouncementsOptions;
  readonly #arrived: Announcement[] = [];
  readonly #close: () => void;
  #wake: () => void = () => undefined;

  constructor(options: AnnouncementsOptions) {
    this.#options = options;
    const { nats, key, log } = options;
    const subscription = nats.connection.subscribe(subjects.wait(key), {
      callback: (error, message) => {
        try {
          if (!error) this.#receive(message);
        } catch (cause) {
          log.warn({ err: cause, key }, 'ignoring an announcement that is not valid');
        }
      },
    });
    this.#close = () => subscription.unsubscribe();
  }

  /** The next announcement; undefined after this many milliseconds, or after `wake`. */
  async next(milliseconds: number): Promise<Announcement | undefined> {
    if (this.#arrived.length === 0) {
      const arrival = Promise.withResolvers<void>();
      this.#wake = arrival.resolve;
      await ifInTime(arrival.promise, milliseconds);
    }
    return this.takeArrived();
  }

  takeArrived(): Announcement | undefined {
    return this.#arrived.shift();
  }

  wake(): void {
    this.#wake();
  }

  close(): void {
    this.#close();
  }

  #receive(message: Msg): void {
    const { key, wants, onUnopened } = this.#options;
    if (message.subject === subjects.wanted(key)) {
      if (wants(message.string())) message.respond();
      return;
    }
    const { result, body } = decodeResult(message.data);
    // Do not wake the waiting request: it would offer the job again at once.
    if (!result.ok && result.unopened) {
      onUnopened();
      return;
    }
    this.#arrived.push({ result, body, confirm: () => message.respond() });
    this.#wake();
  }
}
