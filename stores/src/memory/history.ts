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
  /** The version of the last dropped write. */
  #dropped = 1;

  /** Keeps at least `limit` writes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get last(): number {
    return this.#dropped + this.#writes.length;
  }

  /** `write.version` must be `last` + 1. */
  add(write: Write): void {
    this.#writes.push(write);
    if (this.#writes.length >= 2 * this.#limit) this.compact(this.last - this.#limit);
  }

  /** Undefined for a future write. Throws Expired for a dropped one. */
  at(version: number): Write | undefined {
    if (version <= this.#dropped) throw new Expired(`the writes up to ${this.#dropped} were compacted`);
    return this.#writes[version - this.#dropped - 1];
  }

  /** Drops the writes up to a version. */
  compact(version: number): void {
    const count = Math.min(version - this.#dropped, this.#writes.length);
    if (count <= 0) return;
    this.#writes = this.#writes.slice(count);
    this.#dropped += count;
  }

  /** The writes after a version, newest first. Throws Expired if one was dropped. */
  since(version: number): Write[] {
    if (version < this.#dropped) this.at(version + 1);
    return this.#writes.slice(version - this.#dropped).reverse();
  }
}
