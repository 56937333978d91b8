import { buckets, type SessionStatus } from '@tintype/contracts';
import type { SessionCharge, SessionIndex } from '@tintype/ledger';
import type { KV, Nats } from '@tintype/runtime';
import { statusOf } from './session-view.js';

export interface EndedSession {
  session: string;
  account: string;
  status: Exclude<SessionStatus, 'active'>;
  /** Milliseconds of the epoch. */
  endedAt: number;
}

export interface EndedSessionsOptions {
  nats: Pick<Nats, 'manager'>;
  /** The bucket `sessions`. */
  kv: Pick<KV, 'put'>;
}

const stream = `KV_${buckets.sessions}`;
const subjectOf = (key: string) => `$KV.${buckets.sessions}.${key}`;

/** What of a charge is in the list. */
type EndedCharge = Pick<SessionCharge, 'session' | 'account' | 'startedAt' | 'endedAt' | 'closeReason'>;

/**
 * Names of sessions that have ended, by account, end and status: all that is needed to choose those of a page. What they came
 * to is in their charges. The same one may be written again, by the roll-up and by whoever closed it.
 */
export class EndedSessions implements SessionIndex {
  readonly #options: EndedSessionsOptions;

  constructor(options: EndedSessionsOptions) {
    this.#options = options;
  }

  /** One that was never open is not listed. */
  async add({ session, account, startedAt, endedAt, closeReason }: EndedCharge): Promise<void> {
    if (startedAt === undefined || endedAt === undefined) return;
    const key = [account, Date.parse(endedAt), statusOf(closeReason), session].join('.');
    await this.#options.kv.put(key, '');
  }

  /** Those of an account, in no order; each may be there twice. */
  async of(account: string, status?: SessionStatus): Promise<EndedSession[]> {
    const filter = subjectOf(`${account}.*.${status ?? '*'}.*`);
    const { state } = await this.#options.nats.manager.streams.info(stream, { subjects_filter: filter });
    return Object.keys(state.subjects ?? {}).flatMap(readSubject);
  }
}

const readSubject = (subject: string): EndedSession[] => {
  const [account = '', endedAt, status = '', session = ''] = subject.slice(subjectOf('').length).split('.');
  return [{ session, account, status: status as EndedSession['status'], endedAt: Number(endedAt) }];
};
