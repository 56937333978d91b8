import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noActions } from '@tintype/contracts';
import { AlreadyExists, type BrowserSession, Conflict, StoreUnavailable, sessionName, Throttled } from '@tintype/crds';
import { NotReached } from '@tintype/runtime';
import { PlayedClock } from '@tintype/stores/testing';
import type { PodEnd, SessionsOutside } from '../dependencies.js';
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

const active = {
  metadata: { namespace: 'default', name: sessionName(session) },
  status: { phase: 'Active', pod: { name: 'pod', uid: 'pod-uid' } },
} as BrowserSession;

const refused = new StoreUnavailable('refused', 'none');
const lost = new StoreUnavailable('no answer', 'unknown');

type Answer = Error | 'made';

interface Played {
  /** To each create; the last one to all that come after it. */
  creates?: readonly Answer[];
  take?: () => Promise<boolean>;
  /** To each confirmation; the last one to all that come after it. */
  said?: readonly (boolean | Error)[];
  /** Whether it was confirmed, by its pod's record, where that can be had. */
  recorded?: boolean | Error | undefined;
  /** What its object looks like one after the other; by default it is active at once. */
  seen?: readonly (BrowserSession | undefined)[];
}

/** What stands behind an api: answers creates as it is told, and opens whatever was made at once. */
class PlayedDependencies {
  readonly clock = new PlayedClock();
  readonly freed: string[] = [];
  creates = 0;
  confirms = 0;
  closes = 0;
  deleted = false;
  readonly #played: Played;
  readonly #take: () => Promise<boolean>;

  constructor({ take = async () => true, ...played }: Played) {
    this.#take = take;
    this.#played = played;
  }

  readonly dependencies = (): SessionsOutside => ({
    store: { create: () => this.#create(), delete: () => this.#delete() },
    waitFor: (_, holds, signal) => this.#waitFor(holds, signal),
    slots: { take: () => this.#take(), free: async (_, id) => void this.freed.push(id) },
    books: { findOpen: async () => undefined },
    agent: { confirm: () => this.#confirm(), close: () => this.#close() },
    clock: this.clock,
  });

  /** Waits for the caller's deadline when nothing that is seen decides. */
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
    const { said = [true] } = this.#played;
    const answer = said[Math.min(this.confirms, said.length - 1)];
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

  /** Settles as the opening does, while time goes on. */
  async open(call: Partial<SessionOrder> = {}): Promise<BrowserSession> {
    let isOver = false;
    const opening = openSession(this.dependencies(), { ...order, ...call }).finally(() => {
      isOver = true;
    });
    opening.catch(() => undefined);
    for (let passed = 0; passed < 60 && !isOver; passed += 1) await this.clock.advance(1000);
    assert.ok(isOver, 'it goes on for ever');
    return opening;
  }
}

describe('a session for which there is no slot', () => {
  it('is refused', () =>
    assert.rejects(new PlayedDependencies({ take: async () => false }).open(), { code: 'session_limit' }));

  it('is unavailable when nobody can tell, and gives back what it may have', async () => {
    const played = new PlayedDependencies({ take: () => Promise.reject(new Error('no answer')) });
    await assert.rejects(played.open(), { code: 'unavailable', cause: new Error('no answer') });
    assert.deepEqual(played.freed, [session]);
  });

  it('gives nothing back that another request of the same session may have', async () => {
    const played = new PlayedDependencies({ take: () => Promise.reject(new Error('no answer')) });
    await assert.rejects(played.open({ comesAgain: true }), { code: 'unavailable' });
    assert.deepEqual(played.freed, []);
  });
});

describe('the object of a session', () => {
  const surely: readonly Error[] = [refused, new Conflict('conflict'), new Throttled('busy', 1000)];

  for (const error of surely)
    it(`that is refused leaves the slot free at once: ${error.name}`, async () => {
      const played = new PlayedDependencies({ creates: [error] });
      await assert.rejects(played.open(), { code: 'unavailable' });
      assert.deepEqual([played.creates, played.freed], [1, [session]]);
    });

  it('that is refused leaves the slot to another request of the same session', async () => {
    const played = new PlayedDependencies({ creates: [refused] });
    await assert.rejects(played.open({ comesAgain: true }), { code: 'unavailable' });
    assert.deepEqual(played.freed, []);
  });

  const found: Record<string, readonly Answer[]> = {
    'was made': [lost, new AlreadyExists('it is there')],
    'was not made': [lost, 'made'],
    'was not made, and is refused for a time': [lost, refused, new Conflict('conflict'), lost, 'made'],
  };

  for (const [name, creates] of Object.entries(found))
    it(`is asked for again when there is no answer: it ${name}`, async () => {
      const played = new PlayedDependencies({ creates });
      assert.equal(await played.open(), active);
      assert.deepEqual([played.creates, played.freed], [creates.length, []]);
    });

  it('of which nothing is ever known keeps its slot: it may still come', async () => {
    const played = new PlayedDependencies({ creates: [lost, refused] });
    const deadline = new AbortController();
    played.clock.after(20_000, () => deadline.abort(new Error('the time is up')));
    await assert.rejects(played.open({ signal: deadline.signal }), { code: 'unavailable' });
    assert.deepEqual(played.freed, []);
    assert.ok(played.creates > 10 && played.creates < 30, `${played.creates} creates in 20 s`);
  });
});

describe('a session whose browser does not come up', () => {
  const waiting = (reason: string, phase = 'Binding') =>
    ({ ...active, status: { phase, conditions: [{ type: 'Ready', status: 'False', reason }] } }) as BrowserSession;

  const tell = (...seen: (BrowserSession | undefined)[]) => tellOf({ seen });

  const tellOf = ({ seen = [] }: Played, call: Partial<SessionOrder> = {}) => {
    const played = new PlayedDependencies({ seen });
    const deadline = new AbortController();
    played.clock.after(20_000, () => deadline.abort(new Error('the time is up')));
    return played.open({ signal: deadline.signal, ...call });
  };

  for (const reason of ['PodUnschedulable', 'PodNotMade'])
    it(`because there is no room says so, and when to come back: ${reason}`, async () => {
      const told = { code: 'overloaded', retryAfterSeconds: 5, message: /no room for another/ };
      await assert.rejects(tell(undefined, waiting(reason)), told);
      await assert.rejects(tell(waiting(reason), waiting('StartTimeout', 'Failed')), told);
    });

  it('for another reason says that it costs nothing', async () => {
    const told = { code: 'unavailable', message: /costs nothing/ };
    await assert.rejects(tell(undefined), told);
    await assert.rejects(tell(waiting('PodNotStarted')), told);
    await assert.rejects(tell(waiting('PodUnschedulable'), waiting('Bound')), told);
    const failed = { ...active, status: { phase: 'Failed', closeReason: 'TooManyAttempts' } } as BrowserSession;
    await assert.rejects(tell(failed), { ...told, cause: new Error('Its operator ended it: TooManyAttempts') });
  });

  it('is not said to cost nothing where an earlier request may have been given it', async () => {
    const told = { code: 'unavailable', message: /not known yet/ };
    for (const seen of [[undefined], [waiting('Bound'), undefined], [waiting('Charged', 'Closed')]])
      await assert.rejects(tellOf({ seen }, { comesAgain: true, mayBeGiven: true }), told);
  });
});

describe('the confirmation of a session', () => {
  type Said = boolean | Error;
  const silence = new Error('no answer');
  const away = new NotReached('nobody is there');

  /** What the caller is told when its pod answers so, and goes on with the last; the time is up after 20 s. */
  const tell = (...said: readonly Said[]) => tellOf({ said });

  const tellOf = async ({ said, recorded }: Pick<Played, 'said' | 'recorded'>, call: Partial<SessionOrder> = {}) => {
    const played = new PlayedDependencies({ said: said ?? [true], recorded });
    const deadline = new AbortController();
    played.clock.after(20_000, () => deadline.abort(new Error('the time is up')));
    const told = await played.open({ signal: deadline.signal, ...call }).then(
      () => 201,
      () => 503,
    );
    return { told, asked: played.confirms, isClosed: played.deleted };
  };

  it('is asked for again until there is an answer', async () => {
    assert.deepEqual(await tell(silence, silence, true), { told: 201, asked: 3, isClosed: false });
    assert.deepEqual(await tell(away, away, true), { told: 201, asked: 3, isClosed: false });
  });

  it('that is refused takes the session back', async () => {
    assert.deepEqual(await tell(false), { told: 503, asked: 1, isClosed: true });
    assert.deepEqual(await tell(away, false), { told: 503, asked: 2, isClosed: true });
  });

  it('that may have been heard makes the session the caller’s: it may have to be paid for', async () => {
    const { told, asked, isClosed } = await tell(silence);
    assert.deepEqual([told, isClosed], [201, false]);
    assert.ok(asked > 5 && asked < 60, `${asked} confirms in 20 s`);
  });

  for (const recorded of [true, undefined, silence])
    it(`that may have been heard is the caller’s when it is refused then, and the record says ${recorded}`, async () => {
      const told = await tellOf({ said: [silence, false], recorded });
      assert.deepEqual(told, { told: 201, asked: 2, isClosed: false });
    });

  it('that was not heard after all takes the session back', async () => {
    const told = await tellOf({ said: [silence, false], recorded: false });
    assert.deepEqual(told, { told: 503, asked: 2, isClosed: true });
  });

  it('has the pod asked for its record only when it was refused after a doubt', async () => {
    for (const said of [[true], [silence, true], [false]]) {
      const played = new PlayedDependencies({ said });
      await played.open().catch(() => undefined);
      assert.equal(played.closes, 0);
    }
  });

  it('that nobody can have heard takes the session back when the time is up', async () => {
    const { told, isClosed } = await tell(away);
    assert.deepEqual([told, isClosed], [503, true]);
  });

  const again = { comesAgain: true, mayBeGiven: true };

  it('that nobody can have heard leaves the session to a caller that comes again: an earlier one may have been heard', async () => {
    const { told, isClosed } = await tellOf({ said: [away] }, again);
    assert.deepEqual([told, isClosed], [201, false]);
  });

  it('of one that comes again is refused only when the record says that nobody has confirmed it', async () => {
    assert.equal((await tellOf({ said: [false], recorded: true }, again)).told, 201);
    assert.equal((await tellOf({ said: [false], recorded: silence }, again)).told, 201);
    assert.equal((await tellOf({ said: [false], recorded: false }, again)).told, 503);
  });

  it('of one that was read to be open needs nothing but its pod', async () => {
    const played = new PlayedDependencies({ creates: [refused], take: async () => false, seen: [] });
    assert.equal(await played.open({ ...again, active }), active);
    assert.deepEqual([played.creates, played.confirms], [0, 1]);
  });

  it('is not sent for a session that somebody has deleted', async () => {
    const metadata = { ...active.metadata, deletionTimestamp: '2030-01-01T00:00:00Z' };
    const played = new PlayedDependencies({ seen: [{ ...active, metadata }] });
    await assert.rejects(played.open(), { code: 'unavailable' });
    assert.deepEqual([played.confirms, played.deleted], [0, true]);
  });

  it('is not sent for a caller that has left', async () => {
    const played = new PlayedDependencies({});
    const left = AbortSignal.abort(new Error('it has left'));
    await assert.rejects(played.open({ signal: left }), { code: 'unavailable' });
    assert.deepEqual([played.confirms, played.deleted], [0, true]);
  });
});
