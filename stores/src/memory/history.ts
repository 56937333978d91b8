import { Expired, type Kind, type Kinds } from '@tintype/crds';

/** One write: what the object was before it, and what after. */
export interface Write<K extends Kind = Kind> {
  version: number;
  kind: K;
  /** `namespace/name` */
  key: string;
  before: Kinds[K] | undefined;
  after: Kinds[K] | undefined;
}

/** The writes of a store in their order, numbered from 2, since an empty store has a version, too; the oldest are forgotten. */
export class History {
  readonly #limit: number;
  #writes: Write[] = [];
  #forgotten = 1;

  /** At least so many writes are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The number of the last write. */
  get last(): number {
    return this.#forgotten + this.#writes.length;
  }

  /** `write.version` is the one after `last`. */
  add(write: Write): void {
    this.#writes.push(write);
    if (this.#writes.length >= 2 * this.#limit) this.forget(this.last - this.#limit);
  }

  /** The write of this number; undefined when it has not happened yet. Throws Expired when it is forgotten. */
  at(version: number): Write | undefined {
    if (version <= this.#forgotten) throw new Expired(`the writes up to ${this.#forgotten} are forgotten`);
    return this.#writes[version - this.#forgotten - 1];
  }

  /** Forgets all writes up to this number. */
  forget(version: number): void {
    const count = Math.min(version - this.#forgotten, this.#writes.length);
    if (count <= 0) return;
    this.#writes = this.#writes.slice(count);
    this.#forgotten += count;
  }

  /** The writes after a version, the last one first. Throws Expired when one of them is forgotten. */
  since(version: number): Write[] {
    if (version < this.#forgotten) this.at(version + 1);
    return this.#writes.slice(version - this.#forgotten).reverse();
  }
}
