/** The targets that somebody has had the browser make (`Target.createTarget`). All others have come of what pages do. */
export class AskedTargets {
  readonly #ids = new Set<string>();
  readonly #underWay = new Set<Promise<void>>();

  /** Somebody asks for one: answers what is to be called with the browser's answer, or with nothing when none will come. */
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

  /** Whether a target is one of them: known once what is being asked for has been answered. */
  async has(targetId: string): Promise<boolean> {
    await Promise.all(this.#underWay);
    return this.#ids.has(targetId);
  }
}
