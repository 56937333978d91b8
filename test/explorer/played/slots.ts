import type { SlotRequest, Slots, TakenSlot } from '@tintype/ledger';
import { JetStreamApiError } from '@tintype/runtime';

type SlotsNats = ConstructorParameters<typeof Slots>[0];
type Manager = SlotsNats['manager'];
type Callback = NonNullable<Parameters<Manager['direct']['getBatch']>[1]['callback']>;
type Message = Parameters<Callback>[1];

/** Carries a call to the stream and its answer back. */
export type Transport = <T>(details: { isRead: boolean }, work: () => T) => Promise<T>;

interface Slot {
  seq: number;
  subject: string;
  body: Omit<TakenSlot, 'account' | 'sequence'>;
  msgID: string;
}

/**
 * The stream of slots in memory, as `Slots` uses it. It has one message per subject and compare-and-set. It refuses a
 * second message with a known id (the real one for an hour). After a restart it knows only the ids of stored messages
 * (test/integration/ledger/session-slots-crash.test.ts).
 */
export class PlayedSlots {
  readonly #bySubject = new Map<string, Slot>();
  readonly #ids = new Map<string, number>();
  #sequence = 0;
  #lastDeleted: Slot | undefined;

  get taken(): TakenSlot[] {
    return [...this.#bySubject.values()].map(({ seq, subject, body }) => ({
      account: subject.split('.')[1] ?? '',
      sequence: seq,
      ...body,
    }));
  }

  get isEmpty(): boolean {
    return this.#bySubject.size === 0;
  }

  /** A session with more than one. */
  get doubled(): string | undefined {
    const sessions = this.#all.map(({ body }) => body.session);
    return sessions.find((session, at) => sessions.indexOf(session) !== at);
  }

  restart(): void {
    this.#ids.clear();
    for (const { msgID, seq } of this.#all) this.#ids.set(msgID, seq);
  }

  /** A killed server loses its last deletion. */
  undoLastDeletion(): void {
    const slot = this.#lastDeleted;
    if (slot && !this.#bySubject.has(slot.subject)) this.#bySubject.set(slot.subject, slot);
  }

  isHeld(session: string): boolean {
    for (const { body } of this.#bySubject.values()) if (body.session === session) return true;
    return false;
  }

  /** Other sessions have all slots of the account. */
  isFullFor({ account, session, limit }: SlotRequest): boolean {
    const others = this.taken.filter((slot) => slot.account === account && slot.session !== session);
    return others.length >= limit;
  }

  /** A program's connection through its transport. */
  nats(go: Transport): SlotsNats {
    const read = <T>(work: () => T) => go({ isRead: true }, work);
    const write = <T>(work: () => T) => go({ isRead: false }, work);
    const jetstream: Pick<SlotsNats['jetstream'], 'publish'> = {
      publish: (subject, payload, { msgID = '', expect } = {}) =>
        write(() => this.#publish({ subject, body: JSON.parse(String(payload)), msgID }, expect?.lastSubjectSequence)),
    };
    const manager = {
      streams: {
        info: (_: string, { subjects_filter: filter = '' }: { subjects_filter?: string }) =>
          read(() => {
            const taken = this.#all.filter(({ subject }) => subject.startsWith(filter.slice(0, -1)));
            return { state: { subjects: Object.fromEntries(taken.map(({ subject }) => [subject, 1])) } };
          }),
        getMessage: (_: string, query: { seq?: number; last_by_subj?: string }) => read(() => this.#find(query)),
        deleteMessage: (_: string, seq: number) => write(() => this.#delete(seq)),
      },
      direct: {
        getBatch: async (_: string, { callback }: { callback?: Callback }) => {
          const slots = await read(() => this.#all);
          for (const slot of slots) callback?.(null, messageOf(slot));
          callback?.({}, {} as Message);
          return { stop: () => undefined };
        },
      },
    };
    return { jetstream, manager } as unknown as SlotsNats;
  }

  get #all(): Slot[] {
    return [...this.#bySubject.values()];
  }

  #publish(slot: Omit<Slot, 'seq'>, expected: number | undefined) {
    const had = this.#ids.get(slot.msgID);
    if (had !== undefined) return { stream: '', seq: had, domain: '', duplicate: true };
    if (expected !== (this.#bySubject.get(slot.subject)?.seq ?? 0)) throw new JetStreamApiError(wrongLastSequence);
    this.#sequence += 1;
    this.#ids.set(slot.msgID, this.#sequence);
    this.#bySubject.set(slot.subject, { ...slot, seq: this.#sequence });
    return { stream: '', seq: this.#sequence, domain: '', duplicate: false };
  }

  #find({ seq, last_by_subj: subject }: { seq?: number; last_by_subj?: string }): Message | null {
    const found = this.#all.find((slot) => slot.seq === seq || slot.subject === subject);
    return found ? messageOf(found) : null;
  }

  #delete(seq: number): boolean {
    const found = this.#all.find((slot) => slot.seq === seq);
    if (!found) throw new JetStreamApiError(noMessage);
    this.#lastDeleted = found;
    return this.#bySubject.delete(found.subject);
  }
}

/** https://github.com/nats-io/nats-server/blob/main/server/errors.json */
export const wrongLastSequence = { code: 400, err_code: 10_071, description: 'wrong last sequence' };
const noMessage = { code: 404, err_code: 10_037, description: 'no message found' };

const messageOf = ({ seq, subject, body }: Slot): Message =>
  ({ seq, subject, pending: 0, json: () => body }) as unknown as Message;
