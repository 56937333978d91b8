import { accountRecordSchema, limitsOf, tokenPattern } from '@tintype/contracts';
import type { KV } from '@tintype/runtime';

/** The record is there, and nobody can tell what it says: its account is neither unknown nor free to do as it likes. */
export class UnreadableAccount extends Error {
  override name = 'UnreadableAccount';
}

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
    try {
      const record = accountRecordSchema.parse(entry.json());
      return { disabled: record.disabled, concurrentSessions: sessionsAtOnce(limitsOf(record)) };
    } catch (cause) {
      throw new UnreadableAccount(`The record of account ${account} cannot be read.`, { cause });
    }
  }
}

/** As the record has it, which says of every limit no more than that it is a number, or none. */
const sessionsAtOnce = ({ concurrentSessions }: { concurrentSessions: number | null }): number => {
  if (concurrentSessions !== null && Number.isInteger(concurrentSessions) && concurrentSessions >= 0)
    return concurrentSessions;
  throw new Error(`concurrentSessions is ${concurrentSessions}`);
};
