import { endpointOptions, type Options, type RenderJob, subjects } from '@tintype/contracts';
import { Deadline, type JsMsg, type Nats } from '@tintype/runtime';
import { ask } from './ask.js';
import { leastRecordingMs } from './capture/run.js';

/** Well within the consumer's ack_wait of 10 s. */
const keepAliveMs = 2500;
const wantedMs = 2000;

/** No request waits for the job's result. */
export class Unwanted extends Error {
  override name = 'Unwanted';
}

/** A shorter time in the queue counts as no wait: the clocks of api and node may differ. */
const clockToleranceMs = 1000;

/** Whether less than the job's `renderMs` remains until its deadline: its render would end too early. */
export const isTooLate = ({ deadline, renderMs = 0 }: Pick<RenderJob, 'deadline' | 'renderMs'>, now: number): boolean =>
  deadline <= now || deadline - now < renderMs - clockToleranceMs;

/**
 * Whether a recording that waited until `now` would lack even its first second. False if its time was too short already
 * when the job was published.
 */
export const lacksFirstSecond = (
  { deadline, publishedAt }: Pick<RenderJob, 'deadline' | 'publishedAt'>,
  options: Pick<Options<'animated'>, 'delay'>,
  now: number,
): boolean => {
  const latest = deadline - leastRecordingMs(options);
  return publishedAt <= latest && latest < now;
};

/** Whether a recording has waited too long in the queue. */
export const waitedTooLong = (
  job: Pick<RenderJob, 'endpoint' | 'pairs' | 'deadline' | 'publishedAt'>,
  now: number,
): boolean => {
  const options = job.endpoint === 'animated' ? endpointOptions.animated.safeParse(job.pairs).data : undefined;
  return options !== undefined && lacksFirstSecond(job, options, now);
};

/**
 * Asks the apis whether a request waits for the job. A request looks for its job every 250 ms, in batches every 3 s.
 * The answer may miss a request that has not looked again: that request publishes its own job.
 */
export const isWanted = async (nats: Pick<Nats, 'connection'>, job: RenderJob): Promise<boolean> => {
  try {
    return (await ask(nats, subjects.wanted(job.key), { body: job.id, timeoutMs: wantedMs })) === 'answered';
  } catch {
    // Without a connection the apis cannot refuse.
    return true;
  }
};

/** The outputs that a request waits for. */
export const wantedOf = async (nats: Pick<Nats, 'connection'>, outputs: readonly RenderJob[]): Promise<RenderJob[]> => {
  const wanted = await Promise.all(outputs.map((output) => isWanted(nats, output)));
  return outputs.filter((_, at) => wanted[at]);
};

/** Keeps a job from redelivery while it runs, and cancels it when no request waits. */
export class JobInWork {
  readonly deadline: Deadline;
  readonly #nats: Pick<Nats, 'connection'>;
  readonly #outputs: readonly RenderJob[];
  readonly #timer: NodeJS.Timeout;

  /** All `outputs` have the same deadline. */
  constructor(
    nats: Pick<Nats, 'connection'>,
    outputs: readonly [RenderJob, ...RenderJob[]],
    message: Pick<JsMsg, 'working'>,
  ) {
    this.#nats = nats;
    this.#outputs = outputs;
    const [{ deadline, renderMs = Number.POSITIVE_INFINITY }] = outputs;
    this.deadline = new Deadline(Math.min(deadline, Date.now() + renderMs));
    this.#timer = setInterval(() => {
      message.working();
      void this.check();
    }, keepAliveMs);
  }

  async check(): Promise<void> {
    if ((await wantedOf(this.#nats, this.#outputs)).length === 0)
      this.deadline.cancel(new Unwanted('No request waits for the result.'));
  }

  end(): void {
    clearInterval(this.#timer);
    this.deadline.clear();
  }
}
