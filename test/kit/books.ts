import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readIndexedResults } from '@tintype/api';
import { type ResultRecord, resultRecordSchema } from '@tintype/api/testing';
import { buckets, streams, usageConsumer } from '@tintype/contracts';
import { verifyBooks } from '@tintype/ledger/testing';
import type { Nats } from '@tintype/runtime';
import type { Answer, Service } from './service.js';
import { until } from './until.js';

/** What lies in the buckets of results, read without the code that writes it. */
interface StoredResults {
  /** By key. */
  records: Map<string, ResultRecord>;
  /** Chunks of bytes by the name of their object, in order. */
  objects: Map<string, Uint8Array[]>;
}

const readBucket = async (nats: Nats, bucket: string): Promise<[key: string, value: Uint8Array][]> => {
  const found: [string, Uint8Array][] = [];
  for await (const entry of await (await nats.kv(bucket)).history({ key: '>' })) {
    if (entry.operation === 'PUT') found.push([entry.key, entry.value]);
  }
  return found;
};

export const readStoredResults = async (nats: Nats): Promise<StoredResults> => {
  const records = (await readBucket(nats, buckets.index)).map(([key, value]): [string, ResultRecord] => [
    key,
    resultRecordSchema.parse(JSON.parse(new TextDecoder().decode(value))),
  ]);
  const chunks = new Map<string, [number, Uint8Array][]>();
  for (const [name, value] of await readBucket(nats, buckets.results)) {
    const [, object = '', number = ''] = /^(.*)\.(\d+)$/.exec(name) ?? [];
    chunks.set(object, [...(chunks.get(object) ?? []), [Number(number), value]]);
  }
  const inOrder = (parts: [number, Uint8Array][]) => parts.sort(([a], [b]) => a - b).map(([, value]) => value);
  return {
    records: new Map(records),
    objects: new Map([...chunks].map(([object, parts]) => [object, inOrder(parts)])),
  };
};

/** Every record names bytes that are there and are its own; answers how many objects no record names. */
export const checkStoredResults = ({ records, objects }: StoredResults): number => {
  for (const [key, { object, length, sha256 }] of records) {
    const bytes = Buffer.concat(objects.get(object) ?? []);
    const digest = createHash('sha256').update(bytes).digest('hex');
    assert.deepEqual([key, bytes.length, digest], [key, length, sha256], 'a record names bytes that are its own');
  }
  const named = new Set([...records.values()].map(({ object }) => object));
  return [...objects.keys()].filter((object) => !named.has(object)).length;
};

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

/** What clients were given and what they were told that it cost, as they counted it themselves. */
export class Takings {
  /** By SHA-256 of the bytes, so each picture of the tests must be another one. */
  readonly #results = new Set<string>();
  #credits = 0;
  /** Charges of results that reached nobody, because the api died between the charge and the answer. */
  undelivered = 0;
  /** Results whose bytes lie there without a record, because the api that stored them died before it wrote one. */
  orphans = 0;

  get results(): number {
    return this.#results.size;
  }

  get credits(): number {
    return this.#credits;
  }

  /** Notes an answer; throws when its bytes are not what its ETag says. */
  add({ status, headers, body }: Answer): void {
    if (status !== 200) return;
    const sha256 = createHash('sha256').update(body).digest('hex');
    assert.equal(headers.get('etag'), `"${sha256}"`, 'the bytes of an answer are those of its ETag');
    this.#results.add(sha256);
    this.#credits += Number(headers.get('x-credits-charged'));
  }
}
