import { Invalid, type Kind, kindInfo, type ObjectKey, type Selector } from '@tintype/crds';
import { demandSelector } from '../registry/selection.js';

/** The stored kinds, and events, which are only written. */
export type Resource = Kind | 'Event';

const resources: Readonly<Record<Resource, { apiVersion: string; plural: string }>> = {
  ...kindInfo,
  Event: { apiVersion: 'events.k8s.io/v1', plural: 'events' },
};

const groupPath = (apiVersion: string): string =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;

/** https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris */
export const collectionPath = (kind: Resource, namespace?: string): string => {
  const { apiVersion, plural } = resources[kind];
  const scope = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${groupPath(apiVersion)}${scope}/${plural}`;
};

export const objectPath = (kind: Resource, { namespace, name }: ObjectKey): string => {
  // Without a name it would be the path of all of them, and a delete would take them all.
  if (!namespace || !name) throw new Invalid(`A ${kind} has a namespace and a name.`);
  return `${collectionPath(kind, namespace)}/${encodeURIComponent(name)}`;
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
