import { streams, subjects } from '@tintype/contracts';
import { isConflict, JetStreamApiError, type Nats } from '@tintype/runtime';
import { z } from 'zod';
import { read } from './read.js';

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
const noMessageFound = 10_037;

type SlotsNats = Pick<Nats, 'jetstream' | 'manager'>;

/**
 * An account's sessions at once: a message each on `slot.<account>.<n>` of a stream that takes one a subject. Read from
 * the stream's leader, so that what was answered to one program is seen by every other.
 */
export class Slots {
  readonly #nats: SlotsNats;

  constructor(nats: SlotsNats) {
    this.#nats = nats;
  }

  /** True when the session has a slot now, also when it had one; false when all are taken. */
  async take(order: SlotOrder): Promise<boolean> {
    // Each refusal but the server's own means that somebody else took one.
    for (let attempt = 0; attempt <= order.limit; attempt++) {
      const taken = await this.of(order.account);
      if (taken.some(({ session }) => session === order.session)) return true;
      const number = firstFree(taken, order.limit);
      if (number === undefined) return false;
      if (await this.#publish(number, order)) return this.#keepOne(order);
    }
    throw new Error(`The stream ${streams.slots} takes no message on a subject that it does not have: it is full.`);
  }

  /** Gives back whatever the session holds; by sequence, so that a later taking is not touched. */
  async free(account: string, session: string): Promise<void> {
    const held = (await this.of(account)).filter((slot) => slot.session === session);
    await Promise.all(held.map(({ sequence }) => this.#delete(sequence)));
  }

  /** The taken slots of an account, the lowest number first. */
  async of(account: string): Promise<(TakenSlot & { number: number })[]> {
    const { state } = await this.#nats.manager.streams.info(streams.slots, {
      subjects_filter: subjects.slotsOf(account),
    });
    const read = await Promise.all(Object.keys(state.subjects ?? {}).map((subject) => this.#read(subject)));
    return read.filter((slot) => slot !== undefined).sort((a, b) => a.number - b.number);
  }

  /** Every taken slot, read as it is met. */
  async all(): Promise<TakenSlot[]> {
    const { state } = await this.#nats.manager.streams.info(streams.slots, { subjects_filter: subjects.allSlots });
    const read = await Promise.all(Object.keys(state.subjects ?? {}).map((subject) => this.#read(subject)));
    return read.filter((slot) => slot !== undefined);
  }

  async #publish(number: number, { account, limit: _, ...body }: SlotOrder): Promise<boolean> {
    try {
      const options = { expect: { lastSubjectSequence: 0 } };
      await this.#nats.jetstream.publish(subjects.slot(account, number), JSON.stringify(body), options);
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }

  /** Two that took one each for the same session at once keep the lowest. */
  async #keepOne({ account, session }: SlotOrder): Promise<boolean> {
    const [, ...others] = (await this.of(account)).filter((slot) => slot.session === session);
    await Promise.all(others.map(({ sequence }) => this.#delete(sequence)));
    return true;
  }

  async #read(subject: string): Promise<(TakenSlot & { number: number }) | undefined> {
    const message = await this.#nats.manager.streams.getMessage(streams.slots, { last_by_subj: subject });
    const body = message && bodySchema.parse(read(message));
    const [, account = '', number = ''] = subject.split('.');
    return body && message ? { account, number: Number(number), sequence: message.seq, ...body } : undefined;
  }

  async #delete(sequence: number): Promise<void> {
    try {
      await this.#nats.manager.streams.deleteMessage(streams.slots, sequence);
    } catch (error) {
      if (!(error instanceof JetStreamApiError && error.code === noMessageFound)) throw error;
    }
  }
}

const firstFree = (taken: readonly { number: number }[], limit: number): number | undefined => {
  const numbers = new Set(taken.map(({ number }) => number));
  for (let number = 0; number < limit; number++) if (!numbers.has(number)) return number;
  return undefined;
};
