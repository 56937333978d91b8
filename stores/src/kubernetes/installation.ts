import { type CustomResourceDefinition, NotFound, revisionAnnotation } from '@tintype/crds';
import type { RestClient } from './requests/rest-client.js';

interface StoredObject {
  metadata: { resourceVersion: string; annotations?: Readonly<Record<string, string>> };
  [field: string]: unknown;
}

/** `missing`: there is no such definition, and none is created. `newer`: the installed one is newer and stays. */
export type DefinitionUpdate = 'missing' | 'newer' | 'same' | 'updated';

/** A definition without the annotation counts as revision 0. */
const revisionOf = (annotations: Readonly<Record<string, string>> = {}) => Number(annotations[revisionAnnotation] ?? 0);

const undefinedIfNotFound = (error: unknown): undefined => {
  if (!(error instanceof NotFound)) throw error;
};

/**
 * The calls that install, upgrade and remove Tintype, besides those for the four kinds. They keep the ledger's birth
 * record in a ConfigMap, update definitions and scale down. All objects with a namespace are in one namespace.
 */
export class Installation {
  readonly #client: Pick<RestClient, 'send'>;
  readonly #namespace: string;

  constructor(client: Pick<RestClient, 'send'>, namespace: string) {
    this.#client = client;
    this.#namespace = namespace;
  }

  /** Returns the data; undefined if the ConfigMap is missing. */
  async readConfigMap(name: string): Promise<Readonly<Record<string, string>> | undefined> {
    const found = await this.#read('ConfigMap', name);
    return found && ((found.data ?? {}) as Record<string, string>);
  }

  /** Creates the ConfigMap with `labels`. If it exists, replaces its data alone. */
  async writeConfigMap(name: string, data: Readonly<Record<string, string>>, labels = {}): Promise<void> {
    const at = { namespace: this.#namespace, name };
    const found = await this.#read('ConfigMap', name);
    if (found) {
      await this.#client.send({ verb: 'update', kind: 'ConfigMap', at, body: { ...found, data } });
      return;
    }
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...at, labels }, data };
    await this.#client.send({ verb: 'create', kind: 'ConfigMap', at, body });
  }

  async deleteConfigMap(name: string): Promise<void> {
    const at = { namespace: this.#namespace, name };
    await this.#client.send({ verb: 'delete', kind: 'ConfigMap', at }).catch(undefinedIfNotFound);
  }

  /**
   * Updates the installed definition, unless that one is newer. Its objects stay. The update makes Helm the owner of
   * the fields. Helm 4 applies definitions on install, and refuses fields that others own.
   */
  async updateDefinition(definition: CustomResourceDefinition): Promise<DefinitionUpdate> {
    const { metadata } = definition;
    const { name } = metadata;
    const kind = 'CustomResourceDefinition';
    const found = await this.#read(kind, name);
    if (!found) return 'missing';
    const { resourceVersion, annotations } = found.metadata;
    if (revisionOf(annotations) > revisionOf(metadata.annotations)) return 'newer';
    const body = { ...definition, metadata: { ...metadata, resourceVersion } };
    const query = { fieldManager: 'helm', force: 'true' };
    const answer = await this.#client.send({ verb: 'apply', kind, at: { name }, query, body });
    // A write without changes keeps the version.
    return (answer as StoredObject).metadata.resourceVersion === resourceVersion ? 'same' : 'updated';
  }

  /** Does nothing if the Deployment is missing. */
  async scaleToZero(deployment: string): Promise<void> {
    const call = { kind: 'Deployment', at: { namespace: this.#namespace, name: deployment } } as const;
    const scale = await this.#client.send({ verb: 'get_scale', ...call }).catch(undefinedIfNotFound);
    if (!scale) return;
    await this.#client.send({ verb: 'update_scale', ...call, body: { ...scale, spec: { replicas: 0 } } });
  }

  async #read(kind: 'ConfigMap' | 'CustomResourceDefinition', name: string): Promise<StoredObject | undefined> {
    const at = { namespace: this.#namespace, name };
    return (await this.#client.send({ verb: 'get', kind, at }).catch(undefinedIfNotFound)) as StoredObject | undefined;
  }
}
