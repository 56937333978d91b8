import { TintypeError } from '@tintype/contracts';

/** Few, because each test holds a connection for up to 18 s. */
const maxOfAccount = 2;
const maxOfProcess = 20;

const retryAfterSeconds = 5;

const refusal = (text: string) => new TintypeError('rate_limited', text, { retryAfterSeconds });

/** Limits the tests of proxies that run at once in this process. Refuses more; no test waits. */
export class TrialTurns {
  /** The number of running tests of each account. */
  readonly #running = new Map<string, number>();
  /** The number of running tests of all accounts. */
  #total = 0;

  /** Does the work. Throws `rate_limited` instead if too many tests run. */
  async run<T>(account: string, work: () => Promise<T>): Promise<T> {
    const ofAccount = this.#running.get(account) ?? 0;
    if (ofAccount >= maxOfAccount)
      throw refusal(`${maxOfAccount} tests of the account's proxy run already. Try again when one has ended.`);
    if (this.#total >= maxOfProcess)
      throw refusal(`${maxOfProcess} tests of proxies run already. Try again in a few seconds.`);
    this.#count(account, 1);
    try {
      return await work();
    } finally {
      this.#count(account, -1);
    }
  }

  #count(account: string, change: 1 | -1): void {
    const running = (this.#running.get(account) ?? 0) + change;
    this.#total += change;
    if (running === 0) this.#running.delete(account);
    else this.#running.set(account, running);
  }
}
