import { Agent, request } from 'undici';

/** A pod answered nothing, or nothing that can be used: what it was asked for may have been done. */
export class NoPodAnswer extends Error {
  override name = 'NoPodAnswer';
}

/** Nobody was there to be asked: nothing was done. */
export class NotReached extends NoPodAnswer {
  override name = 'NotReached';
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
  /** The longest answer: a program that was broken into might say more than we can hold. */
  answerBytes: number;
  onCall?: OnPodCall | undefined;
}

const connectMs = 2000;

/** The connections to session pods: HTTP at each pod's own address. Redirects are followed nowhere. */
export class PodCalls {
  readonly #connections: Agent;
  readonly #onCall: OnPodCall;

  constructor({ idleMs, answerBytes, onCall = () => undefined }: PodCallsOptions) {
    this.#onCall = onCall;
    this.#connections = new Agent({
      connectTimeout: connectMs,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // The signal says how long.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: answerBytes,
    });
  }

  /** @throws NoPodAnswer, which is NotReached when nothing was sent */
  async send(order: PodCall): Promise<PodAnswer> {
    const since = performance.now();
    let code = 'none';
    try {
      const answer = await this.#request(order);
      code = String(answer.status);
      return answer;
    } catch (cause) {
      const Failure = neverSent.includes((cause as NodeJS.ErrnoException).code) ? NotReached : NoPodAnswer;
      throw new Failure(`pod ${order.pod} does not answer ${order.call}`, { cause });
    } finally {
      this.#onCall(order.call, code, (performance.now() - since) / 1000);
    }
  }

  /** Breaks off what is under way. */
  end(): Promise<void> {
    return this.#connections.destroy();
  }

  async #request({ method, url, token, body, signal }: PodCall): Promise<PodAnswer> {
    const answer = await request(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      dispatcher: this.#connections,
      signal,
    });
    return { status: answer.statusCode, body: await answer.body.json() };
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
