import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Lease, ResourceStore } from '@tintype/crds';
import { LeaderElector } from '@tintype/operator/testing';
import { MemoryStore, PlayedClock } from '@tintype/stores/testing';
import fc from 'fast-check';
import { electionLease as lease, silent } from '../../kit/operator/election-stage.js';
import { playedLink } from '../../kit/played/played-link.js';
import { PlayedProcess } from '../../kit/played/played-process.js';
import { SeededRandom } from '../../kit/played/seeded-random.js';

/** A process that tries for the lease, and what it believes. */
interface Candidate {
  process: PlayedProcess;
  elector: LeaderElector;
  stop: AbortController;
  /** True from the call of `lead` until its work has ended. */
  isWorking: boolean;
}

/** Values that only an API server would refuse. */
const noNumbers = ['abc', {}, -5, '1', null];

/** Processes, a store and random faults, all from one seed. */
class Schedule {
  readonly #random: SeededRandom;
  readonly #world = new PlayedClock();
  readonly #store: ResourceStore = new MemoryStore({ clock: this.#world });
  readonly #candidates: Candidate[] = [];
  /** Candidates that were asked to stop, and may still be ending their work. */
  readonly #stopped: Candidate[] = [];
  #isBad = true;
  #isAway = false;
  #made = 0;
  /** Terms of leadership: shows that the schedule tried something. */
  turns = 0;
  /** How often another writer changed or deleted the lease. */
  meddled = 0;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
    const size = this.#random.oneOf([2, 3]);
    for (let number = 0; number < size; number += 1) this.#add();
  }

  async play(): Promise<void> {
    for (let step = 0; step < 200; step += 1) {
      await this.#act();
      // Often in the middle of a call, which takes milliseconds.
      await this.#pass(this.#random.between(0, this.#random.oneOf([30, 6000, 6000])));
    }
    this.#isBad = false;
    this.#isAway = false;
    for (const each of [...this.#candidates, ...this.#stopped]) this.#resume(each);
    // Longer than the longest lease that counts.
    await this.#pass(200_000);
    assert.equal(this.#candidates.filter(({ elector }) => elector.isLeading()).length, 1, 'nobody leads in the end');
    await this.#end();
  }

  #add(): void {
    const random = this.#random;
    const process = new PlayedProcess({
      world: this.#world,
      rate: random.between(0.95, 1.05),
      offset: random.between(-1e9, 1e9),
    });
    const store = playedLink({
      world: this.#world,
      process,
      store: this.#store,
      random,
      isBad: () => this.#isBad,
      isAway: () => this.#isAway,
    });
    this.#made += 1;
    const identity = `candidate-${this.#made}`;
    const elector = new LeaderElector({
      store,
      lease,
      identity,
      log: silent,
      clock: process.clock,
      random: random.next,
    });
    const candidate: Candidate = { process, elector, stop: new AbortController(), isWorking: false };
    this.#candidates.push(candidate);
    void elector.run(candidate.stop.signal, (term) => this.#work(candidate, term));
  }

  async #work(candidate: Candidate, term: AbortSignal): Promise<void> {
    this.turns += 1;
    candidate.isWorking = true;
    this.#check();
    await new Promise<void>((resolve) => term.addEventListener('abort', () => resolve()));
    const { clock } = candidate.process;
    await new Promise<void>((resolve) => clock.after(this.#random.between(0, 3000), resolve));
    candidate.isWorking = false;
  }

  #act(): unknown {
    const one = this.#random.oneOf(this.#candidates);
    const acts = {
      nothing: () => undefined,
      pause: () => one.process.pause(),
      resume: () => this.#resume(one),
      crash: () => {
        one.process.kill();
        this.#replace(one);
      },
      stop: () => {
        one.stop.abort();
        this.#replace(one);
      },
      away: () => {
        this.#isAway = !this.#isAway;
      },
      annotate: () => this.#annotate(),
      meddle: () => this.#meddle(),
    };
    const weights = { nothing: 30, pause: 12, resume: 25, crash: 6, stop: 6, away: 10, annotate: 5, meddle: 5 };
    return acts[this.#random.weighted(weights)]();
  }

  /** Like a Deployment: the old process may still be ending its work. */
  #replace(gone: Candidate): void {
    this.#stopped.push(gone);
    this.#candidates.splice(this.#candidates.indexOf(gone), 1);
    this.#add();
  }

  #resume({ process }: Candidate): void {
    process.resume(() => this.#check(), this.#random.next);
  }

  /** Another writer changes the lease, and takes nothing. */
  async #annotate(): Promise<void> {
    const found = await this.#store.get('Lease', lease);
    if (!found) return;
    const annotations = { seen: String(this.#random.next()) };
    await this.#store.update('Lease', { ...found, metadata: { ...found.metadata, annotations } });
  }

  /** Another writer damages or deletes the lease. */
  async #meddle(): Promise<void> {
    const found = await this.#store.get('Lease', lease);
    if (!found) return;
    this.meddled += 1;
    const acts = {
      delete: () => this.#store.delete('Lease', lease),
      'put back': () => this.#putBack(found),
      'take the holder away': () => this.#write(found, { holderIdentity: '' }),
      shorten: () => this.#write(found, { leaseDurationSeconds: 2 }),
      lengthen: () => this.#write(found, { leaseDurationSeconds: 2_147_483_647 }),
      'write no number': () => this.#write(found, { leaseDurationSeconds: this.#random.oneOf(noNumbers) as never }),
    };
    const others = { shorten: 2, lengthen: 1, 'write no number': 2 };
    await acts[this.#random.weighted({ delete: 6, 'put back': 2, 'take the holder away': 2, ...others })]();
  }

  /** Like `kubectl replace --force`: an equal object with another uid. */
  async #putBack({ apiVersion, kind, spec }: Lease): Promise<void> {
    await this.#store.delete('Lease', lease);
    await this.#store.create('Lease', { apiVersion, kind, metadata: lease, spec });
  }

  async #write(found: Lease, spec: Lease['spec']): Promise<void> {
    await this.#store.update('Lease', { ...found, spec: { ...found.spec, ...spec } });
  }

  /** Advances the clock from timer to timer, and checks at each. */
  async #pass(milliseconds: number): Promise<void> {
    const end = this.#world.monotonic() + milliseconds;
    for (let left = milliseconds; left > 0; left = end - this.#world.monotonic()) {
      await this.#world.advance(Math.min(this.#world.nextIn ?? left, left));
      this.#check();
    }
  }

  /** Checks a paused process when it continues; before that it can do nothing. */
  #check(): void {
    const running = [...this.#candidates, ...this.#stopped].filter(({ process }) => process.isRunning);
    const leading = running.filter(({ elector }) => elector.holdsLease());
    assert.ok(leading.length <= 1, `${leading.map(({ elector }) => elector.identity).join(' and ')} hold the lease`);
    for (const { elector, isWorking } of leading) assert.ok(isWorking, `${elector.identity} holds it without work`);
    for (const { elector } of running) assert.ok(elector.holdsLease() || !elector.isLeading());
  }

  async #end(): Promise<void> {
    for (const { stop } of this.#candidates) stop.abort();
    await this.#pass(20_000);
    const found = await this.#store.get('Lease', lease);
    assert.equal(found?.spec.holderIdentity, '', 'the lease was not given back in the end');
  }
}

describe('leader election under every order of faults', () => {
  it('never has two who believe that they lead, and has one in the end', async () => {
    let [turns, meddled] = [0, 0];
    await fc.assert(
      fc.asyncProperty(fc.noShrink(fc.nat()), async (seed) => {
        const schedule = new Schedule(seed);
        await schedule.play();
        turns += schedule.turns;
        meddled += schedule.meddled;
      }),
      { numRuns: 60 },
    );
    assert.ok(turns > 200 && meddled > 200, `only ${turns} terms, and ${meddled} times somebody meddled`);
  });
});
