import type { Kind, Kinds, ObjectKey } from '@tintype/crds';
import { headers, isWrongSequence, type Logger } from '@tintype/runtime';
import { checkSize } from '../registry/changes.js';
import type { Call, ObjectsNats } from './call.js';
import { streamOf, subjectOf } from './object-subjects.js';
import { entryOf, type Message, markerHeader, type StoredEntry } from './stored-entry.js';

/**
 * The state of a bucket when the server answered. `now` and `created` are the server's times in milliseconds since the
 * epoch.
 */
export interface BucketState {
  now: number;
  created: number;
  /** The last sequence of all subjects. */
  lastSequence: number;
  /** The last sequence among the subjects that match the filter; 0 if there is none. */
  lastSequenceOfFilter: number;
}

export interface ObjectBucketParts {
  nats: ObjectsNats;
  name: string;
  /** How long a delete marker stays. */
  markerSeconds: number;
  log?: Pick<Logger, 'warn'> | undefined;
}

const deleteMarker = () => {
  const header = headers();
  header.set(markerHeader, 'DEL');
  return header;
};

/** A key-value bucket: one object per key as JSON; the revision is the object's version. */
export class ObjectBucket {
  readonly name: string;
  readonly stream: string;
  readonly nats: ObjectsNats;
  readonly #markerSeconds: number;
  readonly #log: Pick<Logger, 'warn'> | undefined;
  /** The sequence of the last reported faulty entry, keyed by subject. */
  readonly #reportedSequences = new Map<string, number>();

  constructor({ nats, name, markerSeconds, log }: ObjectBucketParts) {
    this.nats = nats;
    this.name = name;
    this.stream = streamOf(name);
    this.#markerSeconds = markerSeconds;
    this.#log = log;
  }

  read<K extends Kind>(kind: K, key: ObjectKey): Promise<StoredEntry<K> | undefined> {
    return this.readAt(kind, subjectOf(this.name, kind, key));
  }

  async readAt<K extends Kind>(kind: K, subject: string): Promise<StoredEntry<K> | undefined> {
    const message = await this.nats.manager.streams.getMessage(this.stream, { last_by_subj: subject });
    if (!message) return undefined;
    const { seq, data, header } = message;
    return this.entryOf(kind, { subject, seq, data, headers: header });
  }

  /** Reads a message. Logs an entry that is neither an object nor a marker. */
  entryOf<K extends Kind>(kind: K, message: Message): StoredEntry<K> {
    const entry = entryOf(kind, message);
    if (entry.fault) this.#report(message.subject, entry);
    return entry;
  }

  /** Logs the fault of an entry, once per version. */
  #report(subject: string, { sequence, fault }: StoredEntry<Kind>): void {
    if (this.#reportedSequences.get(subject) === sequence) return;
    this.#reportedSequences.set(subject, sequence);
    this.#log?.warn({ subject, sequence, fault }, 'skipping an entry that is not a valid object: delete the entry');
  }

  /**
   * Returns the stored object; undefined if the key's last sequence is not `expectedSequence`. A new key has sequence
   * 0. Throws Invalid for an object that is too large.
   */
  async write<K extends Kind>(
    call: Call,
    kind: K,
    object: Kinds[K],
    expectedSequence: number,
  ): Promise<Kinds[K] | undefined> {
    const { resourceVersion: _, ...metadata } = object.metadata;
    const body = JSON.stringify({ ...object, metadata });
    checkSize(kind, object, body);
    const subject = subjectOf(this.name, kind, metadata);
    const sequence = await call.write(() => this.#publish(subject, expectedSequence, { body }));
    if (sequence === undefined) return undefined;
    return { ...object, metadata: { ...metadata, resourceVersion: String(sequence) } };
  }

  /**
   * Replaces an object by a delete marker, then by a second marker that expires. False if the key's last sequence is
   * not `expectedSequence`.
   *
   * Why two markers: a message that expired may have replaced an earlier one. A killed server then recovers the earlier
   * message (nats-server 2.15, pull request 8506). That message must be a marker, not the object.
   */
  async remove(call: Call, kind: Kind, key: ObjectKey, expectedSequence: number): Promise<boolean> {
    const subject = subjectOf(this.name, kind, key);
    const publishMarker = (lastSequence: number, options: { ttl?: string } = {}) =>
      call.write(() => this.#publish(subject, lastSequence, { headers: deleteMarker(), ...options }));
    const sequence = await publishMarker(expectedSequence);
    if (sequence === undefined) return false;
    // The object is deleted already. If the second marker cannot be written, the first stays and costs some bytes.
    await publishMarker(sequence, { ttl: `${this.#markerSeconds}s` }).catch(() => undefined);
    return true;
  }

  /** The subjects of all objects and markers that match the filter. */
  async subjects(filter: string): Promise<string[]> {
    const { state } = await this.nats.manager.streams.info(this.stream, { subjects_filter: filter });
    return Object.keys(state.subjects ?? {});
  }

  /**
   * Reads `lastSequence` first, then `lastSequenceOfFilter`. So no message that matches the filter lies between
   * `lastSequenceOfFilter` and a higher `lastSequence`.
   */
  async state(filter: string): Promise<BucketState> {
    const { streams } = this.nats.manager;
    // The client's type lacks the server's time.
    const info = (await streams.info(this.stream)) as Awaited<ReturnType<typeof streams.info>> & { ts: string };
    const message = await streams.getMessage(this.stream, { last_by_subj: filter });
    return {
      now: Date.parse(info.ts),
      created: Date.parse(info.created),
      lastSequence: info.state.last_seq,
      lastSequenceOfFilter: message?.seq ?? 0,
    };
  }

  async #publish(
    subject: string,
    expectedSequence: number,
    { body = '', ...options }: { body?: string; headers?: ReturnType<typeof headers>; ttl?: string },
  ): Promise<number | undefined> {
    try {
      const expect = { streamName: this.stream, lastSubjectSequence: expectedSequence };
      return (await this.nats.jetstream.publish(subject, body, { ...options, expect })).seq;
    } catch (error) {
      if (isWrongSequence(error)) return undefined;
      throw error;
    }
  }
}
