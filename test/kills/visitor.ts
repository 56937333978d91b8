import { type KillStage, settleMs } from '../kit/kill-stage.js';
import type { SeededRandom } from '../kit/seeded-random.js';
import type { SessionAnswer } from '../kit/session-http.js';
import { until } from '../kit/until.js';

/** A minute costs one credit: most of the sessions cost that or nothing. */
const ttlSeconds = [3, 30] as const;
/** Those that nobody closes cost two, unless something ends them before. */
const longTtlSeconds = [61, 75] as const;
const long = 0.1;
/** Those that stay until their second minute cost two of the three or four that their time would. */
const stayingTtlSeconds = [180, 240] as const;
const staying = 0.04;
const stayMs = 61_000;
const deletes = 0.8;
const mostActions = 3;
/** As many as the account may have. */
const mostAtOnce = 5;

/** How a session is left: soon, never, or in its second minute. */
type Stay = 'short' | 'long' | 'staying';

const ttls = { short: ttlSeconds, long: longTtlSeconds, staying: stayingTtlSeconds };

/** What clients were answered to their creates, by status; 0: their connection broke. */
export type Answers = Record<number, number>;

/** Opens sessions one after the other, uses them a little, and closes most of them. */
export class Visitor {
  readonly #stage: KillStage;
  readonly #random: SeededRandom;
  readonly #begins: Stay | undefined;
  readonly answers: Answers = {};
  /** The sessions that it was given. */
  readonly given: string[] = [];

  /** `begins`: what its first session is like, so that there is such a one among however few. */
  constructor(stage: KillStage, random: SeededRandom, begins?: Stay) {
    this.#stage = stage;
    this.#random = random;
    this.#begins = begins;
  }

  /** Resolves once it was given a session and has left it. Whatever it is answered otherwise is part of the day. */
  async visit(): Promise<void> {
    const drawn = this.#draw();
    const stay = this.given.length === 0 ? (this.#begins ?? drawn) : drawn;
    const [least, most] = ttls[stay];
    const session = await this.#open(Math.round(this.#random.between(least, most)));
    const givenAt = Date.now();
    const actions = Math.floor(this.#random.between(0, mostActions + 1));
    for (let done = 0; done < actions; done++) await this.#act(session);
    const isClosed = this.#random.chance(deletes);
    if (stay === 'staying') await until('its second minute has begun', () => Date.now() > givenAt + stayMs);
    // A session of minutes that nobody closed would be waited for in the end.
    if (stay === 'staying') await until('it is closed', () => this.#close(session), settleMs);
    else if (stay === 'short' && isClosed) await this.#close(session);
  }

  /** Opens one, uses it, and closes it. */
  async call(): Promise<void> {
    const session = await this.#open(ttlSeconds[1]);
    await this.#act(session);
    await this.#close(session);
  }

  async #close(session: string): Promise<boolean> {
    const { status } = await this.#tell('DELETE', `/${session}`);
    return status === 200 || status === 504;
  }

  #draw(): Stay {
    if (this.#random.chance(long)) return 'long';
    return this.#random.chance(staying) ? 'staying' : 'short';
  }

  async #open(maxTtlSeconds: number): Promise<string> {
    for (;;) {
      await until('the service has room', () => this.#hasRoom(), settleMs);
      const { status, body } = await this.#tell('POST', '', { maxTtlSeconds });
      this.answers[status] = (this.answers[status] ?? 0) + 1;
      if (status !== 201 || !body.sessionId) continue;
      this.given.push(body.sessionId);
      return body.sessionId;
    }
  }

  async #hasRoom(): Promise<boolean> {
    if (!(await this.#stage.isReady())) return false;
    return this.#stage.taken().then(
      (taken) => taken < mostAtOnce,
      () => false,
    );
  }

  #act(session: string): Promise<unknown> {
    const goto = { type: 'goto', payload: { url: this.#stage.stack.examplePage } };
    return this.#tell('POST', `/${session}/actions`, this.#random.oneOf([goto, { type: 'screenshot' }]));
  }

  #tell(method: string, path: string, body?: object): Promise<{ status: number; body: Partial<SessionAnswer> }> {
    return this.#stage.call(method, path, body).catch(() => ({ status: 0, body: {} }));
  }
}
