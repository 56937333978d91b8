import { Invalid, type Kind, keyText, type NewObjectMeta, type ObjectKey, type ObjectMeta } from '@tintype/crds';

const dnsLabel = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const namespacePattern = new RegExp(`^${dnsLabel}$`);
const subdomainPattern = new RegExp(`^${dnsLabel}(\\.${dnsLabel})*$`);
const wordPattern = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/** Whether a namespace can be called so. */
export const isNamespace = (text: string): boolean => text.length <= 63 && namespacePattern.test(text);

/** Whether an object can be called so. */
export const isSubdomain = (text: string): boolean => text.length <= 253 && subdomainPattern.test(text);

/** What is read or deleted has a name; throws Invalid. In a cluster the path without one would be that of all of them. */
export const demandKey = (kind: Kind, { namespace, name }: ObjectKey): void => {
  if (!namespace || !name) throw new Invalid(`A ${kind} has a namespace and a name.`);
};

const isWord = (text: string) => text.length <= 63 && wordPattern.test(text);

/** `name` or `example.com/name`. */
const isQualified = (text: string) => {
  const [name = '', prefix, ...more] = text.split('/').reverse();
  return isWord(name) && (prefix === undefined || isSubdomain(prefix)) && more.length === 0;
};

/** In UTF-8, as Kubernetes counts them. */
const annotationBytes = 256 * 1024;

const sizeOf = (annotations: Readonly<Record<string, string>>) =>
  Object.entries(annotations).reduce(
    (size, [name, value]) => size + Buffer.byteLength(name) + Buffer.byteLength(value),
    0,
  );

/** Every fault of it, as Kubernetes finds them. https://kubernetes.io/docs/concepts/overview/working-with-objects/names/ */
const faultsOf = ({ namespace, name, labels = {}, annotations = {}, finalizers = [] }: NewObjectMeta): string[] => {
  const faults: string[] = [];
  const demand = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  demand(isNamespace(namespace), `metadata.namespace: ${namespace}`);
  demand(isSubdomain(name), `metadata.name: ${name}`);
  for (const [label, value] of Object.entries(labels))
    demand(isQualified(label) && (value === '' || isWord(value)), `metadata.labels: ${label}: ${value}`);
  for (const annotation of Object.keys(annotations))
    demand(isQualified(annotation.toLowerCase()), `metadata.annotations: ${annotation}`);
  demand(sizeOf(annotations) <= annotationBytes, `metadata.annotations: more than ${annotationBytes} bytes`);
  for (const finalizer of finalizers) demand(isQualified(finalizer), `metadata.finalizers: ${finalizer}`);
  return faults;
};

/** Throws Invalid with every fault of what a client says of an object. */
export const checkMetadata = (kind: Kind, metadata: NewObjectMeta): void => {
  const faults = faultsOf(metadata);
  if (faults.length > 0) throw new Invalid(`${kind} ${keyText(metadata)} is invalid: ${faults.join('; ')}`);
};

/** The part of an object's metadata that its makers decide, without what is empty. */
export const madeMetadata = (metadata: NewObjectMeta): NewObjectMeta => {
  const { namespace, name, labels = {}, annotations = {}, finalizers = [], ownerReferences = [] } = metadata;
  return {
    name,
    namespace,
    ...(Object.keys(labels).length > 0 ? { labels } : {}),
    ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
    ...(finalizers.length > 0 ? { finalizers } : {}),
    ...(ownerReferences.length > 0 ? { ownerReferences } : {}),
  };
};

/** The metadata of an object after an update: what the server decides is as it was. */
export const updatedMetadata = (kind: Kind, held: ObjectMeta, sent: NewObjectMeta): ObjectMeta => {
  checkMetadata(kind, sent);
  const known = held.finalizers ?? [];
  const added = (sent.finalizers ?? []).filter((finalizer) => !known.includes(finalizer));
  if (held.deletionTimestamp && added.length > 0)
    throw new Invalid(`${kind} ${keyText(held)} is being deleted: no new finalizers, such as ${added[0]}`);
  const { labels: _l, annotations: _a, finalizers: _f, ownerReferences: _o, ...decided } = held;
  return { ...decided, ...madeMetadata(sent) };
};
