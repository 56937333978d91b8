import type { ObjectKey } from '@tintype/crds';
import { type Fields, isAbsent, isFields } from './fields.js';
import { keyFaults } from './names.js';
import { isTime } from './rfc3339.js';

type FaultsOf = (path: string, value: unknown) => string[];

const demanding =
  (holds: (value: unknown) => boolean, fault: string): FaultsOf =>
  (path, value) =>
    holds(value) ? [] : [`${path}: ${fault}`];

const text = demanding((value) => typeof value === 'string', 'is not a text');
const filledText = demanding((value) => typeof value === 'string' && value !== '', 'is not a text');
const flag = demanding((value) => typeof value === 'boolean', 'is neither true nor false');
const wholeNumber = demanding(Number.isSafeInteger, 'is not a whole number');
const time = demanding(isTime, 'is no time');
const fields = demanding(isFields, 'is no object');

/** `group/version`, or the version alone of Kubernetes' core. */
const apiVersion = demanding((value) => /^([^/]*\/)?[^/]+$/.test(String(value)), 'is no version of a group');

const texts: FaultsOf = (path, value) => {
  if (value === undefined) return [];
  if (!isFields(value)) return [`${path}: is not a map of texts`];
  return Object.entries(value).flatMap(([name, each]) => text(`${path}.${name}`, each));
};

const listOf =
  (faultsOf: FaultsOf): FaultsOf =>
  (path, value) => {
    if (value === undefined) return [];
    if (!Array.isArray(value)) return [`${path}: is not a list`];
    return value.flatMap((item, index) => faultsOf(`${path}[${index}]`, item));
  };

const optional =
  (faultsOf: FaultsOf): FaultsOf =>
  (path, value) =>
    isAbsent(value) ? [] : faultsOf(path, value);

const ownerFields: Readonly<Record<string, FaultsOf>> = {
  apiVersion: filledText,
  kind: filledText,
  name: filledText,
  uid: filledText,
  controller: optional(flag),
  blockOwnerDeletion: optional(flag),
};

const owner: FaultsOf = (path, value) => {
  const its = isFields(value) ? value : {};
  const faults = Object.entries(ownerFields).flatMap(([name, faultsOf]) => faultsOf(`${path}.${name}`, its[name]));
  if (faults.length > 0) return faults;
  if (its.kind === 'Event' && its.apiVersion === 'v1') return [`${path}: an Event owns nothing`];
  return apiVersion(`${path}.apiVersion`, its.apiVersion);
};

const owners: FaultsOf = (path, value) => {
  const faults = listOf(owner)(path, value);
  const controllers = Array.isArray(value) ? value.filter((each) => isFields(each) && each.controller === true) : [];
  return controllers.length > 1 ? [...faults, `${path}: one of them at most is the controller`] : faults;
};

/** But for uid and version: to an update they are what it compares. */
const metadataFields: Readonly<Record<string, FaultsOf>> = {
  labels: texts,
  annotations: texts,
  finalizers: listOf(text),
  ownerReferences: owners,
  generateName: optional(text),
  selfLink: optional(text),
  creationTimestamp: optional(time),
  deletionTimestamp: optional(time),
  deletionGracePeriodSeconds: optional(wholeNumber),
  generation: optional(wholeNumber),
  managedFields: optional(listOf(fields)),
};

/** What an API server could not read, or would refuse whatever the kind. */
export const faultsOfMetadata = (metadata: unknown): string[] => {
  if (!isFields(metadata)) return ['metadata: is missing'];
  const its: Fields = metadata;
  return [
    ...keyFaults(its as Partial<ObjectKey>),
    ...Object.entries(metadataFields).flatMap(([name, faultsOf]) => faultsOf(`metadata.${name}`, its[name])),
  ];
};
