import { closeSession, isActive, openSession, type SessionDependencies, type SessionOrder } from '@tintype/api/testing';
import { limits } from '@tintype/contracts';
import { type BrowserSession, keyText, sessionName } from '@tintype/crds';
import type { Actor } from './gate.js';
import { gatedLedger, gatedSlots, gatedStore } from './gated.js';
import { gatedSessionAgent } from './gated-session-agent.js';
import type { World } from './world.js';

export type ClientAnswer = 'nothing' | '201' | '429' | '503';

const startMs = limits.sessionStartSeconds * 1000;

interface Waiting {
  holds: (session: BrowserSession | undefined) => boolean;
  resolve: (session: BrowserSession | undefined) => void;
  reject: (reason: unknown) => void;
}

export interface PlayedRequest {
  /** The session of an earlier request. */
  session?: string | undefined;
  hasKey?: boolean;
}

export class PlayedClient implements Actor {
  readonly name: string;
  readonly session: string;
  readonly key: { namespace: string; name: string };
  /** Milliseconds since the epoch. */
  readonly startBy: number;
  maxTtlSeconds = 0;
  alive = true;
  isPaused = false;
  /** Its api's watch delivers nothing. */
  isDeaf = false;
  isInDoubt = false;
  foundNoSlot = false;
  answer: ClientAnswer = 'nothing';
  /** It got a 503 that promises no cost. */
  isRefused = false;
  /** A second api process, which serves its DELETE. */
  deleting: Actor | undefined;
  isClosed = false;
  readonly #world: World;
  /** It has an `Idempotency-Key` and may repeat its create. */
  readonly hasKey: boolean;
  /** Its api found the session of an earlier request by the key. */
  readonly #isRepeat: boolean;
  readonly #leaving = new AbortController();
  #waiting: Waiting[] = [];
  /** Timers of its api, milliseconds since the epoch. */
  readonly #timers = new Set<{ due: number }>();

  constructor(world: World, number: number, { session, hasKey = false }: PlayedRequest) {
    this.name = `client ${number}`;
    this.#world = world;
    this.hasKey = hasKey;
    this.#isRepeat = session !== undefined;
    this.isInDoubt = this.#isRepeat;
    this.session = session ?? `sess_00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
    this.key = { namespace: 'default', name: sessionName(this.session) };
    this.startBy = world.clock.now() + startMs;
  }

  begin(maxTtlSeconds: number): void {
    this.maxTtlSeconds = maxTtlSeconds;
    void this.#open(maxTtlSeconds);
  }

  /** Its deadline passes or it leaves; the api cannot tell the difference. */
  leave(): void {
    const reason = new Error('left');
    this.#leaving.abort(reason);
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }

  get isWaiting(): boolean {
    return this.alive && this.answer === 'nothing' && !this.#leaving.signal.aborted;
  }

  /** Milliseconds since the epoch. */
  get nextDue(): number {
    const due = [...this.#timers].map((timer) => timer.due);
    return Math.min(this.isWaiting ? this.startBy + 1 : Infinity, ...due);
  }

  /** Its api waits for a state that the cache lacks. */
  get hasUndeliveredEvent(): boolean {
    if (!this.alive || this.isPaused || this.isDeaf || this.#waiting.length === 0) return false;
    return this.#waiting.some(({ holds }) => holds(this.#current));
  }

  /** Updates its api's cache. */
  deliver(): void {
    const session = this.#current;
    const answered = this.#waiting.filter(({ holds }) => holds(session));
    this.#waiting = this.#waiting.filter((each) => !answered.includes(each));
    for (const { resolve } of answered) resolve(session);
  }

  get #current(): BrowserSession | undefined {
    return this.#world.objects('BrowserSession').get(keyText(this.key));
  }

  /** Read past the cache, as its api does first. */
  get #active(): BrowserSession | undefined {
    const session = this.#current;
    return session && isActive(session) ? session : undefined;
  }

  get mayClose(): boolean {
    return this.answer === '201' && !this.deleting;
  }

  /** Sends the DELETE to another api process. */
  close(): void {
    if (this.mayClose) void this.#close();
  }

  async #close(): Promise<void> {
    this.deleting = { name: `DELETE of ${this.name}`, alive: true, isPaused: false };
    // Read past the cache, as the api does.
    const uid = this.#current?.metadata.uid;
    const key = uid === undefined ? this.key : { ...this.key, uid };
    try {
      const closed = await closeSession(this.#dependencies(this.deleting), key);
      if (closed) this.#world.violations.sessionClosed(closed.session, this.#world.ledger);
      this.isClosed = closed !== undefined;
    } catch (error) {
      this.#world.violations.errorThrown(error);
      this.#world.note(() => `DELETE of ${this.name}: ${String(error)}`);
    }
  }

  async #open(maxTtlSeconds: number): Promise<void> {
    const options = { maxTtlSeconds, proxy: false, bypassBotDetection: false, cdp: false };
    const order: SessionOrder = {
      session: this.session,
      namespace: 'default',
      account: 'acme',
      limit: this.#world.slots,
      options,
      startBy: this.startBy,
      signal: this.#leaving.signal,
      isRetryable: this.hasKey,
      ...(this.#isRepeat && { mayHaveReachedClient: true, active: this.#active }),
    };
    try {
      await openSession(this.#dependencies(this), order);
      this.answer = '201';
    } catch (error) {
      this.#world.violations.errorThrown(error);
      const { code, message } = error as Error & { code?: string };
      this.answer = code === 'session_limit' ? '429' : '503';
      // A repeated request may get an undecided 503.
      this.isRefused = this.answer === '503' && (!this.#isRepeat || message.includes('costs nothing'));
    }
    this.#world.note(() => `${this.name} gets ${this.answer}`);
  }

  #dependencies(actor: Actor): SessionDependencies {
    const world = this.#world;
    return {
      store: gatedStore(world, actor, 'api'),
      waitFor: (_, holds, signal) => {
        if (signal.aborted) return Promise.reject(signal.reason);
        return new Promise((resolve, reject) => this.#waiting.push({ holds, resolve, reject }));
      },
      slots: gatedSlots(world, actor, 'api'),
      ledger: gatedLedger(world, actor, 'api'),
      agent: gatedSessionAgent(world, actor),
      clock: { now: world.clock.now, after: (...call) => this.#after(...call) },
      random: world.random,
    };
  }

  #after(milliseconds: number, call: () => void): () => void {
    const { clock } = this.#world;
    const timer = { due: clock.now() + Math.ceil(milliseconds) };
    this.#timers.add(timer);
    const takeBack = clock.after(milliseconds, () => {
      this.#timers.delete(timer);
      call();
    });
    return () => {
      this.#timers.delete(timer);
      takeBack();
    };
  }
}
