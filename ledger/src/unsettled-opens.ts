import { streams, subjects } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { type SessionOpen, sessionOpenSchema } from './session-charge.js';
import { batchSize, jsonOf, lastMessages, pagesOf, type StoredMessage } from './stored-messages.js';

/**
 * The opens that have no charge yet. The first call reads every open that is kept, and asks for their charges; it
 * remembers how far it came and what was left, so that those after it ask for little more than what happened since. What a
 * copy of the streams has is enough: a charge that it does not have yet is found the next time.
 */
export class UnsettledOpens {
  readonly #manager: Nats['manager'];
  /** By session. As many as there are sessions under way, and as are read at once. */
  readonly #opens = new Map<string, SessionOpen>();
  /** How far it has read, and in which stream of that name: one that was made anew begins at the beginning. */
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
    const since = await this.#begin();
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
   * When the charges begin. Of an open that is older than their stream nobody knows whether it was charged in the one
   * before it, which was lost.
   */
  async #begin(): Promise<Date> {
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

  /** What cannot be read is left out; `tintype ledger verify` shows it. */
  #remember(session: string, message: StoredMessage): void {
    const { data } = sessionOpenSchema.safeParse(jsonOf(message));
    if (data) this.#opens.set(session, data);
  }

  /** Those of the sessions that have a charge. */
  async #charged(sessions: readonly string[]): Promise<string[]> {
    const charged: string[] = [];
    for (let at = 0; at < sessions.length; at += batchSize) {
      const some = sessions.slice(at, at + batchSize).map(subjects.sessionCharge);
      charged.push(...(await lastMessages(this.#manager, streams.charges, some)).map(sessionOf));
    }
    return charged;
  }
}

/** Open and charge of a session end with its id. */
const sessionOf = ({ subject }: StoredMessage): string => subject.split('.').at(-1) ?? '';
