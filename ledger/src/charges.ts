import { endpoints, subjects } from '@tintype/contracts';
import { isConflict, type Nats } from '@tintype/runtime';
import { z } from 'zod';
import { type SessionCharge, sessionChargeSchema } from './session-charge.js';
import { jsonOf } from './stored-messages.js';

/** What every charge says, whatever it is for. */
export interface Charge {
  account: string;
  credits: number;
  /** When it was charged, ISO 8601. */
  at: string;
}

/** One charge for a render, as it lies in the ledger for good: nothing changes it. */
export const renderChargeSchema = z.object({
  /** Also in the name of the stored bytes and in the subject, so that one result has one charge. */
  id: z.uuid(),
  account: z.string(),
  credits: z.int().min(0),
  endpoint: z.enum(endpoints),
  /** The key of the result, and the job that made it. */
  key: z.string(),
  job: z.string(),
  at: z.iso.datetime(),
});

export type RenderCharge = z.infer<typeof renderChargeSchema>;

const isOfSession = ({ subject }: { subject: string }) => subject.startsWith(subjects.sessionCharge(''));

/** The charge in a message: its subject says of which kind it is. `error` says why it is none. */
export const readCharge = (message: {
  subject: string;
  json: () => unknown;
}): z.ZodSafeParseResult<RenderCharge | SessionCharge> =>
  isOfSession(message) ? sessionChargeSchema.safeParse(jsonOf(message)) : renderChargeSchema.safeParse(jsonOf(message));

/** The day that a charge counts for, in UTC: `yyyy-mm-dd`. */
export const dayOf = (at: string | number): string => new Date(at).toISOString().slice(0, 10);

const timeoutMs = 5000;

/** The one place that charges renders; sessions have their `SessionBooks`. */
export class Ledger {
  readonly #nats: Pick<Nats, 'jetstream'>;

  constructor(nats: Pick<Nats, 'jetstream'>) {
    this.#nats = nats;
  }

  /**
   * Writes a charge; answers false when its id has one already, which then stands. Throws what the connection throws:
   * the charge may then be there or not, and is to be written again.
   */
  async charge(charge: RenderCharge): Promise<boolean> {
    try {
      const expect = { lastSubjectSequence: 0 };
      const options = { expect, timeout: timeoutMs };
      await this.#nats.jetstream.publish(subjects.renderCharge(charge.id), JSON.stringify(charge), options);
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }
}
