import { streams, subjects } from '@tintype/contracts';
import { isWrongSequence, jsonOf, type Nats, pagesOf, type StoredMessage } from '@tintype/runtime';
import { z } from 'zod';

export interface SlotRequest {
  account: string;
  session: string;
  /** The namespace of the session's object. */
  namespace: string;
  name: string;
  /** RFC 3339. The session is open by then, or never. */
  startBy: string;
  /** The uid of the session's object. The slot belongs to that object from then on. */
  uid?: string | undefined;
  /** The account's number of slots. */
  limit: number;
  /** An earlier request may have taken a slot for this session. */
  mayHoldSlot?: boolean | undefined;
}

export interface TakenSlot {
  account: string;
  session: string;
  namespace: string;
  name: string;
  startBy: string;
  /** The owner; undefined if the slot was taken before the object existed. */
  uid?: string | undefined;
  sequence: number;
}

/** Owned by the object with this uid, or by none yet. */
export type SlotOwner = Pick<TakenSlot, 'uid'>;

/** A later object of the same name owns the slot alone, so an earlier one cannot free it. */
export const belongsTo = (slot: TakenSlot, { uid }: SlotOwner): boolean => slot.uid === undefined || slot.uid === uid;

const bodySchema = z.object({
  session: z.string(),
  namespace: z.string(),
  name: z.string(),
  startBy: z.string(),
  uid: z.string().optional(),
});

const timeoutMs = 5000;

/** Each refusal means that another program took or freed a slot; 100 in a row do not occur. */
const maxAttempts = 100;

type SlotsNats = Pick<Nats, 'jetstream' | 'manager'>;

/**
 * The active sessions of an account: one message each on `slot.<account>.<n>`, in a stream with one message per
 * subject. Reads ask the leader, because slots are rewritten in place. A sequence from a lagging copy would free
 * nothing and raise no error.
 */
export class Slots {
  readonly #nats: SlotsNats;
  readonly #random: () => number;

  /** @param random draws among the free slots: from 0 up to 1 */
  constructor(nats: SlotsNats, random = Math.random) {
    this.#nats = nats;
    this.#random = random;
  }

  /**
   * True if the session has a slot now, also an earlier one; false if other sessions have them all. A slot of another
   * or no object is rewritten for this one.
   */
  async take(order: SlotRequest): Promise<boolean> {
    for (let refusals = 0; refusals < maxAttempts; refusals++) {
      const taken = await this.#takenSubjects(order.account);
      // Reads the messages only if they decide. A first request has no slot, or the server refuses its message id.
      const looks = order.uid !== undefined || order.mayHoldSlot || taken.length >= order.limit;
      const held = looks ? await this.#messagesAt(taken) : [];
      const standing = slotOfSession(held, order);
      const subject = standing?.subject ?? this.#freeSubject(taken, order);
      // A slot that was freed in between is free, even if it was the session's own.
      if (subject === undefined && !held.includes(null)) return false;
      if (subject !== undefined && (await this.#takeSubject(order, subject, standing))) return true;
    }
    throw new Error(`Account ${order.account}: no slot was taken in ${maxAttempts} attempts.`);
  }

  /** Frees the session's slots, or only those of `owner`. Deletes by sequence, so a later taking survives. */
  async free(account: string, session: string, owner?: SlotOwner): Promise<void> {
    const held = (await this.ofAccount(account)).filter(
      (slot) => slot.session === session && (!owner || belongsTo(slot, owner)),
    );
    // One after the other: an error leaves nothing in flight.
    for (const { sequence } of held) await this.#delete(sequence);
  }

  async ofAccount(account: string): Promise<TakenSlot[]> {
    return (await this.#messagesAt(await this.#takenSubjects(account))).flatMap(slotOf);
  }

  async all(): Promise<TakenSlot[]> {
    const slots: TakenSlot[] = [];
    for await (const page of pagesOf(this.#nats.manager, streams.slots)) slots.push(...page.flatMap(slotOf));
    return slots;
  }

  /**
   * A random free slot, because concurrent programs would all collide at the lowest. Slots above a lowered limit still
   * count, so only the lowest `limit - taken` free ones qualify, the same for every program.
   */
  #freeSubject(taken: readonly string[], { account, limit }: SlotRequest): string | undefined {
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

  /** Asks the leader, because the answers decide over taking and freeing. */
  #messagesAt(taken: readonly string[]): Promise<(StoredMessage | null)[]> {
    const { streams: stored } = this.#nats.manager;
    return Promise.all(taken.map((subject) => stored.getMessage(streams.slots, { last_by_subj: subject })));
  }

  /**
   * Takes a free slot. Account and session form the message id. So the server refuses a second slot for them, from
   * another program or a late call. @param standing the session's present slot @returns true if the session has a slot
   * now, this or another
   */
  async #takeSubject(order: SlotRequest, subject: string, standing?: StoredMessage): Promise<boolean> {
    if (standing && isHeldFor(standing, order)) return true;
    const { account: _, limit: __, mayHoldSlot: ___, ...body } = order;
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
      // Another object's slot, or freed in between.
      target = {
        subject: held?.subject ?? subject,
        lastSubjectSequence: held?.seq ?? 0,
        msgID: messageIdAfter(order, seq),
      };
    }
  }

  /** Undefined if another program took the subject, or freed what it held. */
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
      // Another program may have deleted it.
      if (await this.#exists(sequence)) throw error;
    }
  }
}

interface Target {
  subject: string;
  /** 0: the subject is free. */
  lastSubjectSequence: number;
  msgID: string;
}

/** Each later taking has its own id, derived from the sequence it follows. */
const messageIdAfter = ({ account, session }: SlotRequest, sequence: number | undefined): string =>
  [account, session, sequence].filter((part) => part !== undefined).join('.');

/** The session's slot already belongs to this object, or the request names none. */
const isHeldFor = (message: StoredMessage, { uid }: SlotRequest): boolean =>
  uid === undefined || slotOf(message).some((slot) => slot.uid === uid);

/**
 * Searched before a free slot: a restarted server knows only the ids of stored messages. It has forgotten the first id
 * of a rewritten slot, and would give the session a second one.
 */
const slotOfSession = (held: readonly (StoredMessage | null)[], { session }: SlotRequest): StoredMessage | undefined =>
  held.find((message) => slotOf(message).some((slot) => slot.session === session)) ?? undefined;

/** Empty for an unreadable message: no session owns it. */
const slotOf = (message: StoredMessage | null): TakenSlot[] => {
  if (!message) return [];
  const { data } = bodySchema.safeParse(jsonOf(message));
  const [, account = ''] = message.subject.split('.');
  return data ? [{ account, sequence: message.seq, ...data }] : [];
};
