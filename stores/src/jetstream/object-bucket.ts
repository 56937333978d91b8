import type { Kind, Kinds, ObjectKey } from '@tintype/crds';
import { headers, isWrongSequence, type JsMsg } from '@tintype/runtime';
import type { Call } from './call.js';
import { streamOf, subjectOf } from './object-subjects.js';
import type { ObjectsNats } from './objects-nats.js';

/** What lies under a key: an object, or the mark of its deletion. */
export interface Entry<K extends Kind> {
  sequence: number;
  object: Kinds[K] | undefined;
}

/** How far a bucket is. Times are the server's, in milliseconds since the epoch. */
export interface BucketState {
  now: number;
  created: number;
  last: number;
  /** The last one among the subjects that were asked for; 0 without any. */
  lastOfFilter: number;
}

const operation = 'KV-Operation';

const textOf = new TextDecoder();

const isMark = (header: { get: (name: string) => string } | undefined) => Boolean(header?.get(operation));

/** An object from its JSON; its version is the sequence under which it lies. */
const objectOf = <K extends Kind>(data: Uint8Array, sequence: number): Kinds[K] => {
  const object = JSON.parse(textOf.decode(data)) as Kinds[K];
  object.metadata.resourceVersion = String(sequence);
  return object;
};

/** The object that a message holds; undefined for the mark of a deletion. */
export const objectOfMessage = <K extends Kind>({ headers: header, data, seq }: JsMsg): Kinds[K] | undefined =>
  isMark(header) ? undefined : objectOf(data, seq);

/** A key-value bucket with an object under each key, its value in JSON, its revision the object's version. */
export class ObjectBucket {
  readonly name: string;
  readonly stream: string;
  readonly nats: ObjectsNats;
  readonly #markSeconds: number;

  /** The mark of a deletion stays for so many seconds. */
  constructor(nats: ObjectsNats, name: string, markSeconds: number) {
    this.nats = nats;
    this.name = name;
    this.stream = streamOf(name);
    this.#markSeconds = markSeconds;
  }

  async read<K extends Kind>(kind: K, key: ObjectKey): Promise<Entry<K> | undefined> {
    const query = { last_by_subj: subjectOf(this.name, kind, key) };
    const message = await this.nats.manager.streams.getMessage(this.stream, query);
    if (!message) return undefined;
    const { seq, data, header } = message;
    return { sequence: seq, object: isMark(header) ? undefined : objectOf(data, seq) };
  }

  /** Answers the object as it is now; undefined when its key's last sequence is not `expected`, 0 for none. */
  async write<K extends Kind>(call: Call, kind: K, object: Kinds[K], expected: number): Promise<Kinds[K] | undefined> {
    const { resourceVersion: _, ...metadata } = object.metadata;
    const body = JSON.stringify({ ...object, metadata });
    const sequence = await call.write(() => this.#publish(subjectOf(this.name, kind, metadata), expected, { body }));
    if (sequence === undefined) return undefined;
    return { ...object, metadata: { ...metadata, resourceVersion: String(sequence) } };
  }

  /** Puts the mark of a deletion in the place of an object. False when its key's last sequence is not `expected`. */
  async remove(call: Call, kind: Kind, key: ObjectKey, expected: number): Promise<boolean> {
    const header = headers();
    header.set(operation, 'DEL');
    const mark = { headers: header, ttl: `${this.#markSeconds}s` };
    return Boolean(await call.write(() => this.#publish(subjectOf(this.name, kind, key), expected, mark)));
  }

  /** How far the bucket is, and then the part of it that the filter selects: nothing up to `last` is newer. */
  async state(filter: string): Promise<BucketState> {
    const { streams } = this.nats.manager;
    // The client's type lacks the time at which the server answered.
    const info = (await streams.info(this.stream)) as Awaited<ReturnType<typeof streams.info>> & { ts: string };
    const message = await streams.getMessage(this.stream, { last_by_subj: filter });
    return {
      now: Date.parse(info.ts),
      created: Date.parse(info.created),
      last: info.state.last_seq,
      lastOfFilter: message?.seq ?? 0,
    };
  }

  async #publish(
    subject: string,
    expected: number,
    { body = '', ...options }: { body?: string; headers?: ReturnType<typeof headers>; ttl?: string },
  ): Promise<number | undefined> {
    try {
      const expect = { streamName: this.stream, lastSubjectSequence: expected };
      return (await this.nats.jetstream.publish(subject, body, { ...options, expect })).seq;
    } catch (error) {
      if (isWrongSequence(error)) return undefined;
      throw error;
    }
  }
}
