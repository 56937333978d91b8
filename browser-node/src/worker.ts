import { isOurFailure, type RenderClass, type RenderJob, streams, subjects, TintypeError } from '@tintype/contracts';
import { type JsMsg, type Logger, type Nats, pullLoop } from '@tintype/runtime';
import { asRenderError, type Rendering } from './capture/render.js';
import { deliver, deliverFailure } from './delivery.js';
import { isWanted, JobInWork, Unwanted } from './job-in-work.js';
import { JobReader } from './job-reader.js';
import type { RenderMetrics } from './metrics.js';
import { type Renderer, renderJob } from './render-job.js';

export interface WorkerOptions {
  nats: Nats;
  renderer: Renderer;
  renderClass: RenderClass;
  /** Jobs at once. */
  slots: number;
  metrics: RenderMetrics;
  log: Logger;
}

/** A job that lay in the queue for longer may have lost those who wanted it. */
const longQueueMs = 500;
const mostDeliveries = 3;
/** A result is announced so long past its job's deadline; then nobody waits for it. */
const graceMs = 2000;

/** The node is stopping: the job goes back to the queue. */
class Draining extends Error {
  override name = 'Draining';
}

/** Pulls jobs, as many at once as there are slots, and sees each to its end: stored, failed, or given back. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #jobs: JobReader;
  readonly #draining = new AbortController();
  /** The end of the grace: what is under way goes back to the queue. */
  readonly #cut = new AbortController();
  /** By job id. */
  readonly #running = new Map<string, JobInWork>();
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

  /** Jobs in work. */
  get inWork(): number {
    return this.#running.size;
  }

  /** Takes no more jobs, and resolves when those under way are done; what is not within `graceMs` is given back. */
  async stop(graceMs: number): Promise<void> {
    this.#draining.abort();
    const timer = setTimeout(() => {
      const reason = new Draining('The node is stopping.');
      this.#cut.abort(reason);
      for (const { deadline } of this.#running.values()) deadline.cancel(reason);
    }, graceMs);
    await Promise.all(this.#loops);
    clearTimeout(timer);
  }

  async #handle(message: JsMsg): Promise<void> {
    const job = this.#jobs.read(message);
    // In silence: whoever waits at its subject publishes a job of his own.
    if (!job || job.deadline <= Date.now()) {
      this.#options.metrics.count(job ? 'late' : 'unreadable');
      return message.term();
    }
    if (this.#draining.signal.aborted) return message.nak();
    if (message.info.deliveryCount > mostDeliveries) return this.#fail(message, job, new TintypeError('render_failed'));
    if (!(await this.#stillWanted(message, job))) {
      this.#options.metrics.count('unwanted');
      return message.term();
    }
    const work = new JobInWork(this.#options.nats, job, message);
    this.#running.set(job.id, work);
    try {
      await this.#render(message, job, work);
    } finally {
      work.end();
      this.#running.delete(job.id);
    }
  }

  /** Asked only of a job that may have been left behind: by those who waited for it, or by a node that had it before. */
  async #stillWanted({ info }: JsMsg, job: RenderJob): Promise<boolean> {
    const fresh = info.deliveryCount === 1 && Date.now() - job.publishedAt < longQueueMs;
    return fresh || (await isWanted(this.#options.nats, job));
  }

  async #render(message: JsMsg, job: RenderJob, { deadline }: JobInWork): Promise<void> {
    const { renderer, metrics, log } = this.#options;
    try {
      const rendering = await renderJob(renderer, job, deadline);
      metrics.observe(rendering.timings);
      await this.#deliver(message, job, rendering);
    } catch (error) {
      if (error instanceof Draining) return message.nak();
      if (error instanceof Unwanted) {
        metrics.count('unwanted');
        return message.term();
      }
      const failure = asRenderError(error);
      const level = isOurFailure(failure.code) ? 'warn' : 'info';
      const { key, requestId } = job;
      log[level]({ err: failure.cause ?? failure, code: failure.code, key, requestId }, 'render failed');
      this.#fail(message, job, failure);
    }
  }

  /** A result that cannot be handed over is no failed render: the job goes back to the queue. */
  async #deliver(message: JsMsg, job: RenderJob, rendering: Rendering): Promise<void> {
    const { nats, metrics, log } = this.#options;
    const late = AbortSignal.timeout(Math.ceil(Math.max(job.deadline - Date.now(), 0)) + graceMs);
    try {
      const stored = await deliver(nats, job, rendering, AbortSignal.any([late, this.#cut.signal]));
      metrics.count(stored ? 'stored' : 'unwanted');
      if (stored) message.ack();
      else message.term();
    } catch (error) {
      if (late.aborted) {
        metrics.count('late');
        return message.term();
      }
      if (!this.#cut.signal.aborted) log.warn({ err: error, key: job.key }, 'cannot hand over a result');
      message.nak();
    }
  }

  #fail(message: JsMsg, job: RenderJob, error: TintypeError): void {
    this.#options.metrics.count(error.code);
    deliverFailure(this.#options.nats, job, error);
    message.term();
  }
}
