import { randomInt } from 'node:crypto';
import { streams, subjects } from '@tintype/contracts';
import { isConflict, isWrongSequence, type Nats } from '@tintype/runtime';
import { z } from 'zod';
import { read } from './read.js';
import { lastMessages, pagesOf, type StoredMessage } from './stored-messages.js';

export interface SlotOrder {
  account: string;
  session: string;
  /** Of its object. */
  namespace: string;
  name: string;
  /** RFC 3339: the session is open by then, or never. */
  startBy: string;
  /** How many the account has. */
  limit: number;
}

/** A slot that is taken. */
export interface TakenSlot {
  account: string;
  session: string;
  namespace: string;
  name: string;
  startBy: string;
  sequence: number;
}

const bodySchema = z.object({
  session: z.string(),
  namespace: z.string(),
  name: z.string(),
  startBy: z.string(),
});

const timeoutMs = 5000;

/** Each refusal means that somebody else took a slot, or gave one back; more in a row than that do not happen. */
const mostRefusals = 100;

type SlotsNats = Pick<Nats, 'jetstream' | 'manager'>;

/**
 * An account's sessions at once: a message each on `slot.<account>.<n>` of a stream that takes one a subject. Which ones
 * are taken is asked of the stream's leader; who has them, of any copy, where a late answer does no harm.
 */
export class Slots {
  readonly #nats: SlotsNats;

  constructor(nats: SlotsNats) {
    this.#nats = nats;
  }

  /** True when the session has a slot now, also when it had one; false when others have them all. */
  async take(order: SlotOrder): Promise<boolean> {
    for (let refusals = 0; refusals < mostRefusals; refusals++) {
      const number = freeNumber(await this.#takenSubjects(order.account), order);
      if (number === undefined) return this.#holds(order);
      if (await this.#publish(order, number)) return true;
    }
    throw new Error(`No slot of account ${order.account} could be taken in ${mostRefusals} attempts.`);
  }

  /** Gives back whatever the session holds; by sequence, so that a later taking is not touched. */
  async free(account: string, session: string): Promise<void> {
    const held = (await this.of(account)).filter((slot) => slot.session === session);
    await Promise.all(held.map(({ sequence }) => this.#delete(sequence)));
  }

  /** The taken slots of an account. */
  async of(account: string): Promise<TakenSlot[]> {
    const { manager } = this.#nats;
    const copies = await lastMessages(manager, streams.slots, [subjects.slotsOf(account)]);
    const known = new Map(copies.map((message) => [message.subject, message]));
    // The copy may be behind; what is taken, and what is not any more, is the leader's to say.
    const taken = await this.#takenSubjects(account);
    const messages = await Promise.all(taken.map(async (subject) => known.get(subject) ?? this.#last(subject)));
    return messages.flatMap(slotOf);
  }

  /** Every taken slot, of all accounts. */
  async all(): Promise<TakenSlot[]> {
    const slots: TakenSlot[] = [];
    for await (const page of pagesOf(this.#nats.manager, streams.slots)) slots.push(...page.flatMap(slotOf));
    return slots;
  }

  async #takenSubjects(account: string): Promise<string[]> {
    const filter = { subjects_filter: subjects.slotsOf(account) };
    const { state } = await this.#nats.manager.streams.info(streams.slots, filter);
    return Object.keys(state.subjects ?? {});
  }

  /** Of an account that is full. Asks the leader for each: what is answered here, a program does not ask again. */
  async #holds({ account, session }: SlotOrder): Promise<boolean> {
    const messages = await Promise.all((await this.#takenSubjects(account)).map((subject) => this.#last(subject)));
    return messages.flatMap(slotOf).some((slot) => slot.session === session);
  }

  #last(subject: string): Promise<StoredMessage | null> {
    return this.#nats.manager.streams.getMessage(streams.slots, { last_by_subj: subject });
  }

  /**
   * Takes a slot unless it is taken. The session's name goes along as the id of the message, so that the server takes no
   * second one for it: not from another program at the same time, and not again when an answer was lost.
   * @returns true when the session has a slot now, be it another one
   */
  async #publish({ account, limit: _, ...body }: SlotOrder, number: number): Promise<boolean> {
    const subject = subjects.slot(account, number);
    let msgID = body.session;
    try {
      for (;;) {
        const options = { msgID, expect: { lastSubjectSequence: 0 }, timeout: timeoutMs };
        const { seq, duplicate } = await this.#nats.jetstream.publish(subject, JSON.stringify(body), options);
        if (!duplicate || (await this.#stands(seq))) return true;
        // It was given back since. The next taking has an id of its own, the same for all who see this.
        msgID = `${body.session}.${seq}`;
      }
    } catch (error) {
      if (!isConflict(error)) throw error;
      // The code of a taken subject is that of a full stream, too: the subject tells them apart.
      if (!isWrongSequence(error) && !(await this.#last(subject))) throw error;
      return false;
    }
  }

  async #stands(sequence: number): Promise<boolean> {
    return (await this.#nats.manager.streams.getMessage(streams.slots, { seq: sequence })) !== null;
  }

  async #delete(sequence: number): Promise<void> {
    try {
      await this.#nats.manager.streams.deleteMessage(streams.slots, sequence, false);
    } catch (error) {
      // Somebody else may have been faster.
      if (await this.#stands(sequence)) throw error;
    }
  }
}

/** Any of them: programs that take at the same time would all meet at the lowest. */
const freeNumber = (taken: readonly string[], { account, limit }: SlotOrder): number | undefined => {
  const subjectsTaken = new Set(taken);
  const free: number[] = [];
  for (let number = 0; number < limit; number++)
    if (!subjectsTaken.has(subjects.slot(account, number))) free.push(number);
  return free.length > 0 ? free[randomInt(free.length)] : undefined;
};

/** One, or none: what cannot be read is nobody's. */
const slotOf = (message: StoredMessage | null): TakenSlot[] => {
  if (!message) return [];
  const { data } = bodySchema.safeParse(read(message));
  const [, account = ''] = message.subject.split('.');
  return data ? [{ account, sequence: message.seq, ...data }] : [];
};
