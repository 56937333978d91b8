import { limitsOf, readAccountRecord, tokenPattern, UnreadableAccount } from '@tintype/contracts';
import type { KV } from '@tintype/runtime';

export { UnreadableAccount };

/** What of an account decides whether it may open a session. */
export interface SessionAccount {
  disabled: boolean;
  concurrentSessions: number;
}

/**
 * Accounts as the api keeps them. Each is read when it is asked for, and from the leader of the bucket's stream: an
 * account that is not found is rejected for good, so one that was made a moment ago must be seen.
 */
export class StoredAccounts {
  readonly #kv: Pick<KV, 'get'>;

  constructor(kv: Pick<KV, 'get'>) {
    this.#kv = kv;
  }

  /** Undefined when there is no such account. @throws UnreadableAccount, or what the connection throws */
  async find(account: string): Promise<SessionAccount | undefined> {
    if (!tokenPattern.test(account)) return undefined;
    const entry = await this.#kv.get(account);
    if (entry?.operation !== 'PUT') return undefined;
    const record = readAccountRecord(account, () => entry.json());
    return { disabled: record.disabled, concurrentSessions: sessionsAtOnce(account, limitsOf(record)) };
  }
}

/** As the record has it, which says of every limit no more than that it is a number, or none. */
const sessionsAtOnce = (account: string, { concurrentSessions }: { concurrentSessions: number | null }): number => {
  if (concurrentSessions !== null && Number.isInteger(concurrentSessions) && concurrentSessions >= 0)
    return concurrentSessions;
  throw new UnreadableAccount(`The record of the account ${account} has concurrentSessions ${concurrentSessions}.`);
};
