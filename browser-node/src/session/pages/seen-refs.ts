/** About 0.5 MB. */
const maxRefs = 5000;
const maxLength = 100;

/** Role and name of elements in snapshots: a page often draws an element anew, with another ref. */
export class SeenRefs {
  readonly #words = new Map<string, string>();

  /** Keeps the newest. */
  add(snapshot: string): void {
    for (const [, role, name, ref] of snapshot.matchAll(/^ *- (\w+)(?: "((?:[^"\\]|\\.)*)")?.* \[ref=(e\d+)\]$/gm)) {
      if (ref === undefined) continue;
      this.#words.delete(ref);
      this.#words.set(ref, `${role} ${name ?? ''}`.slice(0, maxLength));
    }
    for (const ref of this.#words.keys()) {
      if (this.#words.size <= maxRefs) return;
      this.#words.delete(ref);
    }
  }

  /** Empty for an unknown ref. */
  wordsOf(ref: string): string {
    return this.#words.get(ref) ?? '';
  }
}
