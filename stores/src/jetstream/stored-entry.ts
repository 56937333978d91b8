import { type Kind, type Kinds, keyText, kindInfo } from '@tintype/crds';
import { isFields } from '../registry/names.js';
import { keyOfSubject } from './object-subjects.js';

/** What lies under a key: an object, the mark of its deletion, or what is no object. */
export interface StoredEntry<K extends Kind> {
  sequence: number;
  object: Kinds[K] | undefined;
  /** A deletion's first mark: a second one comes over it. */
  isFirstMarker?: boolean;
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
export const markerHeader = 'KV-Operation';

/** Only the second mark of a deletion has it: the time after which it goes. */
const ttlHeader = 'Nats-TTL';

const textOf = new TextDecoder();

/** Undefined for what is not JSON. */
const jsonIn = (data: Uint8Array): unknown => {
  try {
    return JSON.parse(textOf.decode(data));
  } catch {
    return undefined;
  }
};

const isTexts = (value: unknown): boolean =>
  value === undefined || (isFields(value) && Object.values(value).every((each) => typeof each === 'string'));

const isListOf = (value: unknown, holds: (item: unknown) => boolean): boolean =>
  value === undefined || (Array.isArray(value) && value.every(holds));

const metadataFault = (metadata: unknown, subject: string): string | undefined => {
  if (!isFields(metadata)) return 'metadata: is missing';
  const { namespace, name, uid, labels, annotations, finalizers, ownerReferences } = metadata;
  if (`${namespace}/${name}` !== keyText(keyOfSubject(subject))) return `metadata: names ${namespace}/${name}`;
  if (typeof uid !== 'string' || uid === '') return 'metadata.uid: is not a text';
  if (!isTexts(labels)) return 'metadata.labels: is not a map of texts';
  if (!isTexts(annotations)) return 'metadata.annotations: is not a map of texts';
  if (!isListOf(finalizers, (item) => typeof item === 'string')) return 'metadata.finalizers: is not a list of texts';
  return isListOf(ownerReferences, isFields) ? undefined : 'metadata.ownerReferences: is not a list of objects';
};

/** Other programs may have written here, and a disk may have failed: one unreadable entry must not fail all lists. */
const faultOf = (kind: Kind, subject: string, value: unknown): string | undefined => {
  if (!isFields(value)) return 'it is no object';
  const { apiVersion, spec, status } = value;
  if (value.kind !== kind || apiVersion !== kindInfo[kind].apiVersion) return `it is no ${kind}`;
  if (!isFields(spec)) return 'spec: is missing';
  if (kind === 'Pod' && !Array.isArray(spec.containers)) return 'spec.containers: is not a list';
  if (status !== undefined && !isFields(status)) return 'status: is no object';
  return metadataFault(value.metadata, subject);
};

/** The version of an object is the sequence under which it lies. */
export const entryOf = <K extends Kind>(kind: K, { subject, seq, data, headers }: Message): StoredEntry<K> => {
  if (headers?.get(markerHeader)) return { sequence: seq, object: undefined, isFirstMarker: !headers.get(ttlHeader) };
  const value = jsonIn(data);
  const fault = faultOf(kind, subject, value);
  if (fault) return { sequence: seq, object: undefined, fault };
  const object = value as Kinds[K];
  object.metadata.resourceVersion = String(seq);
  return { sequence: seq, object };
};
