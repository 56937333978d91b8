import { type KillStage, settleMs } from '../kit/kill-stage.js';
import type { SeededRandom } from '../kit/seeded-random.js';
import type { SessionAnswer } from '../kit/session-http.js';
import { until } from '../kit/until.js';

/** A minute costs one credit: most of the sessions cost that or nothing. */
const ttlSeconds = [3, 30] as const;
/** Those that nobody closes cost two, unless something ends them before. */
const longTtlSeconds = [61, 75] as const;
const long = 0.1;
const deletes = 0.8;
const mostActions = 3;
/** As many as the account may have. */
const mostAtOnce = 5;

/** What clients were answered to their creates, by status; 0: their connection broke. */
export type Answers = Record<number, number>;

/** Opens sessions one after the other, uses them a little, and closes most of them. */
export class Visitor {
  readonly #stage: KillStage;
  readonly #random: SeededRandom;
  readonly #beginsLong: boolean;
  readonly answers: Answers = {};
  /** The sessions that it was given. */
  readonly given: string[] = [];

  /** `beginsLong`: its first session is a long one, so that there is one among however few. */
  constructor(stage: KillStage, random: SeededRandom, beginsLong: boolean) {
    this.#stage = stage;
    this.#random = random;
    this.#beginsLong = beginsLong;
  }

  /** Resolves once it was given a session and has left it. Whatever it is answered otherwise is part of the day. */
  async visit(): Promise<void> {
    const isLong = this.#random.chance(long) || (this.#beginsLong && this.given.length === 0);
    const [least, most] = isLong ? longTtlSeconds : ttlSeconds;
    const session = await this.#open(Math.round(this.#random.between(least, most)));
    const actions = Math.floor(this.#random.between(0, mostActions + 1));
    for (let done = 0; done < actions; done++) await this.#act(session);
    if (!isLong && this.#random.chance(deletes)) await this.#tell('DELETE', `/${session}`);
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
