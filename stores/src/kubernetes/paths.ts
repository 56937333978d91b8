import { type Kind, kindInfo, type ObjectKey, type Selector } from '@tintype/crds';
import { demandKey } from '../registry/names.js';
import { demandSelector } from '../registry/selection.js';

/** The stored kinds, and events, which are only written. */
export type Resource = Kind | 'Event';

const resources: Readonly<Record<Resource, { apiVersion: string; plural: string }>> = {
  ...kindInfo,
  Event: { apiVersion: 'events.k8s.io/v1', plural: 'events' },
};

/** As in objects of the kind. */
export const apiVersionOf = (kind: Resource): string => resources[kind].apiVersion;

const groupPath = (apiVersion: string): string =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;

/** https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris */
export const collectionPath = (kind: Resource, namespace?: string): string => {
  const { apiVersion, plural } = resources[kind];
  const scope = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${groupPath(apiVersion)}${scope}/${plural}`;
};

/** Throws Invalid for a key that no object has. */
export const objectPath = (kind: Resource, key: ObjectKey): string => {
  demandKey(kind, key);
  return `${collectionPath(kind, key.namespace)}/${encodeURIComponent(key.name)}`;
};

/** Fails with Invalid for labels that no object can have. */
export const selectorQuery = (selector: Selector): Record<string, string> => {
  demandSelector(selector);
  const { name, labels = {} } = selector;
  const pairs = Object.entries(labels).map(([label, value]) => `${label}=${value}`);
  return {
    ...(pairs.length > 0 ? { labelSelector: pairs.join(',') } : {}),
    ...(name === undefined ? {} : { fieldSelector: `metadata.name=${name}` }),
  };
};
