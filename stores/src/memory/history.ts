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
  #compacted = 1;

  /** At least so many writes are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The number of the last write. */
  get last(): number {
    return this.#compacted + this.#writes.length;
  }

  /** `write.version` is the one after `last`. */
  add(write: Write): void {
    this.#writes.push(write);
    if (this.#writes.length >= 2 * this.#limit) this.compact(this.last - this.#limit);
  }

  /** The write of this number; undefined when it has not happened yet. Throws Expired when it is forgotten. */
  at(version: number): Write | undefined {
    if (version <= this.#compacted) throw new Expired(`the writes up to ${this.#compacted} are forgotten`);
    return this.#writes[version - this.#compacted - 1];
  }

  /** Forgets all writes up to this number. */
  compact(version: number): void {
    const count = Math.min(version - this.#compacted, this.#writes.length);
    if (count <= 0) return;
    this.#writes = this.#writes.slice(count);
    this.#compacted += count;
  }

  /** The writes after a version, the last one first. Throws Expired when one of them is forgotten. */
  since(version: number): Write[] {
    if (version < this.#compacted) this.at(version + 1);
    return this.#writes.slice(version - this.#compacted).reverse();
  }
}
