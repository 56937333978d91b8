import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readIndexedResults } from '@tintype/api';
import { type ResultRecord, resultRecordSchema } from '@tintype/api/testing';
import { buckets, streams, usageConsumer } from '@tintype/contracts';
import { compareLedger } from '@tintype/ledger/testing';
import type { Nats } from '@tintype/runtime';
import { until } from '../until.js';
import type { Answer, Service } from './service.js';

/** The buckets of results, read without the code that writes them. */
interface StoredResults {
  records: Map<string, ResultRecord>;
  /** Chunks by object name, in order. */
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

/** Each record must name bytes with its length and hash. Returns the number of objects without a record. */
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

/** Subjects with a listener only while a result is awaited or served. */
const waiting = (service: Service): string[] =>
  [...service.apis, ...service.nodes]
    .flatMap(({ seam }) => seam?.subscriptions ?? [])
    .filter((subject) => /^(wait|chunk)\./.test(subject));

/** Charges that the usage lacks. */
const chargesToAdd = async (nats: Nats): Promise<number> => {
  const { num_pending, num_ack_pending } = await nats.manager.consumers.info(streams.charges, usageConsumer);
  return num_pending + num_ack_pending;
};

/**
 * Checks the state after each fault: an empty queue, no listener for a result, bytes for each record, none orphaned.
 * Each delivered result has one charge, and nothing else has one.
 */
export const checkLedger = async (service: Service, nats: Nats, takings: ClientTally): Promise<void> => {
  await until('the queue is empty', async () => (await jobsLeft(nats)) === 0);
  await until('nobody listens for a result', () => waiting(service).length === 0);
  await until('every charge is in the usage', async () => (await chargesToAdd(nats)) === 0);
  const orphans = checkStoredResults(await readStoredResults(nats));
  const { faults, charges, credits } = await compareLedger(nats, await readIndexedResults(nats));
  assert.deepEqual(faults, [], 'the ledger has no faults');
  assert.equal(charges, takings.results + takings.undelivered, 'each result that was delivered has one charge');
  assert.ok(takings.credits <= credits, 'clients saw no more credits than the charges');
  assert.equal(orphans, takings.orphans, 'no bytes are left without a record');
};

/** The clients' own count of results and credits. */
export class ClientTally {
  /** SHA-256 of the bytes: each picture of a test must differ. */
  readonly #results = new Set<string>();
  #credits = 0;
  /** Charges without a delivered result: the api died between charge and answer. */
  undelivered = 0;
  /** Bytes without a record: the api that stored them died before the record. */
  orphans = 0;

  get results(): number {
    return this.#results.size;
  }

  get credits(): number {
    return this.#credits;
  }

  /** Counts an answer; throws if its ETag is not its hash. */
  add({ status, headers, body }: Answer): void {
    if (status !== 200) return;
    const sha256 = createHash('sha256').update(body).digest('hex');
    assert.equal(headers.get('etag'), `"${sha256}"`, 'the bytes of an answer are those of its ETag');
    this.#results.add(sha256);
    this.#credits += Number(headers.get('x-credits-charged'));
  }
}
