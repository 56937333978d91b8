/** What a stream holds of opens or charges, by session: one message each, as long as those who write ask for that. */
export class PlayedEntries<T extends { session: string }> {
  readonly #bySession = new Map<string, T[]>();

  add(entry: T): void {
    this.#bySession.set(entry.session, [...this.all(entry.session), entry]);
  }

  /** Every one of a session: there should be one at most. */
  all(session: string): readonly T[] {
    return this.#bySession.get(session) ?? [];
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

  get sessions(): string[] {
    return [...this.#bySession.keys()];
  }
}
