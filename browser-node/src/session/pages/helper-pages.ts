import type { Protocol } from 'devtools-protocol';

type OpenedPage = Pick<Protocol.Target.TargetInfo, 'targetId' | 'openerId' | 'url'>;

/** Pages that Playwright opens for its own work. No viewer sees them, and they do not count as pages of the session. */
export class HelperPages {
  readonly #targets = new Set<string>();
  #isExpected = false;

  get count(): number {
    return this.#targets.size;
  }

  /** While the work runs, the first empty page that no other page opened is its helper. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#isExpected = true;
    try {
      return await work();
    } finally {
      this.#isExpected = false;
    }
  }

  /** Records a new page. Returns whether it is a helper. */
  opened({ targetId, openerId, url }: OpenedPage): boolean {
    if (!this.#isExpected || openerId !== undefined || (url !== '' && url !== 'about:blank')) return false;
    this.#isExpected = false;
    this.#targets.add(targetId);
    return true;
  }

  has(targetId: string): boolean {
    return this.#targets.has(targetId);
  }

  closed(targetId: string): void {
    this.#targets.delete(targetId);
  }
}
