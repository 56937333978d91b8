import { randomUUID } from 'node:crypto';
import { type RenderJob, streams, subjects, TintypeError } from '@tintype/contracts';
import { isConflict, type Logger, type Nats } from '@tintype/runtime';
import { reachable, reachableAgain } from '../../reachable.js';
import type { Admission } from './admission.js';
import { candidateOf, type RenderRequest } from './render-request.js';

export interface JobOfferOptions {
  nats: Nats;
  admission: Pick<Admission, 'enter'>;
  request: RenderRequest;
  signal: AbortSignal;
  /** Called if the job cannot be published and no other job of the key is known. */
  onRefused: (error: unknown) => void;
  log: Pick<Logger, 'warn'>;
}

const timeoutMs = 5000;

/**
 * Answers false if key and class have a job already: its result is the answer. Throws `overloaded` if the queue is
 * full.
 */
const publishJob = async (nats: Nats, job: RenderJob): Promise<boolean> => {
  const subject = subjects.job(job.class, job.account, job.key);
  try {
    const expect = { lastSubjectSequence: 0 };
    const options = { msgID: job.id, expect, timeout: timeoutMs };
    await reachableAgain(nats, () => nats.jetstream.publish(subject, JSON.stringify(job), options));
    return true;
  } catch (error) {
    if (!isConflict(error)) throw error;
    // The server has one code for "subject taken" and "stream full".
    const { streams: api } = nats.manager;
    if (await reachable(api.getMessage(streams.renders, { last_by_subj: subject }))) return false;
    const { state, config } = await reachable(api.info(streams.renders));
    if (state.messages >= config.max_msgs) throw new TintypeError('overloaded');
    return false;
  }
};

/** Keeps a job of one request on the queue: publishes it in its turn, and again at each `renew`. */
export class JobOffer {
  readonly #options: JobOfferOptions;
  /** Ids of jobs that were published and, as far as known, accepted. */
  readonly #own = new Set<string>();
  #publishing = false;
  /** True after the account's turn: the key has a job, ours or another's. */
  #admitted = false;

  constructor(options: JobOfferOptions) {
    this.#options = options;
  }

  owns(job: string): boolean {
    return this.#own.has(job);
  }

  /** In the background: the result of another's job may come before our turn. */
  renew(): void {
    if (this.#publishing) return;
    this.#publishing = true;
    this.#publish()
      .catch((error) => this.#refuse(error))
      .finally(() => {
        this.#publishing = false;
      });
  }

  /** Tells the nodes that this owner does not wait any more. */
  leave(): void {
    for (const job of this.#own) this.#options.nats.connection.publish(subjects.left(job));
  }

  async #publish(): Promise<void> {
    if (this.#admitted) return this.#publishOnce();
    const { admission, request, signal } = this.#options;
    await admission.enter(candidateOf(request), signal, () => this.#publishOnce());
    this.#admitted = true;
  }

  async #publishOnce(): Promise<void> {
    const { nats, request } = this.#options;
    const id = randomUUID();
    // Before the publish: its result must find an owner.
    this.#own.add(id);
    try {
      if (!(await publishJob(nats, { ...request.job, id, publishedAt: Date.now() }))) this.#own.delete(id);
    } catch (error) {
      this.#own.delete(id);
      throw error;
    }
  }

  #refuse(error: unknown): void {
    const { onRefused, signal, request, log } = this.#options;
    if (!this.#admitted) onRefused(error);
    else if (!signal.aborted) log.warn({ err: error, key: request.job.key }, 'cannot publish the job again');
  }
}
