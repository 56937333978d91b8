import { type Kind, type Kinds, keyText, kindInfo } from '@tintype/crds';
import { isFields } from '../registry/names.js';
import { keyOfSubject } from './object-subjects.js';

/** The content of a key: an object, a delete marker, or a fault. */
export interface StoredEntry<K extends Kind> {
  sequence: number;
  object: Kinds[K] | undefined;
  /** The first of a deletion's two markers. */
  isFirstMarker?: boolean;
  /** Why the entry is neither an object nor a marker. */
  fault?: string;
}

export interface Message {
  subject: string;
  seq: number;
  data: Uint8Array;
  headers?: { get: (name: string) => string } | undefined;
}

/** NATS marks a deletion in any key-value bucket with this header. */
export const markerHeader = 'KV-Operation';

/** The header of a message that expires. Of a deletion's two markers, only the second has it. */
const ttlHeader = 'Nats-TTL';

const utf8Decoder = new TextDecoder();

const jsonIn = (data: Uint8Array): unknown => {
  try {
    return JSON.parse(utf8Decoder.decode(data));
  } catch {
    return undefined;
  }
};

const isOptionalMapOfStrings = (value: unknown): boolean =>
  value === undefined || (isFields(value) && Object.values(value).every((each) => typeof each === 'string'));

const isOptionalListOf = (value: unknown, isValidItem: (item: unknown) => boolean): boolean =>
  value === undefined || (Array.isArray(value) && value.every(isValidItem));

const isMissing = (value: unknown): boolean => value === undefined || value === null;

const isOptionalTime = (value: unknown): boolean =>
  isMissing(value) || (typeof value === 'string' && !Number.isNaN(Date.parse(value)));

const isOptionalWholeNumber = (value: unknown): boolean => isMissing(value) || Number.isSafeInteger(value);

const isOwner = (value: unknown): boolean =>
  isFields(value) && ['apiVersion', 'kind', 'name', 'uid'].every((field) => typeof value[field] === 'string');

/** The first fault of the fields from which ages, deadlines and changes are computed. */
const lifeFault = (metadata: Record<string, unknown>): string | undefined => {
  for (const field of ['creationTimestamp', 'deletionTimestamp'])
    if (!isOptionalTime(metadata[field])) return `metadata.${field}: is not a time`;
  for (const field of ['deletionGracePeriodSeconds', 'generation'])
    if (!isOptionalWholeNumber(metadata[field])) return `metadata.${field}: is not a whole number`;
  return undefined;
};

const metadataFault = (metadata: unknown, subject: string): string | undefined => {
  if (!isFields(metadata)) return 'metadata: is missing';
  const { namespace, name, uid, labels, annotations, finalizers, ownerReferences } = metadata;
  if (`${namespace}/${name}` !== keyText(keyOfSubject(subject))) return `metadata: names ${namespace}/${name}`;
  if (typeof uid !== 'string' || uid === '') return 'metadata.uid: is not a string';
  if (!isOptionalMapOfStrings(labels)) return 'metadata.labels: is not a map of strings';
  if (!isOptionalMapOfStrings(annotations)) return 'metadata.annotations: is not a map of strings';
  if (!isOptionalListOf(finalizers, (item) => typeof item === 'string'))
    return 'metadata.finalizers: is not a list of strings';
  if (!isOptionalListOf(ownerReferences, isOwner)) return 'metadata.ownerReferences: is not a list of owners';
  return lifeFault(metadata);
};

/**
 * Why a value is not a valid object; undefined if it is. Other programs can write to the bucket, and a disk can fail.
 * One unreadable entry must not fail every list.
 */
const faultOf = (kind: Kind, subject: string, value: unknown): string | undefined => {
  if (!isFields(value)) return 'it is not an object';
  const { apiVersion, spec, status } = value;
  if (value.kind !== kind || apiVersion !== kindInfo[kind].apiVersion) return `it is not a ${kind}`;
  if (!isFields(spec)) return 'spec: is missing';
  if (kind === 'Pod' && !Array.isArray(spec.containers)) return 'spec.containers: is not a list';
  if (status !== undefined && !isFields(status)) return 'status: is no object';
  return metadataFault(value.metadata, subject);
};

/** Reads a message of the bucket. An object's `resourceVersion` is the message's sequence. */
export const entryOf = <K extends Kind>(kind: K, { subject, seq, data, headers }: Message): StoredEntry<K> => {
  if (headers?.get(markerHeader)) return { sequence: seq, object: undefined, isFirstMarker: !headers.get(ttlHeader) };
  const value = jsonIn(data);
  const fault = faultOf(kind, subject, value);
  if (fault) return { sequence: seq, object: undefined, fault };
  const object = value as Kinds[K];
  object.metadata.resourceVersion = String(seq);
  return { sequence: seq, object };
};
