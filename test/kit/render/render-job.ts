import { createHash } from 'node:crypto';
import { decodeResult, type Endpoint, type RenderResult, subjects } from '@tintype/contracts';
import { Deadline } from '@tintype/runtime';
import type { Service } from '../service/service.js';
import { patienceMs } from '../until.js';

export interface JobOptions {
  endpoint: Endpoint;
  pairs: Record<string, string>;
  /** Deadline. */
  milliseconds?: number;
  resultBytes?: number;
}

/** Queues a job as an api does; returns the node's announcement, throws without one. */
export const announcementOf = async (service: Service, options: JobOptions): Promise<RenderResult> => {
  const { endpoint, pairs, milliseconds = 60_000, resultBytes = null } = options;
  const nats = await service.connect();
  const key = createHash('sha256').update(JSON.stringify(options)).digest('hex');
  const outcome = Promise.withResolvers<RenderResult>();
  nats.connection.subscribe(subjects.result(key), {
    callback: (_, message) => outcome.resolve(decodeResult(message.data).result),
  });
  // The node asks about a job that waited long.
  nats.connection.subscribe(subjects.wanted(key), { callback: (_, message) => void message.respond() });
  const [id, account, requestId, publishedAt] = [crypto.randomUUID(), 'tester', 'req_test', Date.now()];
  const job = { id, class: 'still', endpoint, account, key, pairs, requestId, resultBytes, publishedAt };
  const deadline = publishedAt + milliseconds;
  await nats.jetstream.publish(subjects.job('still', account, key), JSON.stringify({ ...job, deadline }));
  return Deadline.in(milliseconds + patienceMs)
    .race(outcome.promise)
    .finally(() => nats.close());
};
