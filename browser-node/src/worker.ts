import {
  isServiceFailure,
  type RenderClass,
  type RenderJob,
  streams,
  subjects,
  TintypeError,
} from '@tintype/contracts';
import { type JsMsg, type Logger, type Nats, pullLoop } from '@tintype/runtime';
import { type Rendering, renderErrorFrom } from './capture/render.js';
import { deliver, deliverFailure } from './delivery.js';
import { prepareDocument } from './document/prepare-document.js';
import { isTooLate, isWanted, JobInWork, Unwanted } from './job-in-work.js';
import { JobReader } from './job-reader.js';
import type { RenderMetrics } from './metrics.js';
import { type Renderer, renderJob } from './render-job.js';

export interface WorkerOptions {
  nats: Nats;
  renderer: Renderer;
  renderClass: RenderClass;
  /** The most jobs at once. */
  slots: number;
  metrics: RenderMetrics;
  log: Logger;
}

/** The requests for a job that waited longer may be gone. */
const longQueueMs = 500;
const maxDeliveries = 3;
/** A result is announced until this time after its job's deadline. */
const graceMs = 2000;

/** The node is stopping: the job returns to the queue. */
class Draining extends Error {
  override name = 'Draining';
}

/** Pulls jobs, one per slot, and finishes each: stored, failed, or returned to the queue. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #jobs: JobReader;
  readonly #draining = new AbortController();
  /** Aborts at the end of the grace period: jobs return to the queue. */
  readonly #graceOver = new AbortController();
  /** Keyed by job id. */
  readonly #running = new Map<string, JobInWork>();
  /** Deliveries beside the next renders. */
  readonly #delivering = new Set<Promise<void>>();
  #loops: Promise<void>[] = [];

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#jobs = new JobReader(options.log);
  }

  start(): void {
    const { nats, renderClass, log } = this.#options;
    nats.connection.subscribe(subjects.left('*'), {
      callback: (error, { subject }) => {
        if (!error) void this.#running.get(subject.slice(subjects.left('').length))?.check();
      },
    });
    this.#loops = Array.from({ length: this.#options.slots }, () =>
      pullLoop({
        nats,
        stream: streams.renders,
        consumer: renderClass,
        handle: (message) => this.#handle(message),
        signal: this.#draining.signal,
        log,
      }),
    );
  }

  get inWork(): number {
    return this.#running.size;
  }

  /** Takes no more jobs and waits for those under way. After `graceMs` they return to the queue. */
  async stop(graceMs: number): Promise<void> {
    this.#draining.abort();
    const timer = setTimeout(() => {
      const reason = new Draining('The node is stopping.');
      this.#graceOver.abort(reason);
      for (const { deadline } of this.#running.values()) deadline.cancel(reason);
    }, graceMs);
    await Promise.all(this.#loops);
    await Promise.all(this.#delivering);
    clearTimeout(timer);
  }

  async #handle(message: JsMsg): Promise<void> {
    const job = this.#jobs.read(message);
    if (!job || isTooLate(job, Date.now())) return this.#refuse(message, job);
    if (this.#draining.signal.aborted) return message.nak();
    if (message.info.deliveryCount > maxDeliveries) return this.#fail(message, job, new TintypeError('render_failed'));
    if (!(await this.#stillWanted(message, job))) {
      this.#options.metrics.count('unwanted');
      return message.term();
    }
    const work = new JobInWork(this.#options.nats, job, message);
    this.#running.set(job.id, work);
    const end = () => {
      work.end();
      this.#running.delete(job.id);
    };
    const rendering = await this.#render(message, job, work).catch((error) => {
      end();
      throw error;
    });
    if (!rendering) return end();
    const delivery = this.#deliver(message, job, rendering).finally(end);
    await (job.class === 'batch' ? this.#deliverBeside(delivery) : delivery);
  }

  /** A batch has few slots: its next render begins while this result is stored, unless one more delivery waits for each slot. */
  async #deliverBeside(delivery: Promise<void>): Promise<void> {
    const beside = delivery
      .catch((error) => this.#options.log.warn({ err: error }, 'a delivery failed'))
      .finally(() => this.#delivering.delete(beside));
    this.#delivering.add(beside);
    if (this.#delivering.size > this.#options.slots) await Promise.race(this.#delivering);
  }

  /** Without a failure message, the waiting requests publish the job again. */
  #refuse(message: JsMsg, job: RenderJob | undefined): void {
    const { metrics, nats } = this.#options;
    metrics.count(job ? 'late' : 'unreadable');
    // Its deadline stays, so another job of it would be too late as well.
    if (job?.renderMs !== undefined) deliverFailure(nats, job, new TintypeError('overloaded'));
    message.term();
  }

  /** Asks only if requests or another node may have abandoned the job. */
  async #stillWanted({ info }: JsMsg, job: RenderJob): Promise<boolean> {
    const fresh = info.deliveryCount === 1 && Date.now() - job.publishedAt < longQueueMs;
    return fresh || (await isWanted(this.#options.nats, job));
  }

  /** Undefined: the job is finished, or returned to the queue. */
  async #render(message: JsMsg, job: RenderJob, { deadline }: JobInWork): Promise<Rendering | undefined> {
    const { nats, renderer, metrics, log } = this.#options;
    try {
      const document = await prepareDocument(nats, job, deadline.signal);
      const rendering = await renderJob(renderer, { job, document }, deadline);
      metrics.observe(rendering.timings);
      return rendering;
    } catch (error) {
      if (error instanceof Draining) {
        message.nak();
        return undefined;
      }
      if (error instanceof Unwanted) {
        metrics.count('unwanted');
        message.term();
        return undefined;
      }
      const failure = renderErrorFrom(error);
      const level = isServiceFailure(failure.code) ? 'warn' : 'info';
      const { key, requestId } = job;
      log[level]({ err: failure.cause ?? failure, code: failure.code, key, requestId }, 'render failed');
      this.#fail(message, job, failure);
      return undefined;
    }
  }

  /** A delivery that fails is not a failed render: the job returns to the queue. */
  async #deliver(message: JsMsg, job: RenderJob, rendering: Rendering): Promise<void> {
    const { nats, metrics, log } = this.#options;
    const late = AbortSignal.timeout(Math.ceil(Math.max(job.deadline - Date.now(), 0)) + graceMs);
    try {
      const stored = await deliver(nats, job, rendering, AbortSignal.any([late, this.#graceOver.signal]));
      metrics.count(stored ? 'stored' : 'unwanted');
      if (stored) message.ack();
      else message.term();
    } catch (error) {
      if (late.aborted) {
        metrics.count('late');
        return message.term();
      }
      if (!this.#graceOver.signal.aborted) log.warn({ err: error, key: job.key }, 'cannot deliver a result');
      message.nak();
    }
  }

  #fail(message: JsMsg, job: RenderJob, error: TintypeError): void {
    this.#options.metrics.count(error.code);
    deliverFailure(this.#options.nats, job, error);
    message.term();
  }
}
