import { subjects } from '@tintype/contracts';
import { isConflict, type Nats } from '@tintype/runtime';
import type { RenderCharge } from './charge.js';

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
