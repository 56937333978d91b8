import { keyText, type ObjectMeta } from '@tintype/crds';

export interface StoredObject {
  metadata: ObjectMeta;
}

/** Returns the values under which an index finds an object. Must never throw, and must depend on the object alone. */
export type IndexFunction<T> = (object: T) => readonly string[];

export type Indexes<T, I extends string> = Readonly<Record<I, IndexFunction<T>>>;

/** Reads a cache. The objects are shared and frozen: copy one to change it. */
export interface Lister<T, I extends string = never> {
  /** The key is `namespace/name` (`keyText`). */
  get: (key: string) => T | undefined;
  list: () => T[];
  byIndex: (index: I, value: string) => T[];
  readonly size: number;
}

export class Indexer<T extends StoredObject, I extends string = never> implements Lister<T, I> {
  readonly #objects = new Map<string, T>();
  readonly #indexes: { name: I; valuesOf: IndexFunction<T>; objectsByValue: Map<string, Map<string, T>> }[];

  constructor(indexes: Indexes<T, I>) {
    const entries = Object.entries(indexes) as [I, IndexFunction<T>][];
    this.#indexes = entries.map(([name, valuesOf]) => ({ name, valuesOf, objectsByValue: new Map() }));
  }

  get size(): number {
    return this.#objects.size;
  }

  keys(): string[] {
    return [...this.#objects.keys()];
  }

  get(key: string): T | undefined {
    return this.#objects.get(key);
  }

  list(): T[] {
    return [...this.#objects.values()];
  }

  byIndex(index: I, value: string): T[] {
    const objects = this.#indexes.find(({ name }) => name === index)?.objectsByValue.get(value);
    return objects ? [...objects.values()] : [];
  }

  set(object: T): void {
    const key = keyText(object.metadata);
    this.delete(key);
    this.#objects.set(key, object);
    for (const { valuesOf, objectsByValue } of this.#indexes) {
      for (const value of valuesOf(object)) {
        const objects = objectsByValue.get(value);
        if (objects) objects.set(key, object);
        else objectsByValue.set(value, new Map([[key, object]]));
      }
    }
  }

  delete(key: string): void {
    const object = this.#objects.get(key);
    if (!object) return;
    this.#objects.delete(key);
    for (const { valuesOf, objectsByValue } of this.#indexes) {
      for (const value of valuesOf(object)) {
        const objects = objectsByValue.get(value);
        objects?.delete(key);
        if (objects?.size === 0) objectsByValue.delete(value);
      }
    }
  }
}
