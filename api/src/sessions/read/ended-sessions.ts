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

/** All that ended from some time on, and that no earlier part has. */
export interface EndedBatch {
  sessions: EndedSession[];
  /** Whatever is in no part yet ended before; milliseconds of the epoch. */
  since: number;
}

export interface EndedSessionsOptions {
  nats: { manager: { streams: Pick<Nats['manager']['streams'], 'info'> } };
  /** The bucket `sessions`. */
  kv: Pick<KV, 'put'>;
}

const stream = `KV_${buckets.sessions}`;
const subjectOf = (key: string) => `$KV.${buckets.sessions}.${key}`;

const dayMs = 86_400_000;
/** The bucket keeps a name for 35, from when it was written. */
const daysKept = 37;
/** Most pages are filled by a day or two; who has hardly any sessions is not kept waiting by empty days either. */
const daysAtOnce = [1, 6, 30] as const;

/** What of a charge is in the list. */
type EndedCharge = Pick<SessionCharge, 'session' | 'account' | 'startedAt' | 'endedAt' | 'closeReason'>;

/**
 * Names of sessions that have ended, by account, day, end and status: all that is needed to choose those of a page. What they
 * came to is in their charges. The same one may be written again, by the roll-up and by whoever closed it.
 */
export class EndedSessions implements SessionIndex {
  readonly #options: EndedSessionsOptions;

  constructor(options: EndedSessionsOptions) {
    this.#options = options;
  }

  /** One that was never open is not listed. */
  async add({ session, account, startedAt, endedAt, closeReason }: EndedCharge): Promise<void> {
    if (startedAt === undefined || endedAt === undefined) return;
    const key = [account, dayOf(endedAt), Date.parse(endedAt), statusOf(closeReason), session].join('.');
    await this.#options.kv.put(key, '');
  }

  /**
   * Those of an account that ended on the day of that time or before, days at a time, the latest first; in a part they are in
   * no order, and each may be there twice.
   */
  async *until(time: number, account: string, status?: SessionStatus): AsyncGenerator<EndedBatch> {
    const today = Math.floor(Date.now() / dayMs);
    const oldest = today - daysKept;
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
