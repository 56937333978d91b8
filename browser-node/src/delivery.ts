import { createHash } from 'node:crypto';
import { encodeResult, limits, type Rendered, type RenderJob, subjects, TintypeError } from '@tintype/contracts';
import { type Nats, race, serveChunks } from '@tintype/runtime';
import { ask } from './ask.js';
import type { Rendering } from './capture/render.js';
import { isWanted } from './job-in-work.js';

/** Time for an api to fetch, store and confirm a result before the next announcement. */
const confirmMs = 5000;

const headOf = (
  job: RenderJob,
  { body, contentType, targetStatus, warnings, timings, isPartial }: Rendering,
): Rendered => ({
  ...(isPartial ? { cacheSeconds: limits.partialCacheSeconds } : {}),
  ok: true,
  job: job.id,
  contentType,
  length: body.length,
  sha256: createHash('sha256').update(body).digest('hex'),
  targetStatus,
  warnings,
  timings,
});

/**
 * Announces a result until an api confirms that it is stored. Returns whether an api confirmed: false if no api
 * listens, or no request waits for the result. Throws the signal's reason and errors of the connection.
 */
export const deliver = async (
  nats: Nats,
  job: RenderJob,
  rendering: Rendering,
  signal: AbortSignal,
): Promise<boolean> => {
  const isInline = rendering.body.length <= limits.inlineResultBytes;
  const message = encodeResult(headOf(job, rendering), isInline ? rendering.body : undefined);
  const chunks = { subject: subjects.chunk(job.id), chunkBytes: limits.inlineResultBytes, bytes: rendering.body };
  const stopServing = isInline ? () => undefined : serveChunks(nats.connection, chunks);
  try {
    while (!signal.aborted) {
      const asking = ask(nats, subjects.result(job.key), { body: message, timeoutMs: confirmMs });
      const outcome = await race(asking, signal);
      if (outcome !== 'unanswered') return outcome === 'answered';
      if (!(await isWanted(nats, job))) return false;
    }
    return false;
  } finally {
    stopServing();
  }
};

/** Announces that this node cannot decrypt the job's secrets. The apis offer the job again, for some time. */
export const deliverUnopened = ({ connection }: Nats, job: RenderJob): void => {
  const { code, message } = new TintypeError('unavailable');
  const failure = { ok: false, job: job.id, code, message, timings: {}, unopened: true } as const;
  connection.publish(subjects.result(job.key), encodeResult(failure));
};

/** Announces a failure to the waiting apis. */
export const deliverFailure = ({ connection }: Nats, job: RenderJob, error: TintypeError): void => {
  const failure = { ok: false, job: job.id, code: error.code, message: error.message, timings: {} } as const;
  connection.publish(subjects.result(job.key), encodeResult(failure));
};
