import { Expired, type Kind, type Kinds } from '@tintype/crds';

/** One write. `before` and `after` are the object's states; undefined while the object does not exist. */
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
  /** The version of the last dropped write; 1 at first. */
  #droppedVersion = 1;

  /** `add` drops old writes, and keeps at least the last `limit`. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get lastVersion(): number {
    return this.#droppedVersion + this.#writes.length;
  }

  /** `write.version` must be `lastVersion` + 1. */
  add(write: Write): void {
    this.#writes.push(write);
    if (this.#writes.length >= 2 * this.#limit) this.compact(this.lastVersion - this.#limit);
  }

  /** The write that made a version; undefined for a future version. Throws Expired for a dropped write. */
  at(version: number): Write | undefined {
    if (version <= this.#droppedVersion) throw new Expired(`the writes up to ${this.#droppedVersion} were compacted`);
    return this.#writes[version - this.#droppedVersion - 1];
  }

  /** Drops the writes up to and including a version. */
  compact(version: number): void {
    const count = Math.min(version - this.#droppedVersion, this.#writes.length);
    if (count <= 0) return;
    this.#writes = this.#writes.slice(count);
    this.#droppedVersion += count;
  }

  /** The writes after a version, newest first. Throws Expired if one was dropped. */
  since(version: number): Write[] {
    if (version < this.#droppedVersion) this.at(version + 1);
    return this.#writes.slice(version - this.#droppedVersion).reverse();
  }
}
