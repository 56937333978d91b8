import { keyText, type ObjectMeta } from '@tintype/crds';

export interface StoredObject {
  metadata: ObjectMeta;
}

/** The values under which an object is found. Pure, and it never throws: what it says of an object once, it says again. */
export type IndexFunction<T> = (object: T) => readonly string[];

export type Indexes<T, I extends string> = Readonly<Record<I, IndexFunction<T>>>;

/** Reads of a cache. Objects are shared by all who read: they are frozen, and a change begins with a copy. */
export interface Lister<T, I extends string = never> {
  /** By `namespace/name` (`keyText`). */
  get: (key: string) => T | undefined;
  list: () => T[];
  /** Those that the index function of this name gave this value. */
  byIndex: (index: I, value: string) => T[];
  readonly size: number;
}

/** Objects by key, and by the values of named index functions. */
export class Indexer<T extends StoredObject, I extends string = never> implements Lister<T, I> {
  readonly #objects = new Map<string, T>();
  readonly #indexes: { name: I; valuesOf: IndexFunction<T>; found: Map<string, Map<string, T>> }[];

  constructor(indexes: Indexes<T, I>) {
    const entries = Object.entries(indexes) as [I, IndexFunction<T>][];
    this.#indexes = entries.map(([name, valuesOf]) => ({ name, valuesOf, found: new Map() }));
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
    const found = this.#indexes.find(({ name }) => name === index)?.found.get(value);
    return found ? [...found.values()] : [];
  }

  set(object: T): void {
    const key = keyText(object.metadata);
    this.delete(key);
    this.#objects.set(key, object);
    for (const { valuesOf, found } of this.#indexes) {
      for (const value of valuesOf(object)) {
        const objects = found.get(value);
        if (objects) objects.set(key, object);
        else found.set(value, new Map([[key, object]]));
      }
    }
  }

  delete(key: string): void {
    const object = this.#objects.get(key);
    if (!object) return;
    this.#objects.delete(key);
    for (const { valuesOf, found } of this.#indexes) {
      for (const value of valuesOf(object)) {
        const objects = found.get(value);
        objects?.delete(key);
        if (objects?.size === 0) found.delete(value);
      }
    }
  }
}
