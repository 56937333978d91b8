/** Targets that clients created by `Target.createTarget`, and those that `add` names. Pages opened all others. */
export class RequestedTargets {
  readonly #ids = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();

  /**
   * Records that a request begins. Call the returned function with the browser's answer, or without one if none will
   * arrive.
   */
  begin(): (answer?: { result?: unknown; error?: unknown }) => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#underWay.add(promise);
    return (answer) => {
      const { targetId } = (answer?.result ?? {}) as { targetId?: string };
      if (targetId !== undefined) this.#ids.add(targetId);
      this.#underWay.delete(promise);
      resolve();
    };
  }

  add(targetId: string): void {
    this.#ids.add(targetId);
  }

  forget(targetId: string): void {
    this.#ids.delete(targetId);
  }

  /** Waits for the requests under way: only their answers name the targets. */
  async has(targetId: string): Promise<boolean> {
    await Promise.all(this.#underWay);
    return this.#ids.has(targetId);
  }
}
