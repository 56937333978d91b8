import { type AgentCall, agentPaths } from '@tintype/contracts';
import { agentAddress, type Pod } from '@tintype/crds';
import { Agent, request } from 'undici';
import type { OnPodCall } from './metrics.js';

/** A pod answered nothing, or nothing that can be used: what it was asked for may have been done. */
export class NoPodAnswer extends Error {
  override name = 'NoPodAnswer';
}

/** One call of a session on its pod. */
export interface PodCall {
  session: string;
  call: AgentCall;
  token: string;
  body?: object;
  withinMs: number;
}

export interface PodAnswer {
  status: number;
  /** As JSON says it; nobody has looked whether it is what it should be. */
  body: unknown;
}

const connectMs = 2000;
/** A pod is called twice in its life, and most often not at once. */
const idleMs = 1000;
/** What a pod says is short; one that was broken into might say more than we can hold. */
const answerBytes = 64 * 1024;

/** Where the program in a pod takes a call. */
const urlOf = (pod: Pod, { session, call }: PodCall): URL => {
  const address = agentAddress(pod);
  if (!address) throw new NoPodAnswer(`pod ${pod.metadata.name} has no address`);
  return new URL(agentPaths.call(session, call), `http://${address}`);
};

/** The connections to session pods: HTTP at each pod's own address. Redirects are followed nowhere. */
export class PodCalls {
  readonly #connections = new Agent({
    connectTimeout: connectMs,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: idleMs,
    maxResponseSize: answerBytes,
  });
  readonly #onCall: OnPodCall;

  constructor(onCall: OnPodCall = () => undefined) {
    this.#onCall = onCall;
  }

  /** @throws NoPodAnswer */
  async send(pod: Pod, call: PodCall): Promise<PodAnswer> {
    const url = urlOf(pod, call);
    const since = performance.now();
    let code = 'none';
    try {
      const answer = await this.#request(url, call);
      code = String(answer.status);
      return answer;
    } catch (cause) {
      throw new NoPodAnswer(`pod ${pod.metadata.name} does not answer ${call.call}`, { cause });
    } finally {
      this.#onCall(call.call, code, (performance.now() - since) / 1000);
    }
  }

  /** Breaks off what is under way. */
  end(): Promise<void> {
    return this.#connections.destroy();
  }

  async #request(url: URL, { token, body, withinMs }: PodCall): Promise<PodAnswer> {
    const answer = await request(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      dispatcher: this.#connections,
      signal: AbortSignal.timeout(withinMs),
    });
    return { status: answer.statusCode, body: await answer.body.json() };
  }
}
