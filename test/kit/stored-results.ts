import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type ResultRecord, resultRecordSchema } from '@tintype/api/testing';
import { buckets } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';

/** What lies in the buckets of results, read without the code that writes it. */
export interface StoredResults {
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
