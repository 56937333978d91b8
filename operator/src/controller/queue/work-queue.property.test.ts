import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PlayedClock } from '@tintype/stores/testing';
import fc from 'fast-check';
import { type Lane, WorkQueue } from './work-queue.js';

type Step =
  | { what: 'add'; key: string; lane: Lane }
  | { what: 'add after' | 'add rate-limited' | 'add again'; key: string; milliseconds: number }
  | { what: 'get' }
  | { what: 'done'; place: number }
  | { what: 'pass'; milliseconds: number };

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const lane = fc.constantFrom<Lane>('normal', 'low');
const milliseconds = fc.integer({ min: 1, max: 100 });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('add' as const), key, lane }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constantFrom('add after', 'add rate-limited', 'add again'), key, milliseconds }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('get' as const) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('done' as const), place: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('pass' as const), milliseconds }) },
);

/** A run that the queue owes to a key. */
interface Owed {
  dueAt: number;
  lane: Lane;
  /** Keys of the same lane that came first although this one was due. */
  overtakenBy: Set<string>;
}

/** Plays steps on a queue, and computes by simple means what it owes. */
class Play {
  readonly clock = new PlayedClock();
  readonly #owed = new Map<string, Owed>();
  readonly #inHand: string[] = [];
  #delay = 0;
  #waiting = 0;
  #normalInRow = 0;
  #failure: unknown;
  readonly queue = new WorkQueue({
    clock: this.clock,
    rateLimiter: {
      waitAfterFailure: () => this.#delay,
      waitForTurn: () => this.#delay,
      retries: () => 0,
      forget: () => {},
    },
  });

  async do(step: Step): Promise<void> {
    if (step.what === 'add') this.#add(step, 0, () => this.queue.add(step.key, step.lane));
    if ('key' in step && step.what !== 'add') this.#addDelayed(step);
    if (step.what === 'get') this.#get();
    if (step.what === 'done') this.#done(step.place);
    await this.clock.advance(step.what === 'pass' ? step.milliseconds : 0);
    if (this.#failure) throw this.#failure;
    this.#checkNobodyWaitsInVain();
  }

  #get(): void {
    this.#waiting += 1;
    const got = this.queue.get().then((key) => this.#got(key));
    got.catch((error) => {
      this.#failure ??= error;
    });
  }

  /** Works until nothing is left. */
  async finish(): Promise<void> {
    while (this.#owed.size > 0 || this.#inHand.length > 0) {
      await this.do({ what: 'get' });
      await this.do({ what: 'done', place: 0 });
      await this.do({ what: 'pass', milliseconds: 100 });
    }
    assert.deepEqual([this.queue.depth('normal'), this.queue.depth('low')], [0, 0]);
    assert.equal(this.clock.nextIn, undefined, 'a timer is left');
  }

  #addDelayed({ what, key, milliseconds }: Extract<Step, { key: string; milliseconds: number }>): void {
    this.#delay = milliseconds;
    const calls = {
      'add after': () => this.queue.addAfter(key, milliseconds),
      'add rate-limited': () => this.queue.addRateLimited(key),
      'add again': () => this.queue.addAgain(key),
    };
    this.#add({ key, lane: 'normal' }, milliseconds, calls[what]);
  }

  #add({ key, lane }: { key: string; lane: Lane }, delayMs: number, call: () => void): void {
    const dueAt = this.clock.monotonic() + delayMs;
    const known = this.#owed.get(key);
    if (!known) this.#owed.set(key, { dueAt, lane, overtakenBy: new Set() });
    else {
      known.dueAt = Math.min(known.dueAt, dueAt);
      if (lane === 'normal' && known.lane === 'low') Object.assign(known, { lane, overtakenBy: new Set() });
    }
    call();
  }

  #got(key: string | undefined): void {
    assert.ok(key);
    this.#waiting -= 1;
    assert.ok(!this.#inHand.includes(key), `${key} is in two hands`);
    const owed = this.#owed.get(key);
    assert.ok(owed && owed.dueAt <= this.clock.monotonic(), `${key} came too early`);
    this.#owed.delete(key);
    this.#inHand.push(key);
    const earlier = this.#ready().find(([, other]) => other.lane === owed.lane && other.dueAt < owed.dueAt);
    assert.equal(earlier, undefined, `${key} came before its turn`);
    this.#checkTurns(key, owed.lane);
  }

  #done(place: number): void {
    const [key] = this.#inHand.splice(place % Math.max(this.#inHand.length, 1), 1);
    if (key === undefined) return;
    this.#owed.get(key)?.overtakenBy.clear();
    this.queue.done(key);
  }

  #ready(): [string, Owed][] {
    const now = this.clock.monotonic();
    return [...this.#owed].filter(([key, { dueAt }]) => dueAt <= now && !this.#inHand.includes(key));
  }

  #checkNobodyWaitsInVain(): void {
    if (this.#waiting > 0) assert.deepEqual(this.#ready(), [], 'a key is ready, and a getter waits');
  }

  #checkTurns(key: string, lane: Lane): void {
    const ready = this.#ready();
    for (const [other, { overtakenBy }] of ready.filter(([, owed]) => owed.lane === lane)) {
      assert.ok(!overtakenBy.has(key), `${key} was given twice while ${other} waited`);
      overtakenBy.add(key);
    }
    const lowWaits = ready.some(([, owed]) => owed.lane === 'low');
    this.#normalInRow = lane === 'normal' && lowWaits ? this.#normalInRow + 1 : 0;
    assert.ok(this.#normalInRow <= 3, 'the low lane starves');
  }
}

it('no key has two workers, is lost, early, late or overtaken twice, in any order of calls', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const play = new Play();
      for (const each of steps) await play.do(each);
      await play.finish();
    }),
    { numRuns: 300 },
  );
});
