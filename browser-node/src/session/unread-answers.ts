import type { ServerResponse } from 'node:http';
import { limits } from '@tintype/contracts';

/** Who reads nothing of an answer for so long has gone, as far as can be told. */
const stuckMs = 60_000;

/**
 * Answers that are not read yet. They are kept in memory, so there is room for as many bytes as one answer may have, and for
 * one more answer.
 */
export class UnreadAnswers {
  readonly #stuckMs: number;
  #bytes = 0;
  #waiting: (() => void)[] = [];

  constructor(patienceMs = stuckMs) {
    this.#stuckMs = patienceMs;
  }

  /** Sends it. Whoever reads nothing of it is let go. */
  send(response: ServerResponse, text: string): void {
    const bytes = Buffer.byteLength(text);
    this.#bytes += bytes;
    response.once('close', () => {
      this.#bytes -= bytes;
      for (const look of this.#waiting.splice(0)) look();
    });
    response.setTimeout(this.#stuckMs, () => response.destroy());
    response.end(text);
  }

  /** Settles when there is room for another. */
  async waitForSpace(): Promise<void> {
    // An answer that is just there is not sent yet.
    await new Promise(setImmediate);
    while (this.#bytes > limits.actionAnswerBytes) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
