import assert from 'node:assert/strict';
import { readIndexedResults } from '@tintype/api';
import { streams, usageConsumer } from '@tintype/contracts';
import { verifyBooks } from '@tintype/ledger/testing';
import type { Nats } from '@tintype/runtime';
import type { Service } from './service.js';
import { checkStoredResults, readStoredResults } from './stored-results.js';
import type { Takings } from './takings.js';
import { until } from './until.js';

const jobsLeft = async (nats: Nats): Promise<number> =>
  (await nats.manager.streams.info(streams.renders)).state.messages;

/** Subjects that somebody listens to only while a result is waited for or served. */
const waiting = (service: Service): string[] =>
  [...service.apis, ...service.nodes]
    .flatMap(({ seam }) => seam?.subscriptions ?? [])
    .filter((subject) => /^(wait|chunk)\./.test(subject));

/** Charges that are not in the usage yet. */
const chargesToAdd = async (nats: Nats): Promise<number> => {
  const { num_pending, num_ack_pending } = await nats.manager.consumers.info(streams.charges, usageConsumer);
  return num_pending + num_ack_pending;
};

/**
 * What holds after every fault, once nothing is under way: the queue is empty, nobody listens for a result, each record
 * has its own bytes, no bytes lie about, and each result that was delivered has one charge, and nothing else has any.
 */
export const checkBooks = async (service: Service, nats: Nats, takings: Takings): Promise<void> => {
  await until('the queue is empty', async () => (await jobsLeft(nats)) === 0);
  await until('nobody listens for a result', () => waiting(service).length === 0);
  await until('every charge is in the usage', async () => (await chargesToAdd(nats)) === 0);
  const orphans = checkStoredResults(await readStoredResults(nats));
  const { faults, charges, credits } = await verifyBooks(nats, await readIndexedResults(nats));
  assert.deepEqual(faults, [], 'the books have no faults');
  assert.equal(charges, takings.results + takings.undelivered, 'each result that was delivered has one charge');
  assert.ok(takings.credits <= credits, 'clients were told no more than was charged');
  assert.equal(orphans, takings.orphans, 'no bytes are left without a record');
};
