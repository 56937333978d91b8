import assert from 'node:assert/strict';
import type { SessionCharge } from '@tintype/ledger';
import { type KillStage, settleMs } from '../kit/kills/stage.js';
import type { SeededRandom } from '../kit/played/seeded-random.js';
import type { SessionAnswer } from '../kit/standalone/stack.js';
import { until } from '../kit/until.js';

/** Within the first minute, so one credit. */
const ttlSeconds = [3, 30] as const;
/** Sessions that no client closes: two credits. */
const longTtlSeconds = [61, 75] as const;
const long = 0.1;
/** These clients leave in the second minute: two credits of three or four. */
const stayingTtlSeconds = [180, 240] as const;
const staying = 0.04;
const stayMs = 61_000;
const deletes = 0.8;
const maxActions = 3;
/** The account's limit. */
const maxAtOnce = 5;

/** The client leaves soon, never, or in the second minute. */
export type Stay = 'short' | 'long' | 'staying';

const ttls = { short: ttlSeconds, long: longTtlSeconds, staying: stayingTtlSeconds };

/** Answers to creates by status; 0: the connection broke. */
export type Answers = Record<number, number>;

/** A client's session. Times in milliseconds of the epoch, on the client's clock. */
export interface Visit {
  readonly session: string;
  readonly stay: Stay;
  readonly maxTtlSeconds: number;
  /** When the client sent the create, and got the answer. */
  readonly askedAt: number;
  readonly givenAt: number;
  /** When the client first asked to close; the answer may be lost. */
  leftAt?: number;
  /** When the api confirmed the close. */
  closedAt?: number;
}

/** Opens sessions one after the other, uses them briefly, and closes most. */
export class Visitor {
  readonly #stage: KillStage;
  readonly #random: SeededRandom;
  readonly answers: Answers = {};
  readonly given: Visit[] = [];

  constructor(stage: KillStage, random: SeededRandom) {
    this.#stage = stage;
    this.#random = random;
  }

  /** Resolves when a session was opened and left. Any other answer is ignored. */
  async visit(): Promise<void> {
    const stay = this.#draw();
    const [min, max] = ttls[stay];
    const visit = await this.#open(stay, Math.round(this.#random.between(min, max)));
    const actions = Math.floor(this.#random.between(0, maxActions + 1));
    for (let done = 0; done < actions; done++) await this.#act(visit);
    const isClosed = this.#random.chance(deletes);
    if (stay !== 'short' || isClosed) await this.#leave(visit);
  }

  async call(stay: Stay = 'short'): Promise<void> {
    const visit = await this.#open(stay, ttls[stay][1]);
    await this.#act(visit);
    await this.#leave(visit);
  }

  async #leave(visit: Visit): Promise<void> {
    const { stay, givenAt } = visit;
    if (stay === 'short') await this.#close(visit);
    if (stay !== 'staying') return;
    await until('its second minute has begun', () => Date.now() > givenAt + stayMs);
    // The end of the test would wait minutes for an open session.
    await until('it is closed', () => this.#close(visit), settleMs);
  }

  async #close(visit: Visit): Promise<boolean> {
    visit.leftAt ??= Date.now();
    const { status } = await this.#tell('DELETE', `/${visit.session}`);
    const isClosed = status === 200 || status === 504;
    if (isClosed) visit.closedAt = Date.now();
    return isClosed;
  }

  #draw(): Stay {
    if (this.#random.chance(long)) return 'long';
    return this.#random.chance(staying) ? 'staying' : 'short';
  }

  async #open(stay: Stay, maxTtlSeconds: number): Promise<Visit> {
    for (;;) {
      await until('the service takes a session', () => this.#hasRoom(), settleMs);
      const askedAt = Date.now();
      const { status, body } = await this.#tell('POST', '', { maxTtlSeconds });
      this.answers[status] = (this.answers[status] ?? 0) + 1;
      if (status !== 201 || !body.sessionId) continue;
      const visit = { session: body.sessionId, stay, maxTtlSeconds, askedAt, givenAt: Date.now() };
      this.given.push(visit);
      return visit;
    }
  }

  async #hasRoom(): Promise<boolean> {
    if (!(await this.#stage.isReady())) return false;
    return this.#stage.taken().then(
      (taken) => taken < maxAtOnce,
      () => false,
    );
  }

  #act({ session }: Visit): Promise<unknown> {
    const goto = { type: 'goto', payload: { url: this.#stage.stack.examplePage } };
    return this.#tell('POST', `/${session}/actions`, this.#random.oneOf([goto, { type: 'screenshot' }]));
  }

  #tell(method: string, path: string, body?: object): Promise<{ status: number; body: Partial<SessionAnswer> }> {
    return this.#stage.call(method, path, body).catch(() => ({ status: 0, body: {} }));
  }
}

/** Deletion times have whole seconds. */
const nearMs = 1000;

/**
 * Compares the charge with the client's own clock, which is independent of it. A client whose session was killed knows
 * neither when nor why.
 */
export const checkVisit = (visit: Visit, charge: SessionCharge): void => {
  const { closeReason, credits } = charge;
  const what = JSON.stringify({ visit, charge });
  assert.equal(credits > 0, closeReason !== 'NodeLost', `it is paid for, unless its node was lost: ${what}`);
  checkBeginning(visit, charge, what);
  checkEnding(visit, charge, what);
  // The session ended by its client or by its time.
  const isWhole = closeReason === 'Deleted' || closeReason === 'Expired';
  if (isWhole && visit.stay !== 'short') assert.ok(credits >= 2, `it saw its second minute: ${what}`);
};

const checkBeginning = (visit: Visit, { startedAt = '', expiresAt = '' }: SessionCharge, what: string): void => {
  const start = Date.parse(startedAt);
  assert.ok(start >= visit.askedAt - nearMs, `it began before it was asked for: ${what}`);
  assert.ok(start <= visit.givenAt, `it began after it was given: ${what}`);
  assert.equal(Date.parse(expiresAt) - start, visit.maxTtlSeconds * 1000, `it has the time it was made with: ${what}`);
};

const checkEnding = (visit: Visit, { endedAt = '', expiresAt, closeReason }: SessionCharge, what: string): void => {
  const { leftAt = Infinity, closedAt = Infinity } = visit;
  const end = Date.parse(endedAt);
  assert.ok(end <= closedAt + nearMs, `it is charged for longer than it was open: ${what}`);
  if (closeReason === 'Deleted') assert.ok(end >= leftAt - nearMs, `it is charged for less than it was open: ${what}`);
  if (closeReason === 'Expired') assert.equal(endedAt, expiresAt, `it is charged for all of its time: ${what}`);
};
