import { type Kind, type Kinds, keyText } from '@tintype/crds';
import { faultsOf } from '../registry/sent-object.js';
import { keyOfSubject } from './object-subjects.js';

/** What lies under a key: an object, the mark of its deletion, or what is no object. */
export interface Entry<K extends Kind> {
  sequence: number;
  object: Kinds[K] | undefined;
  /** A deletion's first mark: a second one comes over it. */
  isFirstMark?: boolean;
  /** Why it is no object, where it is no mark either. */
  fault?: string;
}

/** The part of a message that an entry is read from. */
export interface Message {
  subject: string;
  seq: number;
  data: Uint8Array;
  headers?: { get: (name: string) => string } | undefined;
}

/** The header that the mark of a deletion has, as in every key-value bucket. */
export const markHeader = 'KV-Operation';

/** Only the second mark of a deletion has it: the time after which it goes. */
const lifeHeader = 'Nats-TTL';

const textOf = new TextDecoder();

/** Undefined for what is not JSON. */
const jsonIn = (data: Uint8Array): unknown => {
  try {
    return JSON.parse(textOf.decode(data));
  } catch {
    return undefined;
  }
};

/** Others may have written here, and a disk may have failed: one entry that nobody can read must not fail all lists. */
const faultOf = (kind: Kind, subject: string, value: unknown): string | undefined => {
  const faults = faultsOf(kind, value);
  if (faults.length > 0) return faults.join('; ');
  const { metadata } = value as Kinds[Kind];
  if (keyText(metadata) !== keyText(keyOfSubject(subject))) return `it says that it is ${keyText(metadata)}`;
  return typeof metadata.uid === 'string' && metadata.uid !== '' ? undefined : 'metadata.uid: is not a text';
};

/** The version of an object is the sequence under which it lies. */
export const entryOf = <K extends Kind>(kind: K, { subject, seq, data, headers }: Message): Entry<K> => {
  if (headers?.get(markHeader)) return { sequence: seq, object: undefined, isFirstMark: !headers.get(lifeHeader) };
  const value = jsonIn(data);
  const fault = faultOf(kind, subject, value);
  if (fault) return { sequence: seq, object: undefined, fault };
  const object = value as Kinds[K];
  object.metadata.resourceVersion = String(seq);
  return { sequence: seq, object };
};
