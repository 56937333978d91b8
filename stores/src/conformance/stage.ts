import assert from 'node:assert/strict';
import type { Kind, Kinds, NewObjectMeta, ObjectKey, ResourceStore, Selector } from '@tintype/crds';
import { Follower } from './follower.js';
import { newObject } from './samples.js';

/** A store under test, and what the cases need of its server. */
export interface Engine {
  store: ResourceStore;
  /** Creates a namespace for one case. Resolves to its name. */
  namespace: () => Promise<string>;
  /** A version that is too old for a watch of the kind. */
  ancientVersion: (kind: Kind) => Promise<string>;
  close: () => Promise<void>;
}

/** What the cases share: one store, whose engine opens before the first case and closes after the last one. */
export class Stage {
  #engine: Engine | undefined;

  async open(engine: Promise<Engine>): Promise<void> {
    this.#engine = await engine;
  }

  async close(): Promise<void> {
    await this.#engine?.close();
  }

  get engine(): Engine {
    assert.ok(this.#engine, 'the engine did not open');
    return this.#engine;
  }

  get store(): ResourceStore {
    return this.engine.store;
  }

  /** A key in a new namespace. */
  async newKey(name = 'a'): Promise<ObjectKey> {
    return { namespace: await this.engine.namespace(), name };
  }

  /** Creates an object, by default with the name `a` in a new namespace. */
  async create<K extends Kind>(kind: K, metadata: Partial<NewObjectMeta> = {}): Promise<Kinds[K]> {
    const key = { name: 'a', namespace: metadata.namespace ?? (await this.engine.namespace()) };
    return this.store.create(kind, newObject(kind, { ...key, ...metadata }));
  }

  /** Reads the object that has this object's key now. Fails if there is none. */
  async read<K extends Kind>(kind: K, { metadata: { namespace, name } }: Kinds[K]): Promise<Kinds[K]> {
    const object = await this.store.get(kind, { namespace, name });
    assert.ok(object, `${kind} ${namespace}/${name} is not there`);
    return object;
  }

  follow<K extends Kind>(kind: K, selector: Selector): Promise<Follower<K>> {
    return Follower.begin(this.store, kind, selector);
  }
}
