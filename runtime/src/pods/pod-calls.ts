// biome-ignore lint/style/noRestrictedImports: session pods, at addresses that the operator program wrote down
import { Agent, type Dispatcher, request } from 'undici';
import { durationBuckets, Histogram, type Registry } from '../metrics.js';
import { StreamedAnswer, startOf } from './streamed-answer.js';

/** The pod gave no usable answer. The call may have taken effect. */
export class NoPodAnswer extends Error {
  override name = 'NoPodAnswer';
}

/** The pod received nothing, so the call has not taken effect. */
export class PodNotReached extends NoPodAnswer {
  override name = 'PodNotReached';
}

/** The answer exceeds the limit. The call probably took effect. */
export class PodAnswerTooLong extends NoPodAnswer {
  override name = 'PodAnswerTooLong';
}

/** Codes of errors after which the pod has received no byte. */
const neverSentCodes: readonly (string | undefined)[] = [
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
];

export interface PodCall {
  pod: string;
  /** The name of the call, for errors and metrics. */
  call: string;
  method: 'GET' | 'POST';
  url: string;
  token: string;
  body?: object | undefined;
  signal: AbortSignal;
  /** Called for each interim answer (102). */
  onInterim?: (() => void) | undefined;
}

export interface PodAnswer {
  status: number;
  /** Parsed JSON, not validated. */
  body: unknown;
}

/** `code` is the HTTP status, or `none` without a readable answer. */
export type OnPodCall = (call: string, code: string, seconds: number) => void;

export interface PodCallsOptions {
  /** How long an idle connection is kept. */
  idleMs: number;
  /** The longest answer that is read into memory: a compromised pod could send any amount. */
  answerBytes: number;
  /** The longest answer that `sendStreaming` takes. Default: `answerBytes`. */
  longAnswerBytes?: number | undefined;
  onCall?: OnPodCall | undefined;
}

const connectMs = 2000;
/** `sendStreaming` reads and parses answers up to this length. */
const shortBytes = 64 * 1024;

type PodResponse = Dispatcher.ResponseData;

const failureFor = (cause: unknown): typeof NoPodAnswer => {
  const { code } = cause as NodeJS.ErrnoException;
  if (cause instanceof PodAnswerTooLong || code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return PodAnswerTooLong;
  return neverSentCodes.includes(code) ? PodNotReached : NoPodAnswer;
};

const dropTooLong = ({ body }: PodResponse, sentence: string): PodAnswerTooLong => {
  body.on('error', () => undefined).destroy();
  return new PodAnswerTooLong(sentence);
};

const parseAll = async (answer: PodResponse, maxBytes: number): Promise<PodAnswer> => {
  const { start, isAll } = await startOf(answer.body, maxBytes);
  if (!isAll) throw dropTooLong(answer, `The answer exceeds ${maxBytes} bytes.`);
  return { status: answer.statusCode, body: JSON.parse(start.toString()) };
};

const parseOrStream = async (answer: PodResponse, maxBytes: number): Promise<PodAnswer | StreamedAnswer> => {
  const { body, headers, statusCode } = answer;
  const length = Number(headers['content-length'] ?? Number.NaN);
  if (length > maxBytes) throw dropTooLong(answer, `The answer has ${length} bytes, more than ${maxBytes}.`);
  const { start, isAll } = await startOf(body, shortBytes);
  if (isAll) return { status: statusCode, body: JSON.parse(start.toString()) };
  body.unshift(start);
  return new StreamedAnswer(body, Number.isNaN(length) ? undefined : length);
};

/** Calls pods over HTTP, each at its own address. Follows no redirects. */
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
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: longAnswerBytes,
    });
  }

  /** @throws NoPodAnswer; PodNotReached if nothing was sent */
  send(podCall: PodCall): Promise<PodAnswer> {
    return this.#timed(podCall, (answer) => parseAll(answer, this.#answerBytes));
  }

  /**
   * Streams a 200 answer above 64 KiB. An abort of the call's signal also ends the stream. @throws like `send`
   */
  sendStreaming(podCall: PodCall): Promise<PodAnswer | StreamedAnswer> {
    return this.#timed<PodAnswer | StreamedAnswer>(podCall, (answer) =>
      answer.statusCode === 200 ? parseOrStream(answer, this.#longAnswerBytes) : parseAll(answer, this.#answerBytes),
    );
  }

  async #timed<T>(podCall: PodCall, read: (answer: PodResponse) => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    let code = 'none';
    try {
      const answer = await this.#request(podCall);
      const result = await read(answer);
      code = String(answer.statusCode);
      return result;
    } catch (cause) {
      const Failure = failureFor(cause);
      throw new Failure(`pod ${podCall.pod} does not answer ${podCall.call}`, { cause });
    } finally {
      this.#onCall(podCall.call, code, (performance.now() - startedAt) / 1000);
    }
  }

  /** Closes all connections; calls in flight fail. */
  end(): Promise<void> {
    return this.#connections.destroy();
  }

  #request({ method, url, token, body, signal, onInterim }: PodCall): Promise<PodResponse> {
    return request(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      dispatcher: this.#connections,
      signal,
      ...(onInterim && { onInfo: onInterim }),
    });
  }
}

interface Schema<T> {
  safeParse: (body: unknown) => { success: true; data: T } | { success: false; error: unknown };
}

/** The body of a 200. @throws NoPodAnswer for any other status or body */
export const readPodAnswer = <T>(pod: string, { status, body }: PodAnswer, schema: Schema<T>): T => {
  if (status !== 200) throw new NoPodAnswer(`pod ${pod} answered ${status}`);
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new NoPodAnswer(`pod ${pod} answered with an unexpected body`, { cause: read.error });
};

/** Registers the histogram of pod calls. Returns the `onCall` that fills it. */
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
