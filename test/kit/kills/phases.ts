import assert from 'node:assert/strict';
import { agentAddress, type BrowserSession, type Pod, sessionId } from '@tintype/crds';
import type { SessionCharge } from '@tintype/ledger';
import { hasSentUnread } from '../process/sockets.js';
import type { SessionAnswer } from '../standalone/stack.js';
import { until } from '../until.js';
import { type KilledPart, type KillStage, settleMs, signalProcess } from './stage.js';

/**
 * When a part is killed.
 *
 * - `opening`: no browser yet
 * - `active`
 * - `acting`: an action runs
 * - `closing`: the object is being deleted, the pod is open
 * - `settling`: the result is fixed, not charged
 *
 * Warm browsers add:
 *
 * - `idle`: no session yet
 * - `claimed`: the pod does not know its session
 * - `activated`: the browser is open, the operator does not know
 */
export type Phase = 'opening' | 'active' | 'acting' | 'closing' | 'settling' | 'idle' | 'claimed' | 'activated';

const creates: readonly Phase[] = ['opening', 'idle', 'claimed', 'activated'];

export const isBefore = (phase: Phase): boolean => creates.includes(phase);

/** The client's answer; 0: the connection broke, as when the api is killed. */
interface CallAnswer {
  status: number;
  body: Partial<SessionAnswer>;
}

/** Polls for the end of a process, longer than any session here. */
export const whenGone = async (pid: number): Promise<number> => {
  await until(`browser ${pid} has ended`, () => !signalProcess(pid, 0), 2 * settleMs);
  return Date.now();
};

const broken: CallAnswer = { status: 0, body: {} };

export interface Outcome {
  session: string;
  /** The answer to the call in flight at the kill. */
  answer: number | undefined;
  /** For an open session, in milliseconds of the epoch on the test's clock. */
  ended?: { struckAt: number; browserGone: Promise<number> };
}

/** Brings one session to a phase and kills a part there. */
export class KillPhases {
  readonly #stage: KillStage;

  constructor(stage: KillStage) {
    this.#stage = stage;
  }

  strike(phase: Phase, part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    return this[phase](part, maxTtlSeconds);
  }

  /** Stops the pod's program until the part is dead, so the browser is not open. */
  async opening(part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    const answer = this.#call('POST', '', { maxTtlSeconds });
    const pod = await this.#firstPod();
    const has = part === 'browser' ? () => this.#stage.browserOf(pod) : () => this.#stage.agentOf(pod);
    await until(`it has a process of its ${part}`, () => has() !== undefined);
    const session = sessionId(await this.#session());
    await this.#whileStopped(pod, part);
    const { status, body } = await answer;
    assert.ok(status !== 201 || body.sessionId === session);
    return { session, answer: status };
  }

  async active(part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    const { session, pod, browserGone } = await this.#open(maxTtlSeconds);
    assert.ok(await this.#stage.kill(part, pod));
    return { session, answer: undefined, ended: { struckAt: Date.now(), browserGone } };
  }

  /** The action waits for a page that never comes. */
  async acting(part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    const { session, pod, browserGone } = await this.#open(maxTtlSeconds);
    const { site } = this.#stage;
    const before = site.hits('/hangs');
    const answer = this.#call('POST', `/${session}/actions`, { type: 'goto', payload: { url: site.url('/hangs') } });
    await until('the page is asked for', () => site.hits('/hangs') > before);
    assert.ok(await this.#stage.kill(part, pod));
    const ended = { struckAt: Date.now(), browserGone };
    return { session, answer: (await answer).status, ended };
  }

  /** Stops the pod's program until the part is dead, so it has not closed. */
  async closing(part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    const { session, pod, browserGone } = await this.#open(maxTtlSeconds);
    const agent = this.#stage.agentOf(pod);
    assert.ok(agent && signalProcess(agent, 'SIGSTOP'));
    const answer = this.#call('DELETE', `/${session}`);
    const isDeleted = async () => (await this.#session()).metadata.deletionTimestamp !== undefined;
    await until('its object is being deleted', isDeleted);
    await this.#whileStopped(pod, part);
    const ended = { struckAt: Date.now(), browserGone };
    return { session, answer: (await answer).status, ended };
  }

  /** The ledger refuses charges until the part is dead. */
  async settling(part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    const { session, pod, browserGone } = await this.#open(maxTtlSeconds);
    await this.#stage.refuseCharges(true);
    const struckAt = Date.now();
    const answer = this.#call('DELETE', `/${session}`);
    try {
      const isSettling = async () => (await this.#session()).status?.phase === 'Settling';
      await until('it is being settled', isSettling, settleMs);
      assert.ok(await this.#stage.kill(part, pod), `there is a ${part} to kill`);
    } finally {
      await this.#stage.refuseCharges(false);
    }
    return { session, answer: (await answer).status, ended: { struckAt, browserGone } };
  }

  async idle(part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    await this.#stage.untilWarm();
    const [pod] = await this.#stage.warmPods();
    assert.ok(pod && (await this.#stage.kill(part, pod)));
    await until('every part answers', () => this.#stage.isReady(), settleMs);
    const { status, body } = await this.#call('POST', '', { maxTtlSeconds });
    return { session: body.sessionId ?? '', answer: status };
  }

  /** Stops the warm pod's program first, so it does not know its session. */
  async claimed(part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    const { session, pod, agent, answer } = await this.#claim(maxTtlSeconds);
    try {
      assert.ok(await this.#stage.kill(part, pod));
    } finally {
      signalProcess(agent, 'SIGCONT');
    }
    return { session, answer: (await answer).status };
  }

  /** Stops the operator after its call until the browser is open and the part is dead. */
  async activated(part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    const { session, pod, agent, answer } = await this.#claim(maxTtlSeconds);
    const { operator } = await this.#stage.stack.pids();
    assert.ok(operator);
    const port = Number(agentAddress(pod)?.split(':').at(-1));
    try {
      await until('the operator has asked the pod', () => hasSentUnread(operator, port));
      assert.ok(signalProcess(operator, 'SIGSTOP'));
      signalProcess(agent, 'SIGCONT');
      await until('the pod has opened it', () => this.#stage.recordOf(pod)?.session === session);
      assert.ok(await this.#stage.kill(part, pod));
    } finally {
      signalProcess(agent, 'SIGCONT');
      signalProcess(operator, 'SIGCONT');
    }
    return { session, answer: (await answer).status };
  }

  /** A session with a warm pod whose program is stopped. */
  async #claim(maxTtlSeconds: number) {
    await this.#stage.untilWarm();
    const [warm] = await this.#stage.warmPods();
    const agent = warm && this.#stage.agentOf(warm);
    assert.ok(agent && signalProcess(agent, 'SIGSTOP'));
    const answer = this.#call('POST', '', { maxTtlSeconds });
    let session = '';
    const isOpen = async () => {
      const [object] = await this.#stage.sessions();
      session = object ? sessionId(object) : '';
      return session !== '' && (await this.#stage.ledger.findOpen(session)) !== undefined;
    };
    await until('a session is in the ledger', isOpen, settleMs);
    const pod = await this.#stage.podOf(session);
    assert.equal(pod.metadata.uid, warm?.metadata.uid);
    return { session, pod, agent, answer };
  }

  async #whileStopped(pod: Pod, part: KilledPart): Promise<void> {
    const agent = this.#stage.agentOf(pod);
    assert.ok(agent && signalProcess(agent, 'SIGSTOP'));
    try {
      assert.ok(await this.#stage.kill(part, pod), `there is a ${part} to kill`);
    } finally {
      signalProcess(agent, 'SIGCONT');
    }
  }

  /** A session that its client has, as the pod noted. */
  async #open(maxTtlSeconds: number): Promise<{ session: string; pod: Pod; browserGone: Promise<number> }> {
    const { status, body } = await this.#call('POST', '', { maxTtlSeconds });
    assert.equal(status, 201, body.error);
    assert.ok(body.sessionId);
    const pod = await this.#stage.podOf(body.sessionId);
    const browser = this.#stage.browserOf(pod);
    assert.ok(browser, 'its browser runs');
    const browserGone = whenGone(browser);
    // A failed test does not wait for it.
    browserGone.catch(() => undefined);
    return { session: body.sessionId, pod, browserGone };
  }

  async #firstPod(): Promise<Pod> {
    let pod: Pod | undefined;
    const found = async () => {
      [pod] = await this.#stage.pods();
      return pod !== undefined;
    };
    await until('it has a pod', found, settleMs);
    return pod as Pod;
  }

  async #session(): Promise<BrowserSession> {
    const [session] = await this.#stage.sessions();
    assert.ok(session, 'there is a session under way');
    return session;
  }

  #call(method: string, path: string, body?: object): Promise<CallAnswer> {
    return this.#stage.call(method, path, body).catch(() => broken);
  }
}

/** A busy machine may be late. */
const lateMs = 15_000;
/** A pod that loads Playwright notices a killed browser late. */
const noticeMs = 10_000;
/** Kubernetes' times have whole seconds, and the deletion precedes the kill. */
const earlyMs = 5000;

/** Checks the browser's end, and the charge, by an independent clock. */
export const checkEnd = async (
  charge: SessionCharge,
  { struckAt, browserGone }: NonNullable<Outcome['ended']>,
): Promise<void> => {
  const { endedAt = '', expiresAt = '', closeReason } = charge;
  const due = closeReason === 'Expired' ? Date.parse(expiresAt) : struckAt;
  const [charged, gone] = [Date.parse(endedAt), await browserGone];
  assert.ok(gone <= due + lateMs, `its browser ran for ${gone - due} ms too long`);
  assert.ok(charged <= gone + noticeMs, `it is charged for ${charged - gone} ms after its browser`);
  assert.ok(charged >= due - earlyMs, `it is charged up to ${due - charged} ms before its end`);
};
