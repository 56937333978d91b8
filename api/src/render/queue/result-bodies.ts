import { createHash } from 'node:crypto';
import { limits, type Rendered, subjects } from '@tintype/contracts';
import { type Nats, pullChunks, Semaphore } from '@tintype/runtime';

const chunkTimeoutMs = 5000;
/** At most four large results at once, each with 8 chunks in flight. */
const maxPulled = 4;

/** Gets the bytes of announced results. */
export class ResultBodies {
  readonly #connection: Nats['connection'];
  readonly #pulls = new Semaphore(maxPulled);

  constructor({ connection }: Pick<Nats, 'connection'>) {
    this.#connection = connection;
  }

  /**
   * The bytes that came with an announcement (`inline`), or that its node serves in chunks. Throws if there are more
   * than `max` (null: no limit), or their SHA-256 is not the announced one. Throws also if a chunk does not arrive.
   */
  async bodyOf(rendered: Rendered, inline: Uint8Array, max: number | null): Promise<Uint8Array> {
    const { job, length, sha256 } = rendered;
    if (max !== null && length > max) throw new Error(`Job ${job} announces ${length} bytes; the limit is ${max}.`);
    const body = inline.length === length ? inline : await this.#pulls.run(() => this.#pull(rendered));
    const digest = createHash('sha256').update(body).digest('hex');
    if (digest !== sha256) throw new Error(`The bytes of job ${job} do not have the announced SHA-256.`);
    return body;
  }

  #pull({ job, length }: Rendered): Promise<Uint8Array> {
    const chunks = { subject: subjects.chunk(job), chunkBytes: limits.inlineResultBytes, length };
    return pullChunks(this.#connection, { ...chunks, timeoutMs: chunkTimeoutMs });
  }
}
