import { Invalid, type Kind, type Kinds, kindInfo, type NewKinds } from '@tintype/crds';
import { isAbsent, isFields } from './fields.js';
import { jsonOf } from './sent-json.js';
import { faultsOfMetadata } from './sent-metadata.js';

/**
 * In JSON. It is what etcd takes unless it is told otherwise, in whatever form; engines without one take no more, and an API
 * server is not sent more, since what it drops does not count there. https://etcd.io/docs/v3.6/dev-guide/limit/
 */
const mostBytes = 1.5 * 1024 * 1024;

/** What is wrong with an object without a look at what its kind says. */
export const faultsOf = (kind: Kind, object: unknown): string[] => {
  if (!isFields(object)) return ['it is no object'];
  const faults = faultsOfMetadata(object.metadata);
  if (object.kind !== kind) faults.push(`kind: is not ${kind}`);
  if (object.apiVersion !== kindInfo[kind].apiVersion) faults.push(`apiVersion: is not ${kindInfo[kind].apiVersion}`);
  if (!isFields(object.spec)) faults.push('spec: is missing');
  else if (kind === 'Pod' && !Array.isArray(object.spec.containers)) faults.push('spec.containers: is not a list');
  if (object.status !== undefined && !isFields(object.status)) faults.push('status: is no object');
  return faults;
};

/** `Pod web/a`, as far as it is known. */
const nameOf = (kind: Kind, object: unknown): string => {
  const metadata = isFields(object) && isFields(object.metadata) ? object.metadata : {};
  return `${kind} ${metadata.namespace}/${metadata.name}`;
};

const refuse = (kind: Kind, object: unknown, faults: readonly string[]): void => {
  if (faults.length > 0) throw new Invalid(`${nameOf(kind, object)} is invalid: ${faults.join('; ')}`);
};

/**
 * Refuses with Invalid, at every path that is wrong, what the compiler would have refused: JSON that comes from elsewhere
 * may have any shape. What it lets through can be named, is kept as it was sent, and is not too large.
 */
export const demandObject = (kind: Kind, object: Kinds[Kind] | NewKinds[Kind]): void => {
  refuse(kind, object, faultsOf(kind, object));
  const { text, faults } = jsonOf(object);
  refuse(kind, object, faults);
  const size = Buffer.byteLength(text);
  if (size > mostBytes) refuse(kind, object, [`it has ${size} bytes, more than ${mostBytes}`]);
};

/** The same of an object that is to be made. One that was read has a version already, and its maker may have meant an update. */
export const demandNewObject = (kind: Kind, object: NewKinds[Kind]): void => {
  demandObject(kind, object);
  const { resourceVersion, uid } = object.metadata as { resourceVersion?: unknown; uid?: unknown };
  if (resourceVersion !== undefined && resourceVersion !== '')
    refuse(kind, object, ['metadata.resourceVersion: a new object has none']);
  if (!isAbsent(uid) && typeof uid !== 'string') refuse(kind, object, ['metadata.uid: is not a text']);
};

/** The same of an object whose status is to be written. */
export const demandObjectWithStatus = (kind: Kind, object: Kinds[Kind]): void => {
  if (!kindInfo[kind].hasStatus) throw new Invalid(`A ${kind} has no status.`);
  demandObject(kind, object);
};
