import type { TokenPurpose } from '@tintype/contracts';
import { Agent, request } from 'undici';

/** A pod answered nothing, or nothing that can be used: what it was asked for may have been done. */
export class NoAgentAnswer extends Error {
  override name = 'NoAgentAnswer';
}

/** Nobody was there to be asked: nothing was done. */
export class NotReached extends NoAgentAnswer {
  override name = 'NotReached';
}

/** The program in the pod has not got a byte of the request. */
const neverSent: readonly (string | undefined)[] = [
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
];

/** What apis ask of a pod, as the tokens for it say. */
export type ApiCall = Exclude<TokenPurpose, 'activate' | 'cdp'>;

export interface AgentRequest {
  call: ApiCall;
  method: 'GET' | 'POST';
  /** At the address and port of the program in the pod. */
  url: string;
  token: string;
  body?: object;
  /** Ends it: its time is over, or its caller has left. */
  signal: AbortSignal;
}

export interface AgentReply {
  status: number;
  /** As JSON says it; nobody has looked whether it is what it should be. */
  body: unknown;
}

const connectMs = 2000;
/** Actions of one session follow each other; a program closes an idle connection after five seconds. */
const idleMs = 3000;
/** A screenshot of the largest page, in base64; one that was broken into might say more than we can hold. */
const answerBytes = 96 * 1024 * 1024;

/** The connections to session pods. Redirects are followed nowhere. */
export class AgentCalls {
  readonly #connections = new Agent({
    connectTimeout: connectMs,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    // The signal says how long.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: answerBytes,
  });

  /** @throws NoAgentAnswer, which is NotReached when nothing was sent */
  async send({ call, method, url, token, body, signal }: AgentRequest): Promise<AgentReply> {
    try {
      const answer = await request(url, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        dispatcher: this.#connections,
        signal,
      });
      return { status: answer.statusCode, body: await answer.body.json() };
    } catch (cause) {
      const Failure = neverSent.includes((cause as NodeJS.ErrnoException).code) ? NotReached : NoAgentAnswer;
      throw new Failure(`A session's pod does not answer ${call}.`, { cause });
    }
  }

  /** Breaks off what is under way. */
  end(): Promise<void> {
    return this.#connections.destroy();
  }
}
