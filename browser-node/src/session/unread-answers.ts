import type { ServerResponse } from 'node:http';
import { limits } from '@tintype/contracts';

/** A caller that reads nothing for this long counts as gone. */
const stuckMs = 60_000;

/**
 * Limits the memory of unread answers to twice the largest answer. An action waits until the unread answers have at
 * most the bytes of the largest answer.
 */
export class UnreadAnswers {
  readonly #stuckMs: number;
  #bytes = 0;
  #waiting: (() => void)[] = [];

  constructor(patienceMs = stuckMs) {
    this.#stuckMs = patienceMs;
  }

  /** Closes the connection if the caller reads nothing for 60 s. */
  send(response: ServerResponse, text: string): void {
    const bytes = Buffer.byteLength(text);
    this.#bytes += bytes;
    response.once('close', () => {
      this.#bytes -= bytes;
      for (const wake of this.#waiting.splice(0)) wake();
    });
    response.setTimeout(this.#stuckMs, () => response.destroy());
    response.end(text);
  }

  async waitForSpace(): Promise<void> {
    // An answer that just finished is not sent yet.
    await new Promise(setImmediate);
    while (this.#bytes > limits.actionAnswerBytes) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
