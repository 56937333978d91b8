import assert from 'node:assert/strict';
import type { Kind, Kinds, NewObjectMeta, ObjectKey, ResourceStore, Selector } from '@tintype/crds';
import { Follower } from './follower.js';
import { newObject } from './samples.js';

/** A store on an engine, and what the suite needs beside it. */
export interface Engine {
  store: ResourceStore;
  /** Makes a namespace that nobody else uses. */
  namespace: () => Promise<string>;
  /** A version from which a watch on the kind cannot begin any more. */
  ancientVersion: (kind: Kind) => Promise<string>;
  close: () => Promise<void>;
}

/** What a case acts on. */
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

  /** A key in a namespace of its own. */
  async key(name = 'a'): Promise<ObjectKey> {
    return { namespace: await this.engine.namespace(), name };
  }

  /** Makes an object, in a namespace of its own unless one is given. */
  async made<K extends Kind>(kind: K, metadata: Partial<NewObjectMeta> = {}): Promise<Kinds[K]> {
    const key = { name: 'a', namespace: metadata.namespace ?? (await this.engine.namespace()) };
    return this.store.create(kind, newObject(kind, { ...key, ...metadata }));
  }

  /** The object as it is now; fails when there is none. */
  async read<K extends Kind>(kind: K, { metadata: { namespace, name } }: Kinds[K]): Promise<Kinds[K]> {
    const object = await this.store.get(kind, { namespace, name });
    assert.ok(object, `${kind} ${namespace}/${name} is not there`);
    return object;
  }

  /** Follows what is selected, from a list on. */
  follow<K extends Kind>(kind: K, selector: Selector): Promise<Follower<K>> {
    return Follower.begin(this.store, kind, selector);
  }
}
