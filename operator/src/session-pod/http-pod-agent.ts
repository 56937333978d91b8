import type { KeyObject } from 'node:crypto';
import {
  type Activated,
  type ActivateRequest,
  type AgentCall,
  agentAnswerSchemas,
  agentPaths,
  agentRefusalSchema,
  mintToken,
  type PodRecord,
  podKeyOf,
  type TokenClaims,
} from '@tintype/contracts';
import { agentAddress, type Pod } from '@tintype/crds';
import {
  type Clock,
  NoPodAnswer,
  type OnPodCall,
  type PodAnswer,
  PodCalls,
  readPodAnswer,
  systemClock,
} from '@tintype/runtime';
import { type ActivateOrder, ActivateRefused, type PodAgent } from '../browser-session/pass/dependencies.js';

export interface HttpPodAgentOptions {
  rootKey: KeyObject;
  clock?: Pick<Clock, 'now'>;
  /** The longest call, in milliseconds. Default: 10 s. */
  withinMs?: number;
  onCall?: OnPodCall;
}

/** An idle connection closes after this time. A pod gets two calls in its life, usually far apart. */
const idleMs = 1000;
/** No answer may be larger; answers of these calls are short. */
const answerBytes = 64 * 1024;

/** How long a token for `close` is valid. A call takes at most 10 s, and the pod's clock may differ. */
const tokenMs = 60_000;

interface AgentRequest {
  session: string;
  call: AgentCall;
  token: string;
  body?: object;
}

/** Calls the agents in session pods over HTTP (`contracts/src/session/agent.ts`). */
export class HttpPodAgent implements PodAgent {
  readonly #rootKey: KeyObject;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #withinMs: number;
  readonly #calls: PodCalls;

  constructor({ rootKey, clock = systemClock, withinMs = 10_000, onCall }: HttpPodAgentOptions) {
    this.#rootKey = rootKey;
    this.#clock = clock;
    this.#withinMs = withinMs;
    this.#calls = new PodCalls({ idleMs, answerBytes, onCall });
  }

  async activate(pod: Pod, { session, ...order }: ActivateOrder): Promise<Activated> {
    const body: ActivateRequest = order;
    const expiresAt = Date.parse(body.startBy);
    const token = this.#token(pod, { session, purpose: 'activate', expiresAt });
    const answer = await this.#send(pod, { session, call: 'activate', token, body });
    if (answer.status === 409) throw refusalIn(answer);
    if (answer.status === 400) throw new ActivateRefused('order', `pod ${pod.metadata.name} does not take the order`);
    return readPodAnswer(pod.metadata.name, answer, agentAnswerSchemas.activate);
  }

  async close(pod: Pod, session: string): Promise<PodRecord> {
    const token = this.#token(pod, { session, purpose: 'close', expiresAt: this.#clock.now() + tokenMs });
    const answer = await this.#send(pod, { session, call: 'close', token });
    const record = readPodAnswer(pod.metadata.name, answer, agentAnswerSchemas.close);
    if (record.session === session) return record;
    throw new NoPodAnswer(`pod ${pod.metadata.name} answered for another session`);
  }

  /** Aborts running calls. */
  end(): Promise<void> {
    return this.#calls.end();
  }

  #send(pod: Pod, { session, call, token, body }: AgentRequest): Promise<PodAnswer> {
    const { name } = pod.metadata;
    const address = agentAddress(pod);
    if (!address) throw new NoPodAnswer(`pod ${name} has no address`);
    const url = `http://${address}${agentPaths.call(session, call)}`;
    const signal = AbortSignal.timeout(this.#withinMs);
    return this.#calls.send({ pod: name, call, method: 'POST', url, token, body, signal });
  }

  #token({ metadata }: Pod, claims: TokenClaims): string {
    return mintToken(podKeyOf(this.#rootKey, metadata), claims);
  }
}

/** An answer without a valid body counts as `other-session`: then only this pod refuses. */
const refusalIn = ({ body }: PodAnswer): ActivateRefused =>
  new ActivateRefused(agentRefusalSchema.safeParse(body).data?.refused ?? 'other-session');
