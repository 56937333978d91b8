import { limitsOf, readAccountRecord, tokenPattern, UnreadableAccount } from '@tintype/contracts';
import type { KV } from '@tintype/runtime';

export interface SessionAccount {
  disabled: boolean;
  /** The account's number of slots. */
  concurrentSessions: number;
}

/**
 * Reads each account from the leader of the bucket's stream: another server may lack a new account. A session of an
 * unknown account would be rejected for good.
 */
export class StoredAccounts {
  readonly #kv: Pick<KV, 'get'>;

  constructor(kv: Pick<KV, 'get'>) {
    this.#kv = kv;
  }

  /** Undefined if there is no such account. @throws UnreadableAccount, or the connection's error */
  async find(account: string): Promise<SessionAccount | undefined> {
    if (!tokenPattern.test(account)) return undefined;
    const entry = await this.#kv.get(account);
    if (entry?.operation !== 'PUT') return undefined;
    const record = readAccountRecord(account, () => entry.json());
    return { disabled: record.disabled, concurrentSessions: concurrentSessionsOf(account, limitsOf(record)) };
  }
}

/** Checks the limit here: the record's schema admits any number, also a fraction or a negative one. */
const concurrentSessionsOf = (
  account: string,
  { concurrentSessions }: { concurrentSessions: number | null },
): number => {
  if (concurrentSessions !== null && Number.isInteger(concurrentSessions) && concurrentSessions >= 0)
    return concurrentSessions;
  throw new UnreadableAccount(`The record of the account ${account} has concurrentSessions ${concurrentSessions}.`);
};
