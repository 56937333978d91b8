import { buckets, type SessionStatus, sessionStatuses } from '@tintype/contracts';
import { dayOf, type SessionCharge, type SessionIndex } from '@tintype/ledger';
import type { KV, Nats } from '@tintype/runtime';
import { statusOf } from './session-view.js';

export interface EndedSession {
  session: string;
  status: SessionStatus;
  /** Milliseconds of the epoch. */
  endedAt: number;
}

export interface EndedBatch {
  sessions: EndedSession[];
  /** All later batches have sessions that ended before this time; milliseconds of the epoch. */
  since: number;
}

export interface EndedSessionsOptions {
  nats: { manager: { streams: Pick<Nats['manager']['streams'], 'info'> } };
  kv: Pick<KV, 'put'>;
}

const stream = `KV_${buckets.sessions}`;
const subjectOf = (key: string) => `$KV.${buckets.sessions}.${key}`;

const dayMs = 86_400_000;
/** The bucket keeps keys for 35 days; the list looks two days further back. */
const daysBack = 37;
/**
 * The days that the first batch reads, then the next ones. One or two days fill most pages. Accounts with few sessions
 * do not wait for many empty days.
 */
const daysAtOnce = [1, 6, 30] as const;

type EndedCharge = Pick<SessionCharge, 'session' | 'account' | 'startedAt' | 'endedAt' | 'closeReason'>;

/**
 * A list of ended sessions: keys of a bucket, with account, day, end, status and id. The keys are enough to choose the
 * sessions of a page; the charges have the rest. The roll-up and the closing request may both write a key.
 */
export class EndedSessions implements SessionIndex {
  readonly #options: EndedSessionsOptions;

  constructor(options: EndedSessionsOptions) {
    this.#options = options;
  }

  /** Skips a session that was never open. */
  async add({ session, account, startedAt, endedAt, closeReason }: EndedCharge): Promise<void> {
    if (startedAt === undefined || endedAt === undefined) return;
    const key = [account, dayOf(endedAt), Date.parse(endedAt), statusOf(closeReason), session].join('.');
    await this.#options.kv.put(key, '');
  }

  /**
   * Sessions that ended on the day of `time` (milliseconds of the epoch) or earlier. Each batch has some days; the
   * latest days come first. A batch has no order and may name a session twice.
   */
  async *until(time: number, account: string, status?: SessionStatus): AsyncGenerator<EndedBatch> {
    const today = Math.floor(Date.now() / dayMs);
    const oldest = today - daysBack;
    let day = Math.min(Math.floor(time / dayMs), today + 1);
    for (const count of daysAtOnce) {
      const days = Array.from({ length: count }, (_, back) => day - back).filter((each) => each >= oldest);
      if (days.length === 0) return;
      const found = await Promise.all(days.map((each) => this.#ofDay(each, account, status)));
      day -= count;
      yield { sessions: found.flat(), since: (day + 1) * dayMs };
    }
  }

  async #ofDay(day: number, account: string, status: SessionStatus | undefined): Promise<EndedSession[]> {
    const filter = subjectOf([account, dayOf(day * dayMs), '*', status ?? '*', '*'].join('.'));
    const { state } = await this.#options.nats.manager.streams.info(stream, { subjects_filter: filter });
    return Object.keys(state.subjects ?? {}).flatMap(readSubject);
  }
}

const readSubject = (subject: string): EndedSession[] => {
  const [, , endedAt, name, session = ''] = subject.slice(subjectOf('').length).split('.');
  const status = sessionStatuses.find((each) => each === name);
  return status ? [{ session, status, endedAt: Number(endedAt) }] : [];
};
