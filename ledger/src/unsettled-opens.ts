import { streams, subjects } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { jsonOf, lastMessages, messagesPerRead, pagesOf, type StoredMessage } from '@tintype/runtime';
import { type SessionOpen, sessionOpenSchema } from './session-charge.js';

/**
 * Finds opens without a charge. The first call reads all opens and their charges; later calls read on from there. A
 * replica may lag: the next call finds the charge.
 */
export class UnsettledOpens {
  readonly #manager: Nats['manager'];
  /** Keyed by session; bounded by the active sessions and one page. */
  readonly #opens = new Map<string, SessionOpen>();
  /** The last sequence read, and the stream's identity: a recreated stream is read from its start. */
  #last = 0;
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

  /** Reads when the charges were created. For an older open it is unknown whether the lost stream had its charge. */
  async #startOfCharges(): Promise<Date> {
    const { streams: api } = this.#manager;
    const [opens, charges] = await Promise.all([api.info(streams.opens), api.info(streams.charges)]);
    const made = `${opens.created} ${charges.created}`;
    if (made !== this.#generation || opens.state.last_seq < this.#last) {
      this.#opens.clear();
      this.#last = 0;
      this.#generation = made;
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
      const some = sessions.slice(at, at + messagesPerRead).map(subjects.sessionCharge);
      charged.push(...(await lastMessages(this.#manager, streams.charges, some)).map(sessionOf));
    }
    return charged;
  }
}

/** The subjects of open and charge end with the session. */
const sessionOf = ({ subject }: StoredMessage): string => subject.split('.').at(-1) ?? '';
