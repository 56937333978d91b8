import type { KeyObject } from 'node:crypto';
import {
  agentAnswerSchemas,
  agentPaths,
  limits,
  mintToken,
  podKeyOf,
  type SessionState,
  type StorageState,
  sessionStateSchema,
  TintypeError,
  type TokenPurpose,
} from '@tintype/contracts';
import { agentAddress, hasEnded, type ObjectKey, type Pod, podRecordOf } from '@tintype/crds';
import {
  type Clock,
  Deadline,
  NoPodAnswer,
  type OnPodCall,
  type PodAnswer,
  PodCalls,
  PodNotReached,
  readPodAnswer,
  StreamedAnswer,
  systemClock,
} from '@tintype/runtime';
import { z } from 'zod';
import type {
  ActionCaller,
  ActionOrder,
  ConnectPurpose,
  LiveSessionAgent,
  LoadingAgent,
  PodConnection,
  PodEnd,
  PodSocket,
  SessionAgent,
  SessionPod,
} from '../dependencies.js';
import { clientErrorFrom, tokenRefusedStatus } from './client-error-from.js';
import { openWebSocket } from './open-web-socket.js';

export interface HttpSessionAgentOptions {
  rootKey: KeyObject;
  /** Reads a pod from the store, not from a cache. */
  readPod: (key: ObjectKey) => Promise<Pod | undefined>;
  onCall?: OnPodCall;
  clock?: Pick<Clock, 'now'>;
}

const confirmMs = 4000;
/** A little longer than the agent, which gives up after 15 s. */
const loadMs = 17_000;
/** A browser needs some seconds to end. */
const closeMs = 10_000;
const readMs = 1000;
const connectMs = 4000;
/** Time for the answer to arrive, after the time of the action itself. */
const actMarginMs = 2000;
/** Tokens outlive the call by a minute: clocks differ. */
const tokenMs = 60_000;

/** Shorter than the 5 s of the agent's idle connections. */
const idleMs = 3000;
/** Twice the limit of an error. */
const answerBytes = 2 * limits.actionErrorBytes;
const longAnswerBytes = limits.actionAnswerBytes + 64 * 1024;

type ApiCall = Exclude<TokenPurpose, 'activate' | ConnectPurpose>;

/** Returns the answer. Throws PodNotReached if the pod refused the token. */
const unlessTokenRefused = <A extends PodAnswer | StreamedAnswer>(
  { name }: SessionPod,
  call: ApiCall,
  answer: A,
): A => {
  if (answer instanceof StreamedAnswer || answer.status !== tokenRefusedStatus) return answer;
  throw new PodNotReached(`The pod ${name} refused the token for ${call}.`);
};

/** `contracts/src/session/agent.ts` defines the messages. */
export class HttpSessionAgent implements SessionAgent, LoadingAgent, LiveSessionAgent {
  readonly #options: HttpSessionAgentOptions;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #calls: PodCalls;

  constructor(options: HttpSessionAgentOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#calls = new PodCalls({ idleMs, answerBytes, longAnswerBytes, onCall: options.onCall });
  }

  async confirm(pod: SessionPod, session: string): Promise<boolean> {
    try {
      const reply = await this.#send('confirm', pod, session, confirmMs);
      return readPodAnswer(pod.name, reply, agentAnswerSchemas.confirm).confirmed;
    } catch (error) {
      // The agent did not receive the call, and cannot receive it any more.
      if (error instanceof PodNotReached && (await this.#ended(pod))) return false;
      throw error;
    }
  }

  async load(pod: SessionPod, session: string, state: StorageState): Promise<void> {
    const signal = AbortSignal.timeout(loadMs);
    const order = await this.#orderFor('load', pod, session, loadMs);
    const reply = unlessTokenRefused(pod, 'load', await this.#calls.send({ ...order, body: { state }, signal }));
    const failure = reply.status === 200 ? undefined : clientErrorFrom(reply.body);
    if (failure?.code === 'session_not_active') throw failure;
    if (failure) throw new TintypeError('profile_unusable', undefined, { cause: failure });
    readPodAnswer(pod.name, reply, agentAnswerSchemas.load);
  }

  close(pod: SessionPod, session: string): Promise<PodEnd | undefined> {
    return this.#close(pod, session, closeMs);
  }

  recall(pod: SessionPod, session: string): Promise<PodEnd | undefined> {
    return this.#close(pod, session, readMs);
  }

  async read(pod: SessionPod, session: string): Promise<SessionState | 'over'> {
    try {
      const reply = await this.#send('read', pod, session, readMs);
      return clientErrorFrom(reply.body)?.code === 'session_not_active'
        ? 'over'
        : readPodAnswer(pod.name, reply, sessionStateSchema);
    } catch (error) {
      if (await this.#ended(pod)) return 'over';
      throw error;
    }
  }

  async act(pod: SessionPod, session: string, body: ActionOrder, caller: ActionCaller) {
    const reply = await this.#sendAction(pod, session, body, caller);
    if (reply instanceof StreamedAnswer) return reply;
    const failure = reply.status === 200 ? undefined : clientErrorFrom(reply.body);
    if (failure) throw failure;
    return readPodAnswer(pod.name, reply, z.record(z.string(), z.unknown()));
  }

  async connect(pod: SessionPod, { session, purpose, key }: PodConnection, signal: AbortSignal): Promise<PodSocket> {
    const token = this.#tokenFor(purpose, pod, session, connectMs);
    const address = pod.address ?? (await this.#addressOf(pod));
    const call = purpose === 'cdp' ? 'cdp' : 'live';
    const url = `http://${address}${agentPaths[call](session)}`;
    const ending = AbortSignal.any([AbortSignal.timeout(connectMs), signal]);
    return this.#timed(call, openWebSocket({ url, token, key, signal: ending }));
  }

  end(): Promise<void> {
    return this.#calls.end();
  }

  async #close(pod: SessionPod, session: string, withinMs: number): Promise<PodEnd | undefined> {
    try {
      const record = readPodAnswer(
        pod.name,
        await this.#send('close', pod, session, withinMs),
        agentAnswerSchemas.close,
      );
      if (record.session === session) return { record };
      throw new NoPodAnswer(`The pod of ${session} answered for another session.`);
    } catch (error) {
      const ended = await this.#ended(pod);
      if (!ended) throw error;
      const record = ended.pod && podRecordOf(ended.pod);
      return ended.pod && { pod: ended.pod, record: record?.session === session ? record : undefined };
    }
  }

  async #send(call: ApiCall, pod: SessionPod, session: string, withinMs: number): Promise<PodAnswer> {
    const signal = AbortSignal.timeout(withinMs);
    const order = await this.#orderFor(call, pod, session, withinMs);
    return unlessTokenRefused(pod, call, await this.#calls.send({ ...order, signal }));
  }

  /** The time limit covers the action only: a client may take longer to read a long answer. */
  async #sendAction(pod: SessionPod, session: string, body: ActionOrder, { left, onStep }: ActionCaller) {
    const withinMs = body.deadlineMs + actMarginMs;
    const time = Deadline.in(withinMs);
    const signal = AbortSignal.any([time.signal, left]);
    try {
      const order = await this.#orderFor('act', pod, session, withinMs);
      return unlessTokenRefused(
        pod,
        'act',
        await this.#calls.sendStreaming({ ...order, body, signal, onInterim: onStep }),
      );
    } finally {
      time.clear();
    }
  }

  async #orderFor(call: ApiCall, pod: SessionPod, session: string, withinMs: number) {
    const token = this.#tokenFor(call, pod, session, withinMs);
    const address = pod.address ?? (await this.#addressOf(pod));
    const { method, path } = requestOf(call, session);
    return { pod: pod.name, call, method, url: `http://${address}${path}`, token };
  }

  #tokenFor(purpose: TokenPurpose, pod: SessionPod, session: string, withinMs: number): string {
    const expiresAt = this.#clock.now() + withinMs + tokenMs;
    return mintToken(podKeyOf(this.#options.rootKey, pod), { session, purpose, expiresAt });
  }

  /** Measures how long a connection takes to open. */
  async #timed<T>(call: 'cdp' | 'live', opening: Promise<T>): Promise<T> {
    const since = performance.now();
    const report = (code: string) => this.#options.onCall?.(call, code, (performance.now() - since) / 1000);
    return opening.then(
      (opened) => {
        report('101');
        return opened;
      },
      (error: unknown) => {
        report(error instanceof TintypeError ? String(error.status) : 'none');
        throw error;
      },
    );
  }

  /** Reads the agent's address from the pod. The session's status has it only from the phase Active on. */
  async #addressOf(pod: SessionPod): Promise<string> {
    const read = await this.#options.readPod(pod);
    const address = read?.metadata.uid === pod.uid ? agentAddress(read) : undefined;
    if (address) return address;
    throw new PodNotReached(`The pod ${pod.name} has no address.`);
  }

  /**
   * Answers an object if nothing runs in the pod any more; its `pod` is undefined if the pod is gone. Answers undefined
   * if the pod may still run.
   */
  async #ended(pod: SessionPod): Promise<{ pod: Pod | undefined } | undefined> {
    try {
      const read = await this.#options.readPod(pod);
      if (read?.metadata.uid !== pod.uid) return { pod: undefined };
      return hasEnded(read) ? { pod: read } : undefined;
    } catch {
      return undefined;
    }
  }
}

const requestOf = (call: ApiCall, session: string) => {
  switch (call) {
    case 'read':
      return { method: 'GET', path: agentPaths.session(session) } as const;
    case 'act':
      return { method: 'POST', path: agentPaths.actions(session) } as const;
    case 'load':
    case 'confirm':
    case 'close':
      return { method: 'POST', path: agentPaths.call(session, call) } as const;
  }
};
