import { Expired, type Kind, type Kinds } from '@tintype/crds';

export interface Write<K extends Kind = Kind> {
  version: number;
  kind: K;
  /** `namespace/name` */
  key: string;
  before: Kinds[K] | undefined;
  after: Kinds[K] | undefined;
}

/** The last writes in order, numbered from 2: the empty store has version 1. */
export class History {
  readonly #limit: number;
  #writes: Write[] = [];
  #compacted = 1;

  /** Keeps at least `limit` writes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get last(): number {
    return this.#compacted + this.#writes.length;
  }

  /** `write.version` must be `last` + 1. */
  add(write: Write): void {
    this.#writes.push(write);
    if (this.#writes.length >= 2 * this.#limit) this.compact(this.last - this.#limit);
  }

  /** Undefined for a future write. Throws Expired for a dropped one. */
  at(version: number): Write | undefined {
    if (version <= this.#compacted) throw new Expired(`the writes up to ${this.#compacted} were compacted`);
    return this.#writes[version - this.#compacted - 1];
  }

  compact(version: number): void {
    const count = Math.min(version - this.#compacted, this.#writes.length);
    if (count <= 0) return;
    this.#writes = this.#writes.slice(count);
    this.#compacted += count;
  }

  /** The writes after a version, newest first. Throws Expired if one was dropped. */
  since(version: number): Write[] {
    if (version < this.#compacted) this.at(version + 1);
    return this.#writes.slice(version - this.#compacted).reverse();
  }
}
