/**
 * The page that the live view shows: the last that opened, or that an action or DevTools client used. When it closes,
 * the page before it is shown again.
 */
export class ShownPage {
  /** Targets; the last one is shown. */
  #targets: string[] = [];
  readonly #listeners = new Set<() => void>();

  /** Undefined if no page is open. */
  get target(): string | undefined {
    return this.#targets.at(-1);
  }

  opened(target: string): void {
    this.#change([...this.#targets.filter((each) => each !== target), target]);
  }

  closed(target: string): void {
    this.#change(this.#targets.filter((each) => each !== target));
  }

  used(target: string): void {
    if (target !== this.target && this.#targets.includes(target)) this.opened(target);
  }

  /** Returns a function that removes the listener. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #change(targets: string[]): void {
    const before = this.target;
    this.#targets = targets;
    if (this.target !== before) for (const listener of this.#listeners) listener();
  }
}
