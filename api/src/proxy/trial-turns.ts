import { TintypeError } from '@tintype/contracts';

/** At most two, because each test holds a connection and a TLS handshake for up to 18 s. */
const mostOfAccount = 2;
const mostOfAll = 20;

const retryAfterSeconds = 5;

const refusal = (text: string) => new TintypeError('rate_limited', text, { retryAfterSeconds });

/** Limits the tests of proxies that run at once in this process. */
export class TrialTurns {
  /** Running tests by account. */
  readonly #running = new Map<string, number>();
  #all = 0;

  /** Throws `rate_limited` before the work begins. */
  async run<T>(account: string, work: () => Promise<T>): Promise<T> {
    const ofAccount = this.#running.get(account) ?? 0;
    if (ofAccount >= mostOfAccount)
      throw refusal(`${mostOfAccount} tests of the account's proxy run already. Try again when one has ended.`);
    if (this.#all >= mostOfAll) throw refusal(`${mostOfAll} tests of proxies run already. Try again in a few seconds.`);
    this.#count(account, 1);
    try {
      return await work();
    } finally {
      this.#count(account, -1);
    }
  }

  #count(account: string, change: 1 | -1): void {
    const left = (this.#running.get(account) ?? 0) + change;
    this.#all += change;
    if (left === 0) this.#running.delete(account);
    else this.#running.set(account, left);
  }
}
