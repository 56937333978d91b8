import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * Kept in this replica's memory only. If another replica uploaded the other page, the warning is missing, which does no
 * harm.
 */
const maxNames = 10_000;

const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

export interface NamedUpload {
  target: { id: string };
  fileName: string | undefined;
  /** The URL of the page. */
  page: string;
}

/** Notices pages that share a `fileName`: the later upload of a day replaces the earlier one. */
export class UsedNames {
  readonly #pages = new LRUCache<string, string>({ max: maxNames });

  /** A warning if the last upload to this object was of another page. */
  use({ target, fileName, page }: NamedUpload, object: string): string | undefined {
    if (fileName === undefined) return undefined;
    const [name, current] = [hash(`${target.id} ${object}`), hash(page)];
    const before = this.#pages.get(name);
    this.#pages.set(name, current);
    if (before === undefined || before === current) return undefined;
    return 'In the storage, this result has replaced that of another page with the same `fileName`. Give each page its own `fileName`.';
  }
}
