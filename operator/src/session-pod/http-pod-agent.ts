import type { KeyObject } from 'node:crypto';
import {
  type Activated,
  type ActivateRequest,
  agentAnswers,
  agentRefusalSchema,
  mintToken,
  type PodRecord,
  podKeyOf,
  type TokenClaims,
} from '@tintype/contracts';
import type { Pod } from '@tintype/crds';
import { type Clock, systemClock } from '@tintype/runtime';
import type { z } from 'zod';
import { type ActivateOrder, ActivateRefused, type PodAgent } from '../browser-session/outside.js';
import type { OnPodCall } from './metrics.js';
import { NoPodAnswer, type PodAnswer, PodCalls } from './pod-calls.js';

export interface HttpPodAgentOptions {
  rootKey: KeyObject;
  /** The URL of the proxy that an account's sessions go through when they ask for it. @throws ActivateRefused without one */
  proxyOf: (account: string) => Promise<string>;
  clock?: Pick<Clock, 'now'>;
  /** For one call. */
  withinMs?: number;
  onCall?: OnPodCall;
}

/** Longer than a call takes, by clocks that are not quite the same. */
const tokenMs = 60_000;

/** The programs in session pods, over HTTP: what is said is in `session-agent.ts` of contracts. */
export class HttpPodAgent implements PodAgent {
  readonly #rootKey: KeyObject;
  readonly #proxyOf: HttpPodAgentOptions['proxyOf'];
  readonly #clock: Pick<Clock, 'now'>;
  readonly #withinMs: number;
  readonly #calls: PodCalls;

  constructor({ rootKey, proxyOf, clock = systemClock, withinMs = 10_000, onCall }: HttpPodAgentOptions) {
    this.#rootKey = rootKey;
    this.#proxyOf = proxyOf;
    this.#clock = clock;
    this.#withinMs = withinMs;
    this.#calls = new PodCalls(onCall);
  }

  async activate(pod: Pod, { session, ...order }: ActivateOrder): Promise<Activated> {
    const body: ActivateRequest = order.proxy ? { ...order, upstreamProxy: await this.#proxyOf(order.account) } : order;
    const expiresAt = Date.parse(body.startBy);
    const token = this.#token(pod, { session, purpose: 'activate', expiresAt });
    const answer = await this.#calls.send(pod, { session, call: 'activate', token, body, withinMs: this.#withinMs });
    if (answer.status === 409) throw refusalIn(answer);
    if (answer.status === 400) throw new ActivateRefused('order', `pod ${pod.metadata.name} does not take the order`);
    return readAnswer(pod, answer, agentAnswers.activate);
  }

  async close(pod: Pod, session: string): Promise<PodRecord> {
    const token = this.#token(pod, { session, purpose: 'close', expiresAt: this.#clock.now() + tokenMs });
    const answer = await this.#calls.send(pod, { session, call: 'close', token, withinMs: this.#withinMs });
    const record = readAnswer(pod, answer, agentAnswers.close);
    if (record.session === session) return record;
    throw new NoPodAnswer(`pod ${pod.metadata.name} answered for another session`);
  }

  /** Breaks off what is under way. */
  end(): Promise<void> {
    return this.#calls.end();
  }

  #token({ metadata }: Pod, claims: TokenClaims): string {
    return mintToken(podKeyOf(this.#rootKey, metadata), claims);
  }
}

/** Without a word it is a matter of this pod's. */
const refusalIn = ({ body }: PodAnswer): ActivateRefused =>
  new ActivateRefused(agentRefusalSchema.safeParse(body).data?.refused ?? 'other-session');

const readAnswer = <T>({ metadata }: Pod, { status, body }: PodAnswer, schema: z.ZodType<T>): T => {
  if (status !== 200) throw new NoPodAnswer(`pod ${metadata.name} answered ${status}`);
  const { data, error } = schema.safeParse(body);
  if (error) throw new NoPodAnswer(`pod ${metadata.name} answered something else`, { cause: error });
  return data;
};
