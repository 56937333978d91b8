import { streams, subjects } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { jsonOf, lastMessages, messagesPerRead, pagesOf, type StoredMessage } from '@tintype/runtime';
import { type SessionOpen, sessionOpenSchema } from './session-charge.js';

/**
 * Finds opens without a charge. The first call reads all opens and their charges; later calls read on from there. A
 * lagging replica may lack a charge, which the next call finds.
 */
export class UnsettledOpens {
  readonly #manager: Nats['manager'];
  /** Keyed by session; bounded by the active sessions and one page. */
  readonly #opens = new Map<string, SessionOpen>();
  /** The sequence of the last open that was read. */
  #last = 0;
  /** When opens and charges were created. After a change, all opens are read again. */
  #generation = '';
  #finding: Promise<SessionOpen[]> | undefined;

  constructor(manager: Nats['manager']) {
    this.#manager = manager;
  }

  find(): Promise<SessionOpen[]> {
    this.#finding ??= this.#find().finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  async #find(): Promise<SessionOpen[]> {
    const since = await this.#startOfCharges();
    for (const session of await this.#charged([...this.#opens.keys()])) this.#opens.delete(session);
    for await (const page of pagesOf(this.#manager, streams.opens, this.#last)) {
      const opens = new Map(page.filter(({ time }) => time >= since).map((message) => [sessionOf(message), message]));
      for (const session of await this.#charged([...opens.keys()])) opens.delete(session);
      for (const [session, message] of opens) this.#remember(session, message);
      this.#last = page.at(-1)?.seq ?? this.#last;
    }
    return [...this.#opens.values()];
  }

  /**
   * When the stream of charges was created. An older open may have had its charge in a lost stream. Forgets everything
   * if a stream was recreated.
   */
  async #startOfCharges(): Promise<Date> {
    const { streams: streamApi } = this.#manager;
    const [opens, charges] = await Promise.all([streamApi.info(streams.opens), streamApi.info(streams.charges)]);
    const generation = `${opens.created} ${charges.created}`;
    if (generation !== this.#generation || opens.state.last_seq < this.#last) {
      this.#opens.clear();
      this.#last = 0;
      this.#generation = generation;
    }
    return new Date(charges.created);
  }

  /** Skips unreadable opens; `tintype ledger verify` shows them. */
  #remember(session: string, message: StoredMessage): void {
    const { data } = sessionOpenSchema.safeParse(jsonOf(message));
    if (data) this.#opens.set(session, data);
  }

  async #charged(sessions: readonly string[]): Promise<string[]> {
    const charged: string[] = [];
    for (let at = 0; at < sessions.length; at += messagesPerRead) {
      const subjectsToRead = sessions.slice(at, at + messagesPerRead).map(subjects.sessionCharge);
      charged.push(...(await lastMessages(this.#manager, streams.charges, subjectsToRead)).map(sessionOf));
    }
    return charged;
  }
}

/** The session's id: the last part of an open's or a charge's subject. */
const sessionOf = ({ subject }: StoredMessage): string => subject.split('.').at(-1) ?? '';
