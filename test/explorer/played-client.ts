import { closeSession, openSession, type SessionsOutside } from '@tintype/api';
import { type BrowserSession, keyText, sessionName } from '@tintype/crds';
import type { Actor } from './gate.js';
import type { World } from './world.js';

export type Told = 'nothing' | '201' | '429' | '503';

/** A caller, and the api process that it talks to. */
export class PlayedClient implements Actor {
  readonly name: string;
  readonly session: string;
  readonly account: string;
  /** Milliseconds of the epoch. */
  readonly startBy: number;
  alive = true;
  told: Told = 'nothing';
  #world: World;
  readonly #leaving = new AbortController();
  #waiting: {
    holds: (session: BrowserSession | undefined) => boolean;
    resolve: (session: BrowserSession | undefined) => void;
  }[] = [];
  #isClosing = false;

  constructor(name: string, world: World, { account, number }: { account: string; number: number }) {
    this.name = name;
    this.account = account;
    this.#world = world;
    this.session = `sess_00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
    this.startBy = world.clock.now() + startMs;
  }

  get key() {
    return { namespace: 'default', name: sessionName(this.session) };
  }

  /** Sends the create. */
  begin(maxTtlSeconds: number): void {
    void this.#open(maxTtlSeconds);
  }

  /** Its deadline passes, or it leaves: the api hears of either in the same way. */
  leave(): void {
    this.#leaving.abort(new Error('left'));
    for (const { resolve } of this.#waiting.splice(0)) resolve(undefined);
  }

  get isWaiting(): boolean {
    return this.alive && this.told === 'nothing' && !this.#leaving.signal.aborted;
  }

  get hasNews(): boolean {
    const session = this.#current;
    return this.#waiting.some(({ holds }) => holds(session));
  }

  /** Its api's cache hears. */
  hear(): void {
    const session = this.#current;
    const heard = this.#waiting.filter(({ holds }) => holds(session));
    this.#waiting = this.#waiting.filter((each) => !heard.includes(each));
    for (const { resolve } of heard) resolve(session);
  }

  get #current(): BrowserSession | undefined {
    return this.#world.objects('BrowserSession').get(keyText(this.key));
  }

  /** Sends the DELETE, through another api process. */
  close(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    const actor: Actor = { name: `DELETE of ${this.name}`, alive: true };
    void closeSession(this.#outside(actor), this.key).catch(() => undefined);
  }

  get mayClose(): boolean {
    return this.told === '201' && !this.#isClosing;
  }

  async #open(maxTtlSeconds: number): Promise<void> {
    const options = { maxTtlSeconds, proxy: false, bypassBotDetection: false, cdp: false };
    const { session, account, startBy } = this;
    const order = { session, account, startBy, options, namespace: 'default', limit: this.#world.limit };
    try {
      await openSession(this.#outside(this), { ...order, signal: this.#leaving.signal });
      this.told = '201';
    } catch (error) {
      this.told = (error as { code?: string }).code === 'session_limit' ? '429' : '503';
    }
    this.#world.note(`${this.name} is told ${this.told}`);
  }

  #outside(actor: Actor): SessionsOutside {
    const world = this.#world;
    return {
      store: world.gatedStore(actor),
      waitFor: (_, holds, signal) => {
        if (signal.aborted) return Promise.reject(signal.reason);
        const found = Promise.withResolvers<BrowserSession | undefined>();
        this.#waiting.push({
          holds,
          resolve: (session) => (signal.aborted ? found.reject(signal.reason) : found.resolve(session)),
        });
        return found.promise;
      },
      slots: world.gatedSlots(actor),
      agent: {
        confirm: (pod, session) =>
          world.gate.through(actor, 'agent.confirm', false, async () => world.node.confirm(pod.uid, session)),
        close: (pod, session) =>
          world.gate.through(actor, 'agent.close', false, async () => world.closeOrSeeEnded(pod.uid, session)),
      },
      clock: world.clock,
    };
  }
}

const startMs = 20_000;
