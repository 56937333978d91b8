import { type Kind, kindInfo, type ObjectKey, type Selector } from '@tintype/crds';
import { checkKey, checkSelector } from '../../registry/names.js';

/** The kinds that `Installation` reads or writes. */
type InstallationKind = 'ConfigMap' | 'Deployment' | 'CustomResourceDefinition';

/** The kinds of a ResourceStore, events (write-only), and the kinds of an installation. */
export type Resource = Kind | 'Event' | InstallationKind;

const resources: Readonly<Record<Resource, { apiVersion: string; plural: string }>> = {
  ...kindInfo,
  Event: { apiVersion: 'events.k8s.io/v1', plural: 'events' },
  ConfigMap: { apiVersion: 'v1', plural: 'configmaps' },
  Deployment: { apiVersion: 'apps/v1', plural: 'deployments' },
  CustomResourceDefinition: { apiVersion: 'apiextensions.k8s.io/v1', plural: 'customresourcedefinitions' },
};

export const apiVersionOf = (kind: Resource): string => resources[kind].apiVersion;

const groupPath = (apiVersion: string): string =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;

/** https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris */
export const collectionPath = (kind: Resource, namespace?: string): string => {
  const { apiVersion, plural } = resources[kind];
  const scope = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${groupPath(apiVersion)}${scope}/${plural}`;
};

/** Throws Invalid for a key that no object can have. Ignores the namespace for a cluster-wide kind. */
export const objectPath = (kind: Resource, key: ObjectKey): string => {
  if (kind === 'CustomResourceDefinition') {
    checkKey(kind, { ...key, namespace: 'default' });
    return `${collectionPath(kind)}/${encodeURIComponent(key.name)}`;
  }
  checkKey(kind, key);
  return `${collectionPath(kind, key.namespace)}/${encodeURIComponent(key.name)}`;
};

/**
 * Query for a selector's name and labels; its namespace is in the path. Throws Invalid for a selector without matches.
 */
export const selectorQuery = (selector: Selector): Record<string, string> => {
  checkSelector(selector);
  const { name, labels = {} } = selector;
  const pairs = Object.entries(labels).map(([label, value]) => `${label}=${value}`);
  return {
    ...(pairs.length > 0 ? { labelSelector: pairs.join(',') } : {}),
    ...(name === undefined ? {} : { fieldSelector: `metadata.name=${name}` }),
  };
};
