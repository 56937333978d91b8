import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noActions } from '@tintype/contracts';
import { AlreadyExists, type BrowserSession, Conflict, StoreUnavailable, sessionName, Throttled } from '@tintype/crds';
import { PodNotReached } from '@tintype/runtime';
import { PlayedClock } from '@tintype/stores/testing';
import type { PodEnd, SessionDependencies } from '../dependencies.js';
import { openSession, type SessionOrder } from './open-session.js';

const session = 'sess_00000000-0000-4000-8000-00000000abcd';

const order: SessionOrder = {
  session,
  namespace: 'default',
  account: 'acme',
  limit: 5,
  startBy: 20_000,
  signal: new AbortController().signal,
  options: { maxTtlSeconds: 60, proxy: false, bypassBotDetection: false, cdp: false },
};

const retry = { isRetryable: true, mayHaveReachedClient: true };

const active = {
  metadata: { namespace: 'default', name: sessionName(session) },
  status: { phase: 'Active', pod: { name: 'pod', uid: 'pod-uid' } },
} as BrowserSession;

const refused = new StoreUnavailable('refused', 'none');
const lost = new StoreUnavailable('no answer', 'unknown');

type Answer = Error | 'made';

interface Played {
  /** Answers to each create; the last one repeats. */
  creates?: readonly Answer[];
  take?: () => Promise<boolean>;
  /** Answers to each confirmation; the last one repeats. */
  answers?: readonly (boolean | Error)[];
  /** The pod's record: whether it was confirmed. */
  recorded?: boolean | Error | undefined;
  /** States of the object, in order; by default it is active at once. */
  seen?: readonly (BrowserSession | undefined)[];
}

/** The services that an api depends on. They answer as played, and open every created session at once. */
class PlayedDependencies {
  readonly clock = new PlayedClock();
  readonly freed: string[] = [];
  creates = 0;
  confirms = 0;
  closes = 0;
  deleted = false;
  readonly #played: Played;

  constructor(played: Played) {
    this.#played = played;
  }

  readonly dependencies = (): SessionDependencies => ({
    store: { create: () => this.#create(), delete: () => this.#delete() },
    waitFor: (_, holds, signal) => this.#waitFor(holds, signal),
    slots: { take: this.#played.take ?? (async () => true), free: async (_, id) => void this.freed.push(id) },
    ledger: { findOpen: async () => undefined },
    agent: { confirm: () => this.#confirm(), close: () => this.#close() },
    clock: this.clock,
  });

  /** Waits for the deadline if no state decides. */
  async #waitFor(holds: (session: BrowserSession | undefined) => boolean, signal: AbortSignal) {
    for (const each of this.#played.seen ?? [active]) if (holds(each)) return each;
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    throw signal.reason;
  }

  async #create(): Promise<never> {
    const { creates = ['made'] } = this.#played;
    const answer = creates[Math.min(this.creates, creates.length - 1)];
    this.creates += 1;
    if (answer !== 'made') throw answer;
    return active as never;
  }

  async #delete(): Promise<undefined> {
    this.deleted = true;
  }

  async #confirm(): Promise<boolean> {
    const { answers = [true] } = this.#played;
    const answer = answers[Math.min(this.confirms, answers.length - 1)];
    this.confirms += 1;
    if (answer instanceof Error) throw answer;
    return answer === true;
  }

  async #close(): Promise<PodEnd | undefined> {
    this.closes += 1;
    const { recorded } = this.#played;
    if (recorded instanceof Error) throw recorded;
    if (recorded === undefined) return undefined;
    return { record: { session, confirmed: recorded, crashed: false, counts: noActions } };
  }

  /** Settles with the opening, while time passes. */
  async open(call: Partial<SessionOrder> = {}): Promise<BrowserSession> {
    let isOver = false;
    const opening = openSession(this.dependencies(), { ...order, ...call }).finally(() => {
      isOver = true;
    });
    opening.catch(() => undefined);
    for (let passed = 0; passed < 60 && !isOver; passed += 1) await this.clock.advance(1000);
    assert.ok(isOver, 'the opening never ends');
    return opening;
  }

  /** Opens a session with a deadline of 20 s. */
  openWithin20s(call: Partial<SessionOrder> = {}): Promise<BrowserSession> {
    const deadline = new AbortController();
    this.clock.after(20_000, () => deadline.abort(new Error('the time is up')));
    return this.open({ signal: deadline.signal, ...call });
  }
}

describe('a session without a slot', () => {
  it('is refused', () =>
    assert.rejects(new PlayedDependencies({ take: async () => false }).open(), { code: 'session_limit' }));

  it('is unavailable if the outcome is unknown, and frees a slot that it may have', async () => {
    const played = new PlayedDependencies({ take: () => Promise.reject(new Error('no answer')) });
    await assert.rejects(played.open(), { code: 'unavailable', cause: new Error('no answer') });
    assert.deepEqual(played.freed, [session]);
  });

  it('keeps a slot that another request of the same session may have', async () => {
    const played = new PlayedDependencies({ take: () => Promise.reject(new Error('no answer')) });
    await assert.rejects(played.open({ isRetryable: true }), { code: 'unavailable' });
    assert.deepEqual(played.freed, []);
  });
});

describe('the object of a session', () => {
  const surely: readonly Error[] = [refused, new Conflict('conflict'), new Throttled('busy', 1000)];

  for (const error of surely)
    it(`that is refused frees the slot at once: ${error.name}`, async () => {
      const played = new PlayedDependencies({ creates: [error] });
      await assert.rejects(played.open(), { code: 'unavailable' });
      assert.deepEqual([played.creates, played.freed], [1, [session]]);
    });

  it('that is refused keeps the slot for another request of the same session', async () => {
    const played = new PlayedDependencies({ creates: [refused] });
    await assert.rejects(played.open({ isRetryable: true }), { code: 'unavailable' });
    assert.deepEqual(played.freed, []);
  });

  const found: Record<string, readonly Answer[]> = {
    'was made': [lost, new AlreadyExists('it is there')],
    'was not made': [lost, 'made'],
    'was not made, and is refused for a time': [lost, refused, new Conflict('conflict'), lost, 'made'],
  };

  for (const [name, creates] of Object.entries(found))
    it(`is requested again without an answer: it ${name}`, async () => {
      const played = new PlayedDependencies({ creates });
      assert.equal(await played.open(), active);
      assert.deepEqual([played.creates, played.freed], [creates.length, []]);
    });

  it('keeps its slot if its fate stays unknown: it may still appear', async () => {
    const played = new PlayedDependencies({ creates: [lost, refused] });
    await assert.rejects(played.openWithin20s(), { code: 'unavailable' });
    assert.deepEqual(played.freed, []);
    assert.ok(played.creates > 10 && played.creates < 30, `${played.creates} creates in 20 s`);
  });
});

describe('a session whose browser does not come up', () => {
  const waiting = (reason: string, phase = 'Binding') =>
    ({ ...active, status: { phase, conditions: [{ type: 'Ready', status: 'False', reason }] } }) as BrowserSession;

  const open = (...seen: (BrowserSession | undefined)[]) => new PlayedDependencies({ seen }).openWithin20s();

  for (const reason of ['PodUnschedulable', 'PodNotMade'])
    it(`because all are in use says so, and when to retry: ${reason}`, async () => {
      const error = { code: 'overloaded', retryAfterSeconds: 5, message: /All browsers are in use/ };
      await assert.rejects(open(undefined, waiting(reason)), error);
      await assert.rejects(open(waiting(reason), waiting('StartTimeout', 'Failed')), error);
    });

  it('for another reason says that the session is free', async () => {
    const error = { code: 'unavailable', message: /costs nothing/ };
    await assert.rejects(open(undefined), error);
    await assert.rejects(open(waiting('PodNotStarted')), error);
    await assert.rejects(open(waiting('PodUnschedulable'), waiting('Bound')), error);
    const failed = { ...active, status: { phase: 'Failed', closeReason: 'TooManyAttempts' } } as BrowserSession;
    await assert.rejects(open(failed), {
      ...error,
      cause: new Error('The operator ended the session: TooManyAttempts'),
    });
  });

  it('is not called free if an earlier request may have returned it', async () => {
    const error = { code: 'unavailable', message: /not known yet/ };
    for (const seen of [[undefined], [waiting('Bound'), undefined], [waiting('Charged', 'Closed')]])
      await assert.rejects(new PlayedDependencies({ seen }).openWithin20s(retry), error);
  });
});

describe('the confirmation of a session', () => {
  type Answered = boolean | Error;
  const silence = new Error('no answer');
  const away = new PodNotReached('nobody is there');

  /** The status of the answer if the pod gives these answers to confirmations, the last one repeatedly. */
  const open = (...answers: readonly Answered[]) => openWith({ answers });

  const openWith = async (
    { answers = [true], recorded }: Pick<Played, 'answers' | 'recorded'>,
    call: Partial<SessionOrder> = {},
  ) => {
    const played = new PlayedDependencies({ answers, recorded });
    const status = await played.openWithin20s(call).then(
      () => 201,
      () => 503,
    );
    return { status, asked: played.confirms, isClosed: played.deleted };
  };

  it('is sent again until there is an answer', async () => {
    assert.deepEqual(await open(silence, silence, true), { status: 201, asked: 3, isClosed: false });
    assert.deepEqual(await open(away, away, true), { status: 201, asked: 3, isClosed: false });
  });

  it('that is refused takes the session back', async () => {
    assert.deepEqual(await open(false), { status: 503, asked: 1, isClosed: true });
    assert.deepEqual(await open(away, false), { status: 503, asked: 2, isClosed: true });
  });

  it('that may have arrived makes the session the client’s: it may cost something', async () => {
    const { status, asked, isClosed } = await open(silence);
    assert.deepEqual([status, isClosed], [201, false]);
    assert.ok(asked > 5 && asked < 60, `${asked} confirms in 20 s`);
  });

  for (const recorded of [true, undefined, silence])
    it(`that may have arrived counts after a refusal if the record says ${recorded}`, async () => {
      const outcome = await openWith({ answers: [silence, false], recorded });
      assert.deepEqual(outcome, { status: 201, asked: 2, isClosed: false });
    });

  it('that did not arrive, by the record, takes the session back', async () => {
    const outcome = await openWith({ answers: [silence, false], recorded: false });
    assert.deepEqual(outcome, { status: 503, asked: 2, isClosed: true });
  });

  it('asks for the record only after a doubt and a refusal', async () => {
    for (const answers of [[true], [silence, true], [false]]) {
      const played = new PlayedDependencies({ answers });
      await played.open().catch(() => undefined);
      assert.equal(played.closes, 0);
    }
  });

  it('that certainly did not arrive takes the session back when the time is up', async () => {
    const { status, isClosed } = await open(away);
    assert.deepEqual([status, isClosed], [503, true]);
  });

  it('that certainly did not arrive leaves the session to a retry: an earlier one may have arrived', async () => {
    const { status, isClosed } = await openWith({ answers: [away] }, retry);
    assert.deepEqual([status, isClosed], [201, false]);
  });

  it('of a retry is refused only if the record denies a confirmation', async () => {
    assert.equal((await openWith({ answers: [false], recorded: true }, retry)).status, 201);
    assert.equal((await openWith({ answers: [false], recorded: silence }, retry)).status, 201);
    assert.equal((await openWith({ answers: [false], recorded: false }, retry)).status, 503);
  });

  it('of a session that is already open needs only its pod', async () => {
    const played = new PlayedDependencies({ creates: [refused], take: async () => false, seen: [] });
    assert.equal(await played.open({ ...retry, active }), active);
    assert.deepEqual([played.creates, played.confirms], [0, 1]);
  });

  it('is not sent for a deleted session', async () => {
    const metadata = { ...active.metadata, deletionTimestamp: '2030-01-01T00:00:00Z' };
    const played = new PlayedDependencies({ seen: [{ ...active, metadata }] });
    await assert.rejects(played.open(), { code: 'unavailable' });
    assert.deepEqual([played.confirms, played.deleted], [0, true]);
  });

  it('is not sent if the client left', async () => {
    const played = new PlayedDependencies({});
    const left = AbortSignal.abort(new Error('it has left'));
    await assert.rejects(played.open({ signal: left }), { code: 'unavailable' });
    assert.deepEqual([played.confirms, played.deleted], [0, true]);
  });
});
