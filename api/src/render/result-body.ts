import { createHash } from 'node:crypto';
import { limits, type Rendered, subjects } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';

/** Chunks asked for at once: no replica is flooded by a large result. */
const inFlight = 8;
const chunkTimeoutMs = 5000;

/** The bytes that came with an announcement, or that its node serves in chunks. Throws when they are not the announced ones. */
export const bodyOf = async (nats: Nats, rendered: Rendered, inline: Uint8Array): Promise<Uint8Array> => {
  const body = inline.length === rendered.length ? inline : await pull(nats, rendered);
  const digest = createHash('sha256').update(body).digest('hex');
  if (digest !== rendered.sha256) throw new Error(`The bytes of job ${rendered.job} are not the announced ones.`);
  return body;
};

const pull = async ({ connection }: Nats, { job, length }: Rendered): Promise<Uint8Array> => {
  const body = new Uint8Array(length);
  let next = 0;
  const pullChunks = async () => {
    while (next < length) {
      const offset = next;
      next += limits.inlineResultBytes;
      const chunk = await connection.request(subjects.chunk(job), String(offset), { timeout: chunkTimeoutMs });
      body.set(chunk.data, offset);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, pullChunks));
  return body;
};
