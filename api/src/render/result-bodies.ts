import { createHash } from 'node:crypto';
import { limits, type Rendered, subjects } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { Turns } from './turns.js';

/** Chunks asked for at once. */
const inFlight = 8;
const chunkTimeoutMs = 5000;
/** Large results pulled at once by this process; others wait their turn. */
const lanes = 4;

/** The bytes of results that nodes announce. */
export class ResultBodies {
  readonly #connection: Nats['connection'];
  readonly #turns = new Turns();
  #pulled = 0;

  constructor({ connection }: Pick<Nats, 'connection'>) {
    this.#connection = connection;
  }

  /**
   * The bytes that came with an announcement, or that its node serves in chunks. Throws when they are not the announced
   * ones, or more than `most` (null: no limit).
   */
  async bodyOf(rendered: Rendered, inline: Uint8Array, most: number | null): Promise<Uint8Array> {
    const { job, length, sha256 } = rendered;
    if (most !== null && length > most) throw new Error(`Job ${job} announces ${length} bytes, more than it may.`);
    const body = inline.length === length ? inline : await this.#inTurn(rendered);
    const digest = createHash('sha256').update(body).digest('hex');
    if (digest !== sha256) throw new Error(`The bytes of job ${job} are not the announced ones.`);
    return body;
  }

  /** So that no replica is flooded: at most `lanes` × `inFlight` chunks are under way. */
  #inTurn(rendered: Rendered): Promise<Uint8Array> {
    this.#pulled += 1;
    return this.#turns.take(String(this.#pulled % lanes), neverAborted, () => this.#pull(rendered));
  }

  async #pull({ job, length }: Rendered): Promise<Uint8Array> {
    const body = new Uint8Array(length);
    let next = 0;
    const pullChunks = async () => {
      while (next < length) {
        const offset = next;
        next += limits.inlineResultBytes;
        const options = { timeout: chunkTimeoutMs };
        const chunk = await this.#connection.request(subjects.chunk(job), String(offset), options).catch((error) => {
          // The others need not go on.
          next = length;
          throw error;
        });
        body.set(chunk.data, offset);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, pullChunks));
    return body;
  }
}

const neverAborted = new AbortController().signal;
