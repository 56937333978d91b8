import type { Frame } from './nats-frames.js';

/** What one connection is subscribed to, read off its frames. */
export class Subscriptions {
  readonly #subjects = new Map<string, string>();
  /** Messages still to come before the server ends a subscription by itself. */
  readonly #left = new Map<string, number>();

  /** A frame that the client sends. */
  sent({ verb, words }: Frame): void {
    if (verb === 'SUB') this.#subjects.set(words.at(-1) ?? '', words[0] ?? '');
    if (verb !== 'UNSUB') return;
    const [id = '', most] = words;
    if (most === undefined) this.#subjects.delete(id);
    else this.#left.set(id, Number(most));
  }

  /** A frame that the client gets. */
  received({ verb, words }: Frame): void {
    if (verb !== 'MSG' && verb !== 'HMSG') return;
    const id = words[1] ?? '';
    const left = (this.#left.get(id) ?? Number.POSITIVE_INFINITY) - 1;
    if (left <= 0) this.#subjects.delete(id);
    else if (Number.isFinite(left)) this.#left.set(id, left);
  }

  get subjects(): string[] {
    return [...this.#subjects.values()];
  }
}
