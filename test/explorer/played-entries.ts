/** What a stream holds of opens or charges, by session: one message each, as long as those who write ask for that. */
export class PlayedEntries<T extends { session: string }> {
  readonly #bySession = new Map<string, T[]>();
  readonly #firsts: T[] = [];

  add(entry: T): void {
    const standing = this.#bySession.get(entry.session);
    if (standing) standing.push(entry);
    else {
      this.#bySession.set(entry.session, [entry]);
      this.#firsts.push(entry);
    }
  }

  /** A session that has more than one. */
  get doubled(): string | undefined {
    for (const [session, entries] of this.#bySession) if (entries.length > 1) return session;
    return undefined;
  }

  first(session: string): T | undefined {
    return this.#bySession.get(session)?.[0];
  }

  last(session: string): T | undefined {
    return this.#bySession.get(session)?.at(-1);
  }

  has(session: string): boolean {
    return this.#bySession.has(session);
  }

  /** The first one of each session, in their order. */
  get firsts(): readonly T[] {
    return this.#firsts;
  }
}
