import { streams, subjects } from '@tintype/contracts';
import { isWrongSequence, jsonOf, type Nats, pagesOf, type StoredMessage } from '@tintype/runtime';
import { z } from 'zod';

export interface SlotRequest {
  account: string;
  session: string;
  /** The namespace of the session's object. */
  namespace: string;
  name: string;
  /** RFC 3339. The session is active by then, or never. */
  startBy: string;
  /** The uid of the session's object, which then owns the slot. Undefined before the object exists. */
  uid?: string | undefined;
  /** The account's number of slots. */
  limit: number;
  /** Whether an earlier request may have taken a slot for this session. */
  mayHoldSlot?: boolean | undefined;
}

export interface TakenSlot {
  account: string;
  session: string;
  namespace: string;
  name: string;
  startBy: string;
  /** The uid of the object that owns the slot. Undefined if the slot was taken before the object existed. */
  uid?: string | undefined;
  /** The sequence of the slot's message in the stream. */
  sequence: number;
}

/** The object that owns a slot. Without a uid: no object owns the slot yet. */
export type SlotOwner = Pick<TakenSlot, 'uid'>;

/**
 * Whether this owner may free the slot. True also for a slot without an owner. False for the slot of a later object
 * with the same name.
 */
export const belongsTo = (slot: TakenSlot, { uid }: SlotOwner): boolean => slot.uid === undefined || slot.uid === uid;

const bodySchema = z.object({
  session: z.string(),
  namespace: z.string(),
  name: z.string(),
  startBy: z.string(),
  uid: z.string().optional(),
});

const timeoutMs = 5000;

/** An attempt fails if another program took or freed a slot meanwhile. A hundred failures in a row do not occur. */
const maxAttempts = 100;

type SlotsNats = Pick<Nats, 'jetstream' | 'manager'>;

/**
 * The slots of accounts. A taken slot is a message on `slot.<account>.<n>`, in a stream with one message per subject.
 * `take`, `free` and `ofAccount` ask the leader, because slots are rewritten in place. A lagging replica returns an old
 * sequence: its deletion would free nothing and raise no error. Only `all` asks any replica.
 */
export class Slots {
  readonly #nats: SlotsNats;
  readonly #random: () => number;

  /** @param random returns a number from 0 to below 1, which chooses among the free slots */
  constructor(nats: SlotsNats, random = Math.random) {
    this.#nats = nats;
    this.#random = random;
  }

  /**
   * Takes a slot for a session, unless it already has one. False if other sessions have all slots of the account. If
   * the session's slot names another object than the request, or none, the slot is rewritten for the request's object.
   */
  async take(request: SlotRequest): Promise<boolean> {
    for (let attempts = 0; attempts < maxAttempts; attempts++) {
      const takenSubjects = await this.#takenSubjects(request.account);
      // Read the messages only if the result depends on them. A session has no slot at its first request. If an earlier
      // call took one after all, the server recognizes the message id.
      const mustRead = request.uid !== undefined || request.mayHoldSlot || takenSubjects.length >= request.limit;
      const messages = mustRead ? await this.#messagesAt(takenSubjects) : [];
      const current = messageOfSession(messages, request);
      const subject = current?.subject ?? this.#freeSubject(takenSubjects, request);
      // A null in `messages` is a slot that was freed after its subject was listed: try again.
      if (subject === undefined && !messages.includes(null)) return false;
      if (subject !== undefined && (await this.#takeSubject(request, subject, current))) return true;
    }
    throw new Error(`Account ${request.account}: no slot was taken in ${maxAttempts} attempts.`);
  }

  /**
   * Frees the session's slots, or only those of `owner`. Deletes by sequence, so a slot that is taken again meanwhile
   * stays taken.
   */
  async free(account: string, session: string, owner?: SlotOwner): Promise<void> {
    const slots = (await this.ofAccount(account)).filter(
      (slot) => slot.session === session && (!owner || belongsTo(slot, owner)),
    );
    // Delete one after another: after an error, no other deletion is still in flight.
    for (const { sequence } of slots) await this.#delete(sequence);
  }

  /** The taken slots of an account. */
  async ofAccount(account: string): Promise<TakenSlot[]> {
    return (await this.#messagesAt(await this.#takenSubjects(account))).flatMap(slotsIn);
  }

  /** The taken slots of all accounts. */
  async all(): Promise<TakenSlot[]> {
    const slots: TakenSlot[] = [];
    for await (const page of pagesOf(this.#nats.manager, streams.slots)) slots.push(...page.flatMap(slotsIn));
    return slots;
  }

  /**
   * A random free slot: if all programs took the lowest one, concurrent calls would collide. Taken slots above a
   * lowered limit still count. So every program chooses among the lowest `limit - taken.length` free slots.
   */
  #freeSubject(taken: readonly string[], { account, limit }: SlotRequest): string | undefined {
    const takenSubjects = new Set(taken);
    const allSubjects = Array.from({ length: limit }, (_, number) => subjects.slot(account, number));
    const allFree = allSubjects.filter((subject) => !takenSubjects.has(subject));
    const candidates = allFree.slice(0, Math.max(0, limit - taken.length));
    return candidates[Math.floor(this.#random() * candidates.length)];
  }

  async #takenSubjects(account: string): Promise<string[]> {
    const filter = { subjects_filter: subjects.slotsOf(account) };
    const { state } = await this.#nats.manager.streams.info(streams.slots, filter);
    return Object.keys(state.subjects ?? {});
  }

  /** The last message of each subject, in order; null if there is none. Asks the leader. */
  #messagesAt(slotSubjects: readonly string[]): Promise<(StoredMessage | null)[]> {
    const { streams: streamApi } = this.#nats.manager;
    return Promise.all(slotSubjects.map((subject) => streamApi.getMessage(streams.slots, { last_by_subj: subject })));
  }

  /**
   * Takes a free slot, or rewrites the session's own. The message id names account and session. So the server refuses a
   * second slot for the session from another program or a late call.
   *
   * @param current the message of the session's own slot
   * @returns true if the session has a slot now, on this subject or another; false if another program was faster
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
      const earlier = await this.#message(seq);
      if (earlier && isHeldFor(earlier, request)) return true;
      // The earlier message with this id is another object's slot, or was deleted meanwhile.
      target = {
        subject: earlier?.subject ?? subject,
        lastSubjectSequence: earlier?.seq ?? 0,
        msgID: messageIdAfter(request, seq),
      };
    }
  }

  /** Undefined if another program took the free subject, or changed the session's own slot. */
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
      // No error if another program has deleted the message.
      if (await this.#exists(sequence)) throw error;
    }
  }
}

interface Target {
  subject: string;
  /** The sequence of the message to replace; 0 if the subject has to be free. */
  lastSubjectSequence: number;
  msgID: string;
}

/** `<account>.<session>` for the session's first message. A later one appends the sequence of the message before it. */
const messageIdAfter = ({ account, session }: SlotRequest, sequence: number | undefined): string =>
  [account, session, sequence].filter((part) => part !== undefined).join('.');

/** The session's slot already belongs to the request's object, or the request names no object. */
const isHeldFor = (message: StoredMessage, { uid }: SlotRequest): boolean =>
  uid === undefined || slotsIn(message).some((slot) => slot.uid === uid);

/**
 * The message of the session's own slot. `take` prefers that slot to a free one, because a restarted server knows only
 * the ids of stored messages. Such a server has forgotten the first id of a rewritten slot, and would accept a second
 * slot.
 */
const messageOfSession = (
  messages: readonly (StoredMessage | null)[],
  { session }: SlotRequest,
): StoredMessage | undefined =>
  messages.find((message) => slotsIn(message).some((slot) => slot.session === session)) ?? undefined;

/** The slot in a message. Empty for an unreadable message: no session owns it. */
const slotsIn = (message: StoredMessage | null): TakenSlot[] => {
  if (!message) return [];
  const { data } = bodySchema.safeParse(jsonOf(message));
  const [, account = ''] = message.subject.split('.');
  return data ? [{ account, sequence: message.seq, ...data }] : [];
};
