// biome-ignore lint/style/noRestrictedImports: session pods, at addresses that the operator program wrote down
import { Agent, type Dispatcher, request } from 'undici';
import { durationBuckets, Histogram, type Registry } from '../metrics.js';
import { LongAnswer, startOf } from './long-answer.js';

/** A pod answered nothing, or nothing that can be used: what it was asked for may have been done. */
export class NoPodAnswer extends Error {
  override name = 'NoPodAnswer';
}

/** Nobody was there to be asked: nothing was done. */
export class NotReached extends NoPodAnswer {
  override name = 'NotReached';
}

/** The pod answered more than is taken: what it was asked for may well have been done. */
export class PodAnswerTooLong extends NoPodAnswer {
  override name = 'PodAnswerTooLong';
}

/** The program in the pod has not got a byte of the request. */
const neverSent: readonly (string | undefined)[] = [
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
];

/** One call of the program in a session's pod. */
export interface PodCall {
  /** The pod's name, for whoever reads of a failure. */
  pod: string;
  /** What is asked of it. */
  call: string;
  method: 'GET' | 'POST';
  url: string;
  token: string;
  body?: object | undefined;
  /** Ends it: its time is over, or its caller has left. */
  signal: AbortSignal;
}

export interface PodAnswer {
  status: number;
  /** As JSON says it; nobody has looked whether it is what it should be. */
  body: unknown;
}

/** Hears of every call of a session's pod. `code` is the status, `none` without an answer that can be read. */
export type OnPodCall = (call: string, code: string, seconds: number) => void;

export interface PodCallsOptions {
  /** An idle connection is kept for so long. */
  idleMs: number;
  /** The longest answer that is read as a whole: a program that was broken into might say more than we can hold. */
  answerBytes: number;
  /** The longest that is handed on as it comes. */
  longAnswerBytes?: number | undefined;
  onCall?: OnPodCall | undefined;
}

const connectMs = 2000;
/** What is shorter is read as a whole, and looked at, in any case. */
const shortBytes = 64 * 1024;

type Answered = Dispatcher.ResponseData;

const failureFor = (cause: unknown): typeof NoPodAnswer => {
  const { code } = cause as NodeJS.ErrnoException;
  if (cause instanceof PodAnswerTooLong || code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return PodAnswerTooLong;
  return neverSent.includes(code) ? NotReached : NoPodAnswer;
};

const breakOff = ({ body }: Answered, sentence: string): PodAnswerTooLong => {
  body.on('error', () => undefined).destroy();
  return new PodAnswerTooLong(sentence);
};

const wholeOf = async (answer: Answered, mostBytes: number): Promise<PodAnswer> => {
  const { start, isAll } = await startOf(answer.body, mostBytes);
  if (!isAll) throw breakOff(answer, `It is longer than ${mostBytes} bytes.`);
  return { status: answer.statusCode, body: JSON.parse(start.toString()) };
};

/** A short one as it is read, and any other as it comes. */
const shortOrLong = async (answer: Answered, mostBytes: number): Promise<PodAnswer | LongAnswer> => {
  const { body, headers, statusCode } = answer;
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (length > mostBytes) throw breakOff(answer, `It has ${length} bytes.`);
  const { start, isAll } = await startOf(body, shortBytes);
  if (isAll) return { status: statusCode, body: JSON.parse(start.toString()) };
  body.unshift(start);
  return new LongAnswer(body, Number.isNaN(length) ? undefined : length);
};

/** The connections to session pods: HTTP at each pod's own address. Redirects are followed nowhere. */
export class PodCalls {
  readonly #connections: Agent;
  readonly #answerBytes: number;
  readonly #longAnswerBytes: number;
  readonly #onCall: OnPodCall;

  constructor({ idleMs, answerBytes, longAnswerBytes = answerBytes, onCall = () => undefined }: PodCallsOptions) {
    this.#answerBytes = answerBytes;
    this.#longAnswerBytes = longAnswerBytes;
    this.#onCall = onCall;
    this.#connections = new Agent({
      connectTimeout: connectMs,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // The signal says how long.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: longAnswerBytes,
    });
  }

  /** @throws NoPodAnswer, which is NotReached when nothing was sent */
  send(order: PodCall): Promise<PodAnswer> {
    return this.#timed(order, (answer) => wholeOf(answer, this.#answerBytes));
  }

  /** As `send`; but what is answered when all is well may be long. The call's signal holds until that has been read. */
  sendForLong(order: PodCall): Promise<PodAnswer | LongAnswer> {
    return this.#timed<PodAnswer | LongAnswer>(order, (answer) =>
      answer.statusCode === 200 ? shortOrLong(answer, this.#longAnswerBytes) : wholeOf(answer, this.#answerBytes),
    );
  }

  async #timed<T>(order: PodCall, read: (answer: Answered) => Promise<T>): Promise<T> {
    const since = performance.now();
    let code = 'none';
    try {
      const answer = await this.#request(order);
      const taken = await read(answer);
      code = String(answer.statusCode);
      return taken;
    } catch (cause) {
      const Failure = failureFor(cause);
      throw new Failure(`pod ${order.pod} does not answer ${order.call}`, { cause });
    } finally {
      this.#onCall(order.call, code, (performance.now() - since) / 1000);
    }
  }

  /** Breaks off what is under way. */
  end(): Promise<void> {
    return this.#connections.destroy();
  }

  #request({ method, url, token, body, signal }: PodCall): Promise<Answered> {
    return request(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      dispatcher: this.#connections,
      signal,
    });
  }
}

interface Schema<T> {
  safeParse: (body: unknown) => { success: true; data: T } | { success: false; error: unknown };
}

/** What a pod answers when all is well. @throws NoPodAnswer for any other status, or another body */
export const readPodAnswer = <T>(pod: string, { status, body }: PodAnswer, schema: Schema<T>): T => {
  if (status !== 200) throw new NoPodAnswer(`pod ${pod} answered ${status}`);
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new NoPodAnswer(`pod ${pod} answered something else`, { cause: read.error });
};

/** How long calls of session pods take, and what comes of them. */
export const observePodCalls = (registry: Registry): OnPodCall => {
  const durations = new Histogram({
    name: 'tintype_pod_call_seconds',
    help: 'Time of calls of session pods, by call and status.',
    labelNames: ['call', 'code'],
    buckets: durationBuckets,
    registers: [registry],
  });
  return (call, code, seconds) => durations.observe({ call, code }, seconds);
};
