import { streams, subjects } from '@tintype/contracts';
import { isWrongSequence, type Nats } from '@tintype/runtime';
import { z } from 'zod';
import { jsonOf, pagesOf, type StoredMessage } from './stored-messages.js';

export interface SlotOrder {
  account: string;
  session: string;
  /** Of its object. */
  namespace: string;
  name: string;
  /** RFC 3339: the session is open by then, or never. */
  startBy: string;
  /** Of its object, once there is one. The slot is that object's from then on. */
  uid?: string | undefined;
  /** How many the account has. */
  limit: number;
  /** An earlier request may have taken one for this session. */
  mayHaveOne?: boolean | undefined;
}

/** A slot that is taken. */
export interface TakenSlot {
  account: string;
  session: string;
  namespace: string;
  name: string;
  startBy: string;
  /** Of the object that has it; undefined as long as it is taken for one that is not there yet. */
  uid?: string | undefined;
  sequence: number;
}

/** Whose a slot is: of the object with this uid, or of none yet. */
export type SlotOwner = Pick<TakenSlot, 'uid'>;

/** A second object of the same name, made when the first was gone, has the slot for itself: the first gives it back no more. */
export const belongsTo = (slot: TakenSlot, { uid }: SlotOwner): boolean => slot.uid === undefined || slot.uid === uid;

const bodySchema = z.object({
  session: z.string(),
  namespace: z.string(),
  name: z.string(),
  startBy: z.string(),
  uid: z.string().optional(),
});

const timeoutMs = 5000;

/** Each refusal means that somebody else took a slot, or gave one back; more in a row than that do not happen. */
const maxAttempts = 100;

type SlotsNats = Pick<Nats, 'jetstream' | 'manager'>;

/**
 * An account's sessions at once: a message each on `slot.<account>.<n>` of a stream that takes one a subject. Which ones
 * are taken, and who has them, is asked of the stream's leader: a slot is written anew in place, and by the sequence of
 * a copy that is behind, nothing would be given back, and nobody would be told.
 */
export class Slots {
  readonly #nats: SlotsNats;
  readonly #random: () => number;

  /** @param random draws among the free slots: a number from 0 up to 1 */
  constructor(nats: SlotsNats, random = Math.random) {
    this.#nats = nats;
    this.#random = random;
  }

  /**
   * True when the session has a slot now, also when it had one; false when others have them all. One that it had for another
   * object, or for none yet, is taken anew for this one.
   */
  async take(order: SlotOrder): Promise<boolean> {
    for (let refusals = 0; refusals < maxAttempts; refusals++) {
      const taken = await this.#takenSubjects(order.account);
      // Where it decides: of one that was never asked for before, there is none, or the server knows the message.
      const looks = order.uid !== undefined || order.mayHaveOne || taken.length >= order.limit;
      const held = looks ? await this.#messagesAt(taken) : [];
      const standing = slotOfSession(held, order);
      const subject = standing?.subject ?? this.#freeSubject(taken, order);
      // One that was given back since is free, be it the session's own.
      if (subject === undefined && !held.includes(null)) return false;
      if (subject !== undefined && (await this.#takeSubject(order, subject, standing))) return true;
    }
    throw new Error(`No slot of account ${order.account} could be taken in ${maxAttempts} attempts.`);
  }

  /**
   * Gives back whatever the session holds, or, of an owner, what is the owner's; by sequence, so that a later taking is not
   * touched.
   */
  async free(account: string, session: string, owner?: SlotOwner): Promise<void> {
    const held = (await this.of(account)).filter(
      (slot) => slot.session === session && (!owner || belongsTo(slot, owner)),
    );
    // One by one: where one fails, nothing is left under way.
    for (const { sequence } of held) await this.#delete(sequence);
  }

  /** The taken slots of an account. */
  async of(account: string): Promise<TakenSlot[]> {
    return (await this.#messagesAt(await this.#takenSubjects(account))).flatMap(slotOf);
  }

  /** Every taken slot, of all accounts. */
  async all(): Promise<TakenSlot[]> {
    const slots: TakenSlot[] = [];
    for await (const page of pagesOf(this.#nats.manager, streams.slots)) slots.push(...page.flatMap(slotOf));
    return slots;
  }

  /**
   * Any of them: programs that take at the same time would all meet at the lowest. Of an account whose limit was lowered, what
   * is taken past it counts, too: so many of the lowest are free as it may have besides, the same for all who look.
   */
  #freeSubject(taken: readonly string[], { account, limit }: SlotOrder): string | undefined {
    const standing = new Set(taken);
    const all = Array.from({ length: limit }, (_, number) => subjects.slot(account, number));
    const free = all.filter((subject) => !standing.has(subject)).slice(0, Math.max(0, limit - taken.length));
    return free[Math.floor(this.#random() * free.length)];
  }

  async #takenSubjects(account: string): Promise<string[]> {
    const filter = { subjects_filter: subjects.slotsOf(account) };
    const { state } = await this.#nats.manager.streams.info(streams.slots, filter);
    return Object.keys(state.subjects ?? {});
  }

  /** Asks the leader for each: by what is answered here, slots are refused and given back. */
  #messagesAt(taken: readonly string[]): Promise<(StoredMessage | null)[]> {
    const { streams: stored } = this.#nats.manager;
    return Promise.all(taken.map((subject) => stored.getMessage(streams.slots, { last_by_subj: subject })));
  }

  /**
   * Takes a slot unless it is taken. The names of account and session go along as the id of the message, so that the server
   * takes no second one for it: not from another program at the same time, and not one that comes late.
   * @param standing What the session has there already.
   * @returns true when the session has a slot now, be it another one
   */
  async #takeSubject(order: SlotOrder, subject: string, standing?: StoredMessage): Promise<boolean> {
    if (standing && isHeldFor(standing, order)) return true;
    const { account: _, limit: __, mayHaveOne: ___, ...body } = order;
    let target: Target = {
      subject,
      lastSubjectSequence: standing?.seq ?? 0,
      msgID: messageIdAfter(order, standing?.seq),
    };
    for (;;) {
      const answer = await this.#tryPublish(target, JSON.stringify(body));
      if (!answer?.duplicate) return answer !== undefined;
      const { seq } = answer;
      const held = await this.#message(seq);
      if (held && isHeldFor(held, order)) return true;
      // Another object's, or given back since.
      target = {
        subject: held?.subject ?? subject,
        lastSubjectSequence: held?.seq ?? 0,
        msgID: messageIdAfter(order, seq),
      };
    }
  }

  /** Undefined when somebody has taken the subject, or has given back what stood there. */
  async #tryPublish({ subject, lastSubjectSequence, msgID }: Target, body: string) {
    try {
      const options = { msgID, expect: { lastSubjectSequence }, timeout: timeoutMs };
      return await this.#nats.jetstream.publish(subject, body, options);
    } catch (error) {
      if (!isWrongSequence(error)) throw error;
      return undefined;
    }
  }

  #message(sequence: number): Promise<StoredMessage | null> {
    return this.#nats.manager.streams.getMessage(streams.slots, { seq: sequence });
  }

  async #exists(sequence: number): Promise<boolean> {
    return (await this.#message(sequence)) !== null;
  }

  async #delete(sequence: number): Promise<void> {
    try {
      await this.#nats.manager.streams.deleteMessage(streams.slots, sequence, false);
    } catch (error) {
      // Somebody else may have been faster.
      if (await this.#exists(sequence)) throw error;
    }
  }
}

interface Target {
  subject: string;
  /** 0: nothing stands there. */
  lastSubjectSequence: number;
  msgID: string;
}

/** Each taking after the first has an id of its own, the same for all who see what it follows. */
const messageIdAfter = ({ account, session }: SlotOrder, sequence: number | undefined): string =>
  [account, session, sequence].filter((part) => part !== undefined).join('.');

/** Whether the slot in this message is the session's already, and this object's where there is one. */
const isHeldFor = (message: StoredMessage, { uid }: SlotOrder): boolean =>
  uid === undefined || slotOf(message).some((slot) => slot.uid === uid);

/**
 * What the session has already. Looked for before a free one is: a server that was started anew knows no ids but those of
 * what it stores. It has forgotten the first message of a slot that was taken anew for an object, and would let the session
 * have a second one.
 */
const slotOfSession = (held: readonly (StoredMessage | null)[], { session }: SlotOrder): StoredMessage | undefined =>
  held.find((message) => slotOf(message).some((slot) => slot.session === session)) ?? undefined;

/** One, or none: what cannot be read is nobody's. */
const slotOf = (message: StoredMessage | null): TakenSlot[] => {
  if (!message) return [];
  const { data } = bodySchema.safeParse(jsonOf(message));
  const [, account = ''] = message.subject.split('.');
  return data ? [{ account, sequence: message.seq, ...data }] : [];
};
