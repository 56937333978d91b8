import { createHash } from 'node:crypto';
import { encodeResult, limits, type Rendered, type RenderJob, subjects, type TintypeError } from '@tintype/contracts';
import { type Nats, raceSignal } from '@tintype/runtime';
import { ask } from './ask.js';
import type { Rendering } from './capture/render.js';
import { isWanted } from './job-in-work.js';

/** How long an api may take to pull, store and confirm a result before it is announced again. */
const confirmMs = 5000;

const headOf = (job: RenderJob, { body, contentType, targetStatus, warnings, timings }: Rendering): Rendered => ({
  ok: true,
  job: job.id,
  contentType,
  length: body.length,
  sha256: createHash('sha256').update(body).digest('hex'),
  targetStatus,
  warnings,
  timings,
});

/** Serves a large result in chunks until the answered function is called: a request's body is the offset, in decimal. */
const serveChunks = ({ connection }: Nats, job: RenderJob, body: Buffer): (() => void) => {
  const subscription = connection.subscribe(subjects.chunk(job.id), {
    callback: (error, message) => {
      if (error) return;
      const offset = Number(message.string());
      if (Number.isSafeInteger(offset)) message.respond(body.subarray(offset, offset + limits.inlineResultBytes));
    },
  });
  return () => subscription.unsubscribe();
};

/**
 * Announces a result until an api has confirmed that it is stored, nobody listens any more, or the signal ends it.
 * Answers whether it was confirmed. Throws the signal's reason, and what the connection throws.
 */
export const deliver = async (
  nats: Nats,
  job: RenderJob,
  rendering: Rendering,
  signal: AbortSignal,
): Promise<boolean> => {
  const inline = rendering.body.length <= limits.inlineResultBytes;
  const message = encodeResult(headOf(job, rendering), inline ? rendering.body : undefined);
  const stopServing = inline ? () => undefined : serveChunks(nats, job, rendering.body);
  try {
    while (!signal.aborted) {
      // An answer means that an api has stored it.
      const asking = ask(nats, subjects.result(job.key), { body: message, timeoutMs: confirmMs });
      const outcome = await raceSignal(asking, signal);
      if (outcome !== 'unanswered') return outcome === 'answered';
      if (!(await isWanted(nats, job))) return false;
    }
    return false;
  } finally {
    stopServing();
  }
};

/** Tells whoever waits that the job has failed. */
export const deliverFailure = ({ connection }: Nats, job: RenderJob, error: TintypeError): void => {
  const failure = { ok: false, job: job.id, code: error.code, message: error.message, timings: {} } as const;
  connection.publish(subjects.result(job.key), encodeResult(failure));
};
