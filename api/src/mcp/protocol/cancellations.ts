import { subjects } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';

/** Identifies a running call. Two clients may use the same id, so the name includes the client's label. */
export interface CallName {
  account: string;
  /** The label that the client got with `initialize`. */
  client: string;
  id: string | number;
}

const callCancelled = new Error('The client cancelled the call.');

/**
 * Cancels calls by name on any replica. A cancellation is a separate HTTP request, so it may reach another replica than
 * the call. Clients of revisions since 2026-07-28 close the connection instead.
 */
export class Cancellations {
  readonly #connection: Pick<Nats['connection'], 'publish' | 'subscribe'>;
  readonly #running = new Map<string, AbortController>();
  readonly #stop: () => void;

  constructor({ connection }: Pick<Nats, 'connection'>) {
    this.#connection = connection;
    const subscription = connection.subscribe(subjects.toolCancelled('*'), {
      callback: (error, message) => {
        if (!error) this.#running.get(`${message.subject} ${message.string()}`)?.abort(callCancelled);
      },
    });
    this.#stop = () => subscription.unsubscribe();
  }

  stop(): void {
    this.#stop();
  }

  /** Asks all replicas to cancel the call, and does not wait for them. Nothing happens if the call is over. */
  cancel({ account, client, id }: CallName): void {
    this.#connection.publish(subjects.toolCancelled(account), JSON.stringify([client, id]));
  }

  /** A signal that aborts when the call is cancelled. `over` must abort when the call ends. */
  watch({ account, client, id }: CallName, over: AbortSignal): AbortSignal {
    const key = `${subjects.toolCancelled(account)} ${JSON.stringify([client, id])}`;
    const call = new AbortController();
    this.#running.set(key, call);
    over.addEventListener('abort', () => this.#running.get(key) === call && this.#running.delete(key), { once: true });
    return call.signal;
  }
}
