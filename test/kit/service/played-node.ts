import { createHash } from 'node:crypto';
import {
  encodeResult,
  limits,
  type RenderClass,
  type Rendered,
  type RenderJob,
  renderJobSchema,
  streams,
  subjects,
} from '@tintype/contracts';
import type { JsMsg, Nats } from '@tintype/runtime';
import { patienceMs } from '../until.js';

export interface Announcing {
  /** The announcement's bytes; empty if the api must pull them. */
  inline?: Uint8Array;
  /** Longer than an api waits for a chunk. */
  timeoutMs?: number;
}

const pulled = new Uint8Array();

/** The test plays the node, for acts that a real one never does. */
export class PlayedNode {
  readonly #nats: Nats;

  constructor(nats: Nats) {
    this.#nats = nats;
  }

  async take(renderClass: RenderClass = 'still'): Promise<PlayedJob> {
    const consumer = await this.#nats.jetstream.consumers.get(streams.renders, renderClass);
    for (;;) {
      const message = await consumer.next({ expires: 30_000 });
      if (message) return new PlayedJob(this.#nats, message);
    }
  }
}

export class PlayedJob {
  readonly job: RenderJob;
  readonly message: JsMsg;
  readonly #nats: Nats;

  constructor(nats: Nats, message: JsMsg) {
    this.#nats = nats;
    this.message = message;
    this.job = renderJobSchema.parse(message.json());
  }

  /** Announces bytes as the result; returns whether an api confirmed. */
  async announce(bytes: Uint8Array, { inline, timeoutMs = patienceMs }: Announcing = {}): Promise<boolean> {
    const head: Rendered = {
      ok: true,
      job: this.job.id,
      contentType: 'image/png',
      length: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      targetStatus: 200,
      warnings: [],
      timings: {},
    };
    const message = encodeResult(head, inline ?? (bytes.length > limits.inlineResultBytes ? pulled : bytes));
    const request = this.#nats.connection.request(subjects.result(this.job.key), message, { timeout: timeoutMs });
    return request.then(
      () => true,
      () => false,
    );
  }

  /** Serves at most `max` chunks, then `exhausted` resolves. `stop` returns the number served. */
  serve(bytes: Uint8Array, max = Number.POSITIVE_INFINITY): { exhausted: Promise<void>; stop: () => number } {
    let served = 0;
    const exhausted = Promise.withResolvers<void>();
    const subscription = this.#nats.connection.subscribe(subjects.chunk(this.job.id), {
      callback: (_, message) => {
        if (served >= max) return;
        served += 1;
        const offset = Number(message.string());
        message.respond(bytes.subarray(offset, offset + limits.inlineResultBytes));
        if (served === max) exhausted.resolve();
      },
    });
    const stop = () => {
      subscription.unsubscribe();
      return served;
    };
    return { exhausted: exhausted.promise, stop };
  }
}
