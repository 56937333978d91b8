import { type RenderJob, subjects } from '@tintype/contracts';
import { Deadline, type JsMsg, type Nats } from '@tintype/runtime';
import { ask } from './ask.js';

/** Well within the consumer's ack_wait of 10 s. */
const keepAliveMs = 2500;
const wantedMs = 2000;

/** Nobody waits for the job's result any more: it ends in silence. */
export class Unwanted extends Error {
  override name = 'Unwanted';
}

/**
 * Whether anybody would take the job's result. A request that is about to be asked for again within 250 ms may be
 * missed; it publishes a job of its own then.
 */
export const isWanted = async (nats: Pick<Nats, 'connection'>, job: RenderJob): Promise<boolean> => {
  try {
    return (await ask(nats, subjects.wanted(job.key), { body: job.id, timeoutMs: wantedMs })) === 'answered';
  } catch {
    // Without a connection nobody can be asked, and nobody has said no.
    return true;
  }
};

/** A job while it is in work: it is kept from being delivered again, and ended when nobody wants it any more. */
export class JobInWork {
  readonly deadline: Deadline;
  readonly #nats: Pick<Nats, 'connection'>;
  readonly #job: RenderJob;
  readonly #timer: NodeJS.Timeout;

  constructor(nats: Pick<Nats, 'connection'>, job: RenderJob, message: Pick<JsMsg, 'working'>) {
    this.#nats = nats;
    this.#job = job;
    this.deadline = new Deadline(job.deadline);
    this.#timer = setInterval(() => {
      message.working();
      void this.check();
    }, keepAliveMs);
  }

  /** Asks whether the result is wanted, and ends the work when it is not. */
  async check(): Promise<void> {
    if (!(await isWanted(this.#nats, this.#job))) this.deadline.cancel(new Unwanted('Nobody waits for it.'));
  }

  end(): void {
    clearInterval(this.#timer);
    this.deadline.clear();
  }
}
