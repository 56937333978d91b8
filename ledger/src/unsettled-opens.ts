import { streams, subjects } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { jsonOf, lastMessages, messagesPerRead, pagesOf, type StoredMessage } from '@tintype/runtime';
import { type SessionOpen, sessionOpenSchema } from './session-charge.js';

/**
 * Finds opens without a charge. The first call reads all opens; later calls read only newer ones. Each call looks for
 * the charges of all opens without one. A lagging replica may lack a charge, which the next call finds.
 */
export class UnsettledOpens {
  readonly #manager: Nats['manager'];
  /** The opens without a charge, keyed by session: about one per active session. */
  readonly #unsettled = new Map<string, SessionOpen>();
  /** The sequence of the last open that was read. */
  #lastSequence = 0;
  /** The creation times of both streams. If one changes, all opens are read again. */
  #generation = '';
  #finding: Promise<SessionOpen[]> | undefined;

  constructor(manager: Nats['manager']) {
    this.#manager = manager;
  }

  /** Concurrent calls share one search. */
  find(): Promise<SessionOpen[]> {
    this.#finding ??= this.#find().finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  async #find(): Promise<SessionOpen[]> {
    const chargesSince = await this.#startOfCharges();
    const settled = await this.#sessionsWithCharge([...this.#unsettled.keys()]);
    for (const session of settled) this.#unsettled.delete(session);
    for await (const page of pagesOf(this.#manager, streams.opens, this.#lastSequence)) {
      const recent = page.filter(({ time }) => time >= chargesSince);
      const opens = new Map(recent.map((message) => [sessionOf(message), message]));
      for (const session of await this.#sessionsWithCharge([...opens.keys()])) opens.delete(session);
      for (const [session, message] of opens) this.#remember(session, message);
      this.#lastSequence = page.at(-1)?.seq ?? this.#lastSequence;
    }
    return [...this.#unsettled.values()];
  }

  /**
   * When the stream of charges was created. An older open may have had its charge in a lost stream. If a stream was
   * recreated or restored, forgets all opens, so that they are read again.
   */
  async #startOfCharges(): Promise<Date> {
    const { streams: streamApi } = this.#manager;
    const [opens, charges] = await Promise.all([streamApi.info(streams.opens), streamApi.info(streams.charges)]);
    const generation = `${opens.created} ${charges.created}`;
    if (generation !== this.#generation || opens.state.last_seq < this.#lastSequence) {
      this.#unsettled.clear();
      this.#lastSequence = 0;
      this.#generation = generation;
    }
    return new Date(charges.created);
  }

  /** Skips unreadable opens; `tintype ledger verify` shows them. */
  #remember(session: string, message: StoredMessage): void {
    const { data } = sessionOpenSchema.safeParse(jsonOf(message));
    if (data) this.#unsettled.set(session, data);
  }

  /** Those of the sessions that have a charge. */
  async #sessionsWithCharge(sessions: readonly string[]): Promise<string[]> {
    const charged: string[] = [];
    for (let start = 0; start < sessions.length; start += messagesPerRead) {
      const subjectsToRead = sessions.slice(start, start + messagesPerRead).map(subjects.sessionCharge);
      charged.push(...(await lastMessages(this.#manager, streams.charges, subjectsToRead)).map(sessionOf));
    }
    return charged;
  }
}

/** The session's id: the last part of an open's or a charge's subject. */
const sessionOf = ({ subject }: StoredMessage): string => subject.split('.').at(-1) ?? '';
