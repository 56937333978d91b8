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
  /** The sequence of the slot's message in the stream. */
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
 * The slots of accounts. A taken slot is a message on `slot.<account>.<n>`, in a stream with one message per subject.
 * Reads ask the leader, because slots are rewritten in place. A lagging copy answers an old sequence: deleting it would
 * free nothing and raise no error.
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
   * Takes a slot for a session, unless it already has one. False if other sessions have all slots of the account. If
   * the session's slot names another object than the request, or none, the slot is rewritten for the requested one.
   */
  async take(request: SlotRequest): Promise<boolean> {
    for (let refusals = 0; refusals < maxAttempts; refusals++) {
      const taken = await this.#takenSubjects(request.account);
      // Reads the messages only if the answer depends on them. A first request has no slot; if an earlier call took one
      // after all, the server recognizes the message id.
      const mustRead = request.uid !== undefined || request.mayHoldSlot || taken.length >= request.limit;
      const held = mustRead ? await this.#messagesAt(taken) : [];
      const current = slotOfSession(held, request);
      const subject = current?.subject ?? this.#freeSubject(taken, request);
      // A null in `held` is a slot that was freed since: try again.
      if (subject === undefined && !held.includes(null)) return false;
      if (subject !== undefined && (await this.#takeSubject(request, subject, current))) return true;
    }
    throw new Error(`Account ${request.account}: no slot was taken in ${maxAttempts} attempts.`);
  }

  /**
   * Frees the session's slots, or only those of `owner`. Deletes by sequence, so a slot that is taken again in between
   * stays.
   */
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
    const takenSubjects = new Set(taken);
    const all = Array.from({ length: limit }, (_, number) => subjects.slot(account, number));
    const free = all.filter((subject) => !takenSubjects.has(subject)).slice(0, Math.max(0, limit - taken.length));
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
   * Takes a free slot, or rewrites the session's own. Account and session form the message id. So the server refuses a
   * second slot for the session, from another program or a late call.
   *
   * @param current the message of the session's own slot
   * @returns true if the session has a slot now, on this subject or another
   */
  async #takeSubject(request: SlotRequest, subject: string, current?: StoredMessage): Promise<boolean> {
    if (current && isHeldFor(current, request)) return true;
    const { account: _, limit: __, mayHoldSlot: ___, ...body } = request;
    let target: Target = {
      subject,
      lastSubjectSequence: current?.seq ?? 0,
      msgID: messageIdAfter(request, current?.seq),
    };
    for (;;) {
      const answer = await this.#tryPublish(target, JSON.stringify(body));
      if (!answer?.duplicate) return answer !== undefined;
      const { seq } = answer;
      const held = await this.#message(seq);
      if (held && isHeldFor(held, request)) return true;
      // The first message is another object's slot, or was freed in between.
      target = {
        subject: held?.subject ?? subject,
        lastSubjectSequence: held?.seq ?? 0,
        msgID: messageIdAfter(request, seq),
      };
    }
  }

  /** Undefined if another program took the free subject, or freed the slot to rewrite. */
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
  /** The message to replace; 0 if the subject has to be free. */
  lastSubjectSequence: number;
  msgID: string;
}

/** `<account>.<session>` for the session's first slot; a later message appends the sequence of the one before it. */
const messageIdAfter = ({ account, session }: SlotRequest, sequence: number | undefined): string =>
  [account, session, sequence].filter((part) => part !== undefined).join('.');

/** The session's slot already belongs to the request's object, or the request names no object. */
const isHeldFor = (message: StoredMessage, { uid }: SlotRequest): boolean =>
  uid === undefined || slotOf(message).some((slot) => slot.uid === uid);

/**
 * The message of the session's own slot. `take` prefers it to a free one, because a restarted server knows only the ids
 * of stored messages. It has forgotten the first id of a rewritten slot, and would accept a second slot.
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
