import assert from 'node:assert/strict';
import { type BrowserSession, type SessionPhase, sessionId, sessionPhases } from '@tintype/crds';
import { type SessionCharge, sessionCredits } from '@tintype/ledger';
import type { Slots } from '@tintype/operator/testing';
import { Informer } from '@tintype/stores';
import type { Machine } from '../../explorer/played/machine.js';
import type { SessionStage } from './stage.js';

const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined };

const orderOf = ({ status }: BrowserSession) => sessionPhases.indexOf(status?.phase ?? 'Pending');

const finalPhases: readonly (SessionPhase | undefined)[] = ['Closed', 'Rejected', 'Failed'];

/** Checks what may never happen during a play, and what is left after it. */
export class SessionWitness {
  /** Violations. */
  readonly broken: string[] = [];
  /** The last seen objects by id. */
  readonly sessions = new Map<string, BrowserSession>();
  readonly #stage: SessionStage;
  readonly #informer: Informer<'BrowserSession'>;

  constructor(stage: SessionStage) {
    this.#stage = stage;
    const { engine, namespace } = stage;
    this.#informer = new Informer({
      store: engine.store,
      kind: 'BrowserSession',
      selector: { namespace },
      log: silent,
    });
    this.#informer.onChange((previous, current) => this.#see(previous, current));
  }

  start(): void {
    this.#informer.start();
  }

  stop(): Promise<void> {
    return this.#informer.stop();
  }

  seeOpened(machine: Machine): void {
    const { kubelet, accounts } = this.#stage;
    const { session = '', account = '' } = machine.order ?? {};
    const open = kubelet.machines.filter(({ isOpen }) => isOpen);
    if (kubelet.machines.some((each) => each !== machine && each.isOpen && each.order?.session === session))
      this.#isBroken(`two browsers for ${session}`);
    const own = open.filter(({ order }) => order?.account === account).length;
    if (own > (accounts.get(account)?.concurrentSessions ?? 0)) this.#isBroken(`${account} has ${own} browsers`);
  }

  /** The slots, with a check of each release. */
  watchSlots<T extends Pick<Slots, 'free'>>(slots: T): T {
    const free: Slots['free'] = (account, session, owner) => {
      if (this.#stage.kubelet.machines.some(({ isOpen, order }) => isOpen && order?.session === session))
        this.#isBroken(`the slot of ${session} is given back while its browser is open`);
      return slots.free(account, session, owner);
    };
    return { ...slots, free };
  }

  /** At rest. Returns the number of sessions with a positive charge. */
  async check(): Promise<number> {
    assert.deepEqual(this.broken, []);
    assert.deepEqual(await this.#stage.leftovers(), [], 'something is left over');
    let charged = 0;
    for (const session of new Set([...this.sessions.keys(), ...this.#stage.clients.map((client) => client.session)]))
      charged += await this.#check(session);
    return charged;
  }

  async #check(session: string): Promise<number> {
    const { open, charge } = await this.#stage.entries(session);
    const machine = this.#stage.kubelet.machineOf(session);
    this.#stage.note(`${session} was charged ${JSON.stringify(charge) ?? 'nothing'}`);
    assert.equal(charge !== undefined, open !== undefined, `${session}: one charge for each open`);
    if (!charge || !open) {
      assert.equal(machine, undefined, `${session}: a browser was opened without an open`);
      return 0;
    }
    const { startedAt = '', endedAt = '', credits, options } = charge;
    if (credits > 0) {
      assert.ok(machine?.confirmed, `${session} is charged, but its client never got it`);
      assert.equal(
        credits,
        sessionCredits(Date.parse(endedAt) - Date.parse(startedAt), options.maxTtlSeconds),
        session,
      );
      const { endedAt: stoppedAt = 0, finishedAt = '' } = machine;
      const latest = Math.max(stoppedAt, Date.parse(finishedAt) || 0);
      assert.ok(Date.parse(endedAt) <= latest, `${session} is charged for longer than it was open`);
    }
    if (machine) this.#checkKnown(charge, machine);
    const wasActive = this.sessions.get(session)?.status?.startedAt !== undefined;
    if (credits === 0 && machine?.confirmed && wasActive)
      assert.ok(machine.wasLost || this.#stage.stripped.has(session), `${session} is free, but was confirmed`);
    const client = this.#stage.clients.find((each) => each.session === session);
    if (client?.answer === '503') assert.equal(credits, 0, `${session}: a client that got 503 pays nothing`);
    return credits > 0 ? 1 : 0;
  }

  /** The least possible charge, and the counts unless estimated. */
  #checkKnown({ session, credits, counts, closeReason, options }: SessionCharge, machine: Machine): void {
    const { confirmed, wasLost, isAbandoned, startedAt } = machine;
    const isDoubtful = closeReason === 'NodeLost' || this.#stage.stripped.has(session);
    const end = this.#earliestEnd(session, machine);
    if (isDoubtful || !confirmed || wasLost || isAbandoned || end === undefined) return;
    const least = sessionCredits(Math.max(0, end - startedAt), options.maxTtlSeconds);
    assert.ok(credits >= least, `${session} is charged ${credits}, and is worth ${least}`);
    assert.deepEqual(counts, machine.recordFor(session).counts, `${session} has the counts of its pod`);
  }

  /**
   * The first sign of an active session's end, in milliseconds of the epoch, rounded down to seconds as objects have.
   * Undefined if that sign was not seen.
   */
  #earliestEnd(session: string, machine: Machine): number | undefined {
    const { metadata, status } = this.sessions.get(session) ?? {};
    if (machine.endedAt === undefined || !status?.startedAt || status.pod?.uid !== machine.pod.uid) return undefined;
    const deleted = [metadata?.deletionTimestamp, this.#stage.kubelet.deletions.get(machine.pod.uid)];
    if (status.closeReason === 'Deleted' && !deleted[0]) return undefined;
    const times = [status.expiresAt, ...deleted].filter((each) => each !== undefined);
    const end = Math.min(machine.endedAt, ...times.map((each) => Date.parse(each)));
    return Math.floor(end / 1000) * 1000;
  }

  #see(previous: BrowserSession | undefined, current: BrowserSession | undefined): void {
    if (current) this.sessions.set(sessionId(current), current);
    if (!current || previous?.metadata.uid !== current.metadata.uid) return;
    const isBack = orderOf(current) < orderOf(previous);
    const hasEnded = finalPhases.includes(previous.status?.phase) && previous.status?.phase !== current.status?.phase;
    if (isBack || hasEnded)
      this.#isBroken(`${current.metadata.name} went from ${previous.status?.phase} to ${current.status?.phase}`);
  }

  #isBroken(what: string): void {
    this.#stage.note(`BROKEN: ${what}`);
    this.broken.push(what);
  }
}
