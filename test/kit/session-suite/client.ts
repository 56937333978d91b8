import { randomUUID } from 'node:crypto';
import { closeSession, openSession } from '@tintype/api/testing';
import { sessionName } from '@tintype/crds';
import type { StagedApi } from './programs.js';
import type { SessionStage } from './stage.js';

export type OpenAnswer = 'nothing' | '201' | '429' | '503';

export interface SessionWish {
  account: string;
  maxTtlSeconds: number;
  /** In milliseconds. */
  patienceMs: number;
}

/** A client that opens a session on one api and closes it on another. */
export class SessionClient {
  readonly session = `sess_${randomUUID()}`;
  readonly wish: SessionWish;
  readonly #stage: SessionStage;
  readonly #leaving = new AbortController();
  answer: OpenAnswer = 'nothing';
  isForlorn = false;
  isClosed = false;

  constructor(stage: SessionStage, wish: SessionWish) {
    this.#stage = stage;
    this.wish = wish;
  }

  get key() {
    return { namespace: this.#stage.namespace, name: sessionName(this.session) };
  }

  /** Settles with the answer; never, if its api dies. */
  async open(api: StagedApi): Promise<OpenAnswer> {
    const { account, maxTtlSeconds, patienceMs } = this.wish;
    const { clock, namespace } = this.#stage;
    const options = { maxTtlSeconds, proxy: false, bypassBotDetection: false, cdp: false };
    const startBy = clock.now() + patienceMs;
    const limit = this.#stage.accounts.get(account)?.concurrentSessions ?? 0;
    const takeBack = clock.after(patienceMs, () => this.leave());
    const order = { session: this.session, account, startBy, options, namespace, limit, signal: this.#leaving.signal };
    try {
      await openSession(api.outside, order);
      this.answer = '201';
    } catch (error) {
      this.answer = (error as { code?: string }).code === 'session_limit' ? '429' : '503';
      const { cause } = error as Error;
      this.#stage.note(`${this.session}: ${String(error)}${cause ? `: ${String(cause)}` : ''}`);
    }
    takeBack();
    this.#stage.note(`${this.session} gets ${this.answer}`);
    return this.answer;
  }

  leave(): void {
    this.#leaving.abort(new Error('the client has left'));
  }

  async close(api: StagedApi): Promise<void> {
    try {
      await closeSession(api.outside, this.key);
      this.isClosed = true;
    } catch (error) {
      this.#stage.note(`DELETE of ${this.session}: ${String(error)}`);
    }
  }
}
