/** 5,000 refs take about 0.5 MB. */
const maxRefs = 5000;
const maxLength = 100;

/** Role and name of each ref in snapshots. They help to find the successor of an element that the page replaced. */
export class SeenRefs {
  readonly #words = new Map<string, string>();

  /** Adds the refs of a snapshot, and keeps the newest 5,000. */
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
