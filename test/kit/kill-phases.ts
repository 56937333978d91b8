import assert from 'node:assert/strict';
import { agentAddress, type BrowserSession, type Pod, sessionId } from '@tintype/crds';
import type { SessionCharge } from '@tintype/ledger';
import { type KilledPart, type KillStage, settleMs, signalProcess } from './kill-stage.js';
import type { SessionAnswer } from './session-http.js';
import { hasSentUnread } from './sockets.js';
import { until } from './until.js';

/**
 * When a part is killed. `opening`: the session has no browser yet; `active`; `acting`: an action is under way; `closing`: its
 * object is being deleted and its pod not closed; `settling`: what it comes to is fixed and not charged. With warm browsers,
 * besides, `idle`: there is no session yet; `claimed`: the pod is the session's and has not heard of it; `activated`: its
 * browser is open and the operator does not know.
 */
export type Phase = 'opening' | 'active' | 'acting' | 'closing' | 'settling' | 'idle' | 'claimed' | 'activated';

const creates: readonly Phase[] = ['opening', 'idle', 'claimed', 'activated'];

/** The session is not its client's yet. */
export const isBefore = (phase: Phase): boolean => creates.includes(phase);

/** What a client is answered; 0 when its connection breaks, as when the api is killed. */
interface Told {
  status: number;
  body: Partial<SessionAnswer>;
}

/** When a process has ended; looked at again and again, for longer than any session of these tests has. */
export const whenGone = async (pid: number): Promise<number> => {
  await until(`browser ${pid} has ended`, () => !signalProcess(pid, 0), 2 * settleMs);
  return Date.now();
};

const broken: Told = { status: 0, body: {} };

export interface Outcome {
  session: string;
  /** The answer to the call that was under way when the part was killed, if one was. */
  told: number | undefined;
  /** Of one that was open by then; times are milliseconds of the epoch, by the test's own clock. */
  ended?: { struckAt: number; browserGone: Promise<number> };
}

/** A session in one of its phases, and the kill in it. One at a time. */
export class KillPhases {
  readonly #stage: KillStage;

  constructor(stage: KillStage) {
    this.#stage = stage;
  }

  strike(phase: Phase, part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    return this[phase](part, maxTtlSeconds);
  }

  /** The pod's program stands still until the part is dead, so that the browser is not open yet. */
  async opening(part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    const answer = this.#tell('POST', '', { maxTtlSeconds });
    const pod = await this.#firstPod();
    const has = part === 'browser' ? () => this.#stage.browserOf(pod) : () => this.#stage.agentOf(pod);
    await until(`it has a process of its ${part}`, () => has() !== undefined);
    const session = sessionId(await this.#session());
    await this.#whileStopped(pod, part);
    const { status, body } = await answer;
    assert.ok(status !== 201 || body.sessionId === session);
    return { session, told: status };
  }

  async active(part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    const { session, pod, browserGone } = await this.#open(maxTtlSeconds);
    assert.ok(await this.#stage.kill(part, pod));
    return { session, told: undefined, ended: { struckAt: Date.now(), browserGone } };
  }

  /** The action waits for a page that never comes. */
  async acting(part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    const { session, pod, browserGone } = await this.#open(maxTtlSeconds);
    const { site } = this.#stage;
    const before = site.hits('/hangs');
    const answer = this.#tell('POST', `/${session}/actions`, { type: 'goto', payload: { url: site.url('/hangs') } });
    await until('the page is asked for', () => site.hits('/hangs') > before);
    assert.ok(await this.#stage.kill(part, pod));
    const ended = { struckAt: Date.now(), browserGone };
    return { session, told: (await answer).status, ended };
  }

  /** The pod's program stands still until the part is dead, so that it has not closed yet. */
  async closing(part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    const { session, pod, browserGone } = await this.#open(maxTtlSeconds);
    const agent = this.#stage.agentOf(pod);
    assert.ok(agent && signalProcess(agent, 'SIGSTOP'));
    const answer = this.#tell('DELETE', `/${session}`);
    const isDeleted = async () => (await this.#session()).metadata.deletionTimestamp !== undefined;
    await until('its object is being deleted', isDeleted);
    await this.#whileStopped(pod, part);
    const ended = { struckAt: Date.now(), browserGone };
    return { session, told: (await answer).status, ended };
  }

  /** The ledger takes no charge until the part is dead. */
  async settling(part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    const { session, pod, browserGone } = await this.#open(maxTtlSeconds);
    await this.#stage.refuseCharges(true);
    const struckAt = Date.now();
    const answer = this.#tell('DELETE', `/${session}`);
    try {
      const isSettling = async () => (await this.#session()).status?.phase === 'Settling';
      await until('it is being settled', isSettling, settleMs);
      assert.ok(await this.#stage.kill(part, pod), `there is a ${part} to kill`);
    } finally {
      await this.#stage.refuseCharges(false);
    }
    return { session, told: (await answer).status, ended: { struckAt, browserGone } };
  }

  /** What is warm is killed before anybody asks for it. */
  async idle(part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    await this.#stage.untilWarm();
    const [pod] = await this.#stage.warmPods();
    assert.ok(pod && (await this.#stage.kill(part, pod)));
    await until('every part answers', () => this.#stage.isReady(), settleMs);
    const { status, body } = await this.#tell('POST', '', { maxTtlSeconds });
    return { session: body.sessionId ?? '', told: status };
  }

  /** The warm pod's program stands still from before, so that it has not heard of the session that has it. */
  async claimed(part: KilledPart, maxTtlSeconds: number): Promise<Outcome> {
    const { session, pod, agent, answer } = await this.#claim(maxTtlSeconds);
    try {
      assert.ok(await this.#stage.kill(part, pod));
    } finally {
      signalProcess(agent, 'SIGCONT');
    }
    return { session, told: (await answer).status };
  }

  /** The operator stands still from when it has asked, until the pod has opened its browser and the part is dead. */
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
    return { session, told: (await answer).status };
  }

  /** A session has the warm pod, whose program stands still. */
  async #claim(maxTtlSeconds: number) {
    await this.#stage.untilWarm();
    const [warm] = await this.#stage.warmPods();
    const agent = warm && this.#stage.agentOf(warm);
    assert.ok(agent && signalProcess(agent, 'SIGSTOP'));
    const answer = this.#tell('POST', '', { maxTtlSeconds });
    let session = '';
    const isOpen = async () => {
      const [object] = await this.#stage.sessions();
      session = object ? sessionId(object) : '';
      return session !== '' && (await this.#stage.books.findOpen(session)) !== undefined;
    };
    await until('a session is in the books', isOpen, settleMs);
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

  /** A session that its client was given, as its pod has noted. */
  async #open(maxTtlSeconds: number): Promise<{ session: string; pod: Pod; browserGone: Promise<number> }> {
    const { status, body } = await this.#tell('POST', '', { maxTtlSeconds });
    assert.equal(status, 201, body.error);
    assert.ok(body.sessionId);
    const pod = await this.#stage.podOf(body.sessionId);
    const browser = this.#stage.browserOf(pod);
    assert.ok(browser, 'its browser runs');
    const browserGone = whenGone(browser);
    // Of a test that has failed before, nobody waits for it.
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

  #tell(method: string, path: string, body?: object): Promise<Told> {
    return this.#stage.call(method, path, body).catch(() => broken);
  }
}

/** What a busy machine may be late by. */
const lateMs = 15_000;
/** Times of Kubernetes are to the second, and the object is deleted before the part is killed. */
const earlyMs = 5000;

/** Its browser ran no longer than it should, and it is charged up to then, by a clock that took no part in it. */
export const checkEnd = async (
  charge: SessionCharge,
  { struckAt, browserGone }: NonNullable<Outcome['ended']>,
): Promise<void> => {
  const { endedAt = '', expiresAt = '', closeReason } = charge;
  const due = closeReason === 'Expired' ? Date.parse(expiresAt) : struckAt;
  const [charged, gone] = [Date.parse(endedAt), await browserGone];
  assert.ok(gone <= due + lateMs, `its browser ran for ${gone - due} ms too long`);
  assert.ok(charged <= gone + 1000, `it is charged for ${charged - gone} ms after its browser`);
  assert.ok(charged >= due - earlyMs, `it is charged up to ${due - charged} ms before its end`);
};
