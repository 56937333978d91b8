import {
  isServiceFailure,
  outputsOf,
  type RenderClass,
  type RenderJob,
  streams,
  subjects,
  TintypeError,
} from '@tintype/contracts';
import { type JsMsg, type Logger, type Nats, pullLoop } from '@tintype/runtime';
import { type Made, type Rendering, renderErrorFrom } from './capture/render.js';
import { deliver, deliverFailure, deliverUnopened } from './delivery.js';
import { type DocumentTools, prepareDocument } from './document/prepare-document.js';
import { isTooLate, JobInWork, Unwanted, waitedTooLong, wantedOf } from './job-in-work.js';
import { JobReader } from './job-reader.js';
import type { RenderMetrics } from './metrics.js';
import { type Renderer, renderJob } from './render-job.js';

export interface WorkerOptions {
  nats: Nats;
  /** One for all workers of the node. */
  markdown: DocumentTools['markdown'];
  renderer: Renderer;
  renderClass: RenderClass;
  /** The most jobs at once. */
  slots: number;
  metrics: RenderMetrics;
  log: Logger;
}

/** After a longer wait in the queue, perhaps no request waits for the job any more. */
const longQueueMs = 500;
const maxDeliveries = 3;
/** A result is announced until this time after its job's deadline. */
const overtimeMs = 2000;

/** The node is stopping: the job returns to the queue. */
class Draining extends Error {
  override name = 'Draining';
}

/** `undelivered`: the job has to return to the queue. */
type Delivery = 'stored' | 'ended' | 'undelivered';

/** Pulls jobs, one per slot, and finishes each: stored, failed, or returned to the queue. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #jobs: JobReader;
  readonly #draining = new AbortController();
  /** Aborts at the end of the grace period: jobs return to the queue. */
  readonly #graceOver = new AbortController();
  /** Keyed by the id of each output. */
  readonly #running = new Map<string, JobInWork>();
  /** Deliveries that continue while the next renders run. */
  readonly #delivering = new Set<Promise<void>>();
  #inWork = 0;
  #loops: Promise<void>[] = [];

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#jobs = new JobReader({ log: options.log, readPairs: options.renderer.readPairs });
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
    return this.#inWork;
  }

  /** Takes no more jobs and waits for those under way. After `graceMs` they return to the queue. */
  async stop(graceMs: number): Promise<void> {
    this.#draining.abort();
    const timer = setTimeout(() => {
      const reason = new Draining('The node is stopping.');
      this.#graceOver.abort(reason);
      for (const { deadline } of new Set(this.#running.values())) deadline.cancel(reason);
    }, graceMs);
    await Promise.all(this.#loops);
    await Promise.all(this.#delivering);
    clearTimeout(timer);
  }

  async #handle(message: JsMsg): Promise<void> {
    const job = this.#jobs.read(message);
    const now = Date.now();
    if (!job || isTooLate(job, now) || waitedTooLong(job, now)) return this.#refuse(message, job);
    if (!this.#jobs.decrypts(job, message)) return this.#leaveToOthers(message, job);
    if (this.#draining.signal.aborted) return message.nak();
    const outputs = outputsOf(job);
    if (message.info.deliveryCount > maxDeliveries) {
      await Promise.all(outputs.map((output) => this.#fail(output, new TintypeError('render_failed'))));
      return message.term();
    }
    const [first, ...others] = await this.#wantedOf(message, outputs);
    if (first) return this.#work(message, [first, ...others]);
    this.#options.metrics.count('unwanted');
    message.term();
  }

  async #work(message: JsMsg, outputs: readonly [RenderJob, ...RenderJob[]]): Promise<void> {
    const work = new JobInWork(this.#options.nats, outputs, message);
    for (const { id } of outputs) this.#running.set(id, work);
    this.#inWork += 1;
    const end = () => {
      work.end();
      for (const { id } of outputs) this.#running.delete(id);
      this.#inWork -= 1;
    };
    const deliveries = await this.#render(message, outputs, work).catch((error) => {
      end();
      throw error;
    });
    const delivery = this.#acknowledge(message, deliveries).finally(end);
    await (outputs[0].class === 'batch' ? this.#deliverBeside(delivery, outputs[0].key) : delivery);
  }

  /**
   * A batch has few slots, so its next render begins while this result is stored. A render waits while more deliveries
   * run than the class has slots.
   */
  async #deliverBeside(delivery: Promise<void>, key: string): Promise<void> {
    const ending = delivery
      .catch((error) =>
        this.#options.log.warn({ err: error, key }, 'cannot finish a job of a batch: NATS delivers it again'),
      )
      .finally(() => this.#delivering.delete(ending));
    this.#delivering.add(ending);
    if (this.#delivering.size > this.#options.slots) await Promise.race(this.#delivering);
  }

  /** Refuses a job. Without a failure message, the waiting requests publish it again. */
  #refuse(message: JsMsg, job: RenderJob | undefined): void {
    const { metrics, nats } = this.#options;
    metrics.count(job ? 'late' : 'unreadable');
    // Another job of the same request would have the same deadline, and be too late as well.
    if (job && (job.renderMs !== undefined || job.endpoint === 'animated'))
      deliverFailure(nats, job, new TintypeError('overloaded'));
    message.term();
  }

  /** The api offers the job again, and a node with its key may take it then. */
  #leaveToOthers(message: JsMsg, job: RenderJob): void {
    this.#options.metrics.count('unopened');
    for (const output of outputsOf(job)) deliverUnopened(this.#options.nats, output);
    message.term();
  }

  /** Asks only if requests or another node may have abandoned the job. */
  async #wantedOf({ info }: JsMsg, outputs: RenderJob[]): Promise<RenderJob[]> {
    const publishedAt = outputs[0]?.publishedAt ?? 0;
    const isSurelyWanted = info.deliveryCount === 1 && Date.now() - publishedAt < longQueueMs;
    return isSurelyWanted ? outputs : wantedOf(this.#options.nats, outputs);
  }

  /** Resolves when every output is made or has failed. Returns their deliveries, which may still run. */
  async #render(
    message: JsMsg,
    outputs: readonly [RenderJob, ...RenderJob[]],
    { deadline }: JobInWork,
  ): Promise<Promise<Delivery>[]> {
    const { nats, markdown, renderer } = this.#options;
    const unfinished = new Set(outputs);
    const deliveries: Promise<Delivery>[] = [];
    const onMade = (output: RenderJob, made: Made) => {
      unfinished.delete(output);
      deliveries.push(made instanceof TintypeError ? this.#fail(output, made) : this.#deliver(message, output, made));
    };
    try {
      const document = await prepareDocument({ nats, markdown }, outputs[0], deadline.signal);
      await renderJob(renderer, { outputs, document, deadline, onMade });
    } catch (error) {
      deliveries.push(...[...unfinished].map((output) => this.#giveUp(output, error)));
    }
    return deliveries;
  }

  async #acknowledge(message: JsMsg, deliveries: readonly Promise<Delivery>[]): Promise<void> {
    const ends = await Promise.all(deliveries);
    if (ends.includes('undelivered')) message.nak();
    else if (ends.includes('stored')) message.ack();
    else message.term();
  }

  /** Ends an output that was not made. */
  async #giveUp(output: RenderJob, error: unknown): Promise<Delivery> {
    if (error instanceof Draining) return 'undelivered';
    if (!(error instanceof Unwanted)) return this.#fail(output, renderErrorFrom(error, output.endpoint));
    this.#options.metrics.count('unwanted');
    return 'ended';
  }

  /** A delivery that fails is not a failed render: the job returns to the queue. */
  async #deliver(message: JsMsg, job: RenderJob, rendering: Rendering): Promise<Delivery> {
    const { nats, metrics, log } = this.#options;
    metrics.observe(rendering.timings);
    const late = AbortSignal.timeout(Math.ceil(Math.max(job.deadline - Date.now(), 0)) + overtimeMs);
    try {
      const stored = await deliver(nats, job, rendering, AbortSignal.any([late, this.#graceOver.signal]));
      metrics.count(stored ? 'stored' : 'unwanted');
      return stored ? 'stored' : 'ended';
    } catch (error) {
      if (late.aborted) {
        metrics.count('late');
        return 'ended';
      }
      const { redelivered } = message;
      if (!this.#graceOver.signal.aborted)
        log.warn({ err: error, key: job.key, redelivered }, 'cannot deliver a result: the job returns to the queue');
      return 'undelivered';
    }
  }

  async #fail(job: RenderJob, error: TintypeError): Promise<Delivery> {
    const { nats, metrics, log } = this.#options;
    const level = isServiceFailure(error.code) ? 'warn' : 'info';
    const { key, requestId } = job;
    log[level]({ err: error.cause ?? error, code: error.code, key, requestId }, 'render failed');
    metrics.count(error.code);
    deliverFailure(nats, job, error);
    return 'ended';
  }
}
