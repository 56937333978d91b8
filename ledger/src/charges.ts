import { endpoints, subjects } from '@tintype/contracts';
import { isConflict, jsonOf, type Nats } from '@tintype/runtime';
import { z } from 'zod';
import { type SessionCharge, sessionChargeSchema } from './session-charge.js';

export interface Charge {
  account: string;
  credits: number;
  /** When the charge was made, ISO 8601. The usage adds the charge to this UTC day. */
  at: string;
}

/** One charge for a render; immutable. */
export const renderChargeSchema = z.object({
  /**
   * The id of the job; for an item of a batch, an id derived from the request's. The subject ends with this id, so each
   * job or item has at most one charge.
   */
  id: z.uuid(),
  account: z.string(),
  credits: z.int().min(0),
  endpoint: z.enum(endpoints),
  /** The result key. */
  key: z.string(),
  /** The id of the job that made the result. */
  job: z.string(),
  /** The id of the request that caused the charge: `req_…`, or `batch_….<item>`. Charges of older versions lack it. */
  request: z.string().optional(),
  at: z.iso.datetime(),
});

export type RenderCharge = z.infer<typeof renderChargeSchema>;

const isOfSession = ({ subject }: { subject: string }) => subject.startsWith(subjects.sessionCharge(''));

/** Parses a stored charge; its subject tells the kind. `error` says why the message is no charge. */
export const readCharge = (message: {
  subject: string;
  json: () => unknown;
}): z.ZodSafeParseResult<RenderCharge | SessionCharge> =>
  isOfSession(message) ? sessionChargeSchema.safeParse(jsonOf(message)) : renderChargeSchema.safeParse(jsonOf(message));

/** The UTC day of a charge: `yyyy-mm-dd`. */
export const dayOf = (at: string | number): string => new Date(at).toISOString().slice(0, 10);

const timeoutMs = 5000;

/** Charges renders; `SessionLedger` charges sessions. */
export class RenderLedger {
  readonly #nats: Pick<Nats, 'jetstream'>;

  constructor(nats: Pick<Nats, 'jetstream'>) {
    this.#nats = nats;
  }

  /**
   * Writes a charge. Returns false if a charge with this id exists: that one stays unchanged. After an error of the
   * connection the charge may exist: write it again.
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
