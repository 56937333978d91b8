import { encodeTerminationMessage } from '@tintype/contracts';
import type { Pod, PodStatus, ResourceStore } from '@tintype/crds';
import { podGraceSeconds } from '@tintype/operator/testing';
import { type Clock, NoPodAnswer, PodNotReached } from '@tintype/runtime';
import { Machine } from './machine.js';

type NodeStore = Pick<ResourceStore, 'get' | 'updateStatus' | 'delete'>;

/** A finished pod answers this long, and is unready after this time of failed probes. */
const lingerMs = 30_000;
const unreadyMs = 12_000;

const unready = (now: number): PodStatus => ({
  conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: new Date(now).toISOString() }],
});

/** Plays nodes and kubelets: keeps pod objects and machines equal. */
export class PlayedNode {
  readonly machines = new Map<string, Machine>();
  /** False: no pod becomes ready. */
  makesReady = true;
  readonly #store: NodeStore;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(store: NodeStore, clock: Pick<Clock, 'now'>) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The machine whose program answers. @throws NoPodAnswer, or PodNotReached without a listener */
  reached(uid: string): Machine {
    const machine = this.machines.get(uid);
    if (machine?.answers) return machine;
    // A hung program's port still accepts connections.
    const isTaken = machine?.life === 'running' && !machine.isLost;
    throw isTaken ? new NoPodAnswer(`pod ${uid} does not answer`) : new PodNotReached(`no listener in pod ${uid}`);
  }

  /** Starts new pods, and reads deadlines of known ones. */
  notice(pods: ReadonlyMap<string, Pod>): void {
    for (const { metadata, spec, status } of pods.values()) {
      const { namespace, name, uid } = metadata;
      const machine = this.machines.get(uid) ?? new Machine({ namespace, name, uid });
      this.machines.set(uid, machine);
      if (spec.activeDeadlineSeconds !== undefined && status?.startTime)
        machine.deadline = Date.parse(status.startTime) + spec.activeDeadlineSeconds * 1000;
    }
  }

  async makeReady(machine: Machine): Promise<void> {
    const isStart = machine.life === 'starting';
    machine.life = 'running';
    machine.isUnready = false;
    const now = this.#now();
    const start = isStart ? { phase: 'Running' as const, startTime: now, podIP: '127.0.0.1' } : {};
    await this.#tell(machine, { ...start, conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: now }] });
  }

  /** The probe fails; the program runs. */
  async makeUnready(machine: Machine): Promise<void> {
    Object.assign(machine, { isUnready: true, wasUnready: true });
    await this.#tell(machine, unready(this.#clock.now()));
  }

  /** The program ends, in order or after a crash of its browser, and writes its termination message. */
  async end(machine: Machine, crashed: boolean): Promise<void> {
    machine.stopBrowser(this.#clock.now(), crashed);
    await this.#ended(machine, crashed);
  }

  /** The processes die, so the earlier termination message stays. */
  async kill(machine: Machine): Promise<void> {
    machine.loseBrowser(this.#clock.now());
    machine.wasKilled = true;
    await this.#ended(machine, true);
  }

  /** The cluster reports a dead node; the browser runs on. */
  async lose(machine: Machine, comesBack: boolean): Promise<void> {
    Object.assign(machine, { comesBack, wasLost: true });
    await this.#tell(machine, {
      conditions: [{ type: 'Ready', status: 'Unknown', lastTransitionTime: this.#now() }],
    });
    machine.isLost = true;
  }

  /** The node returns and reports the pod. */
  async comeBack(machine: Machine): Promise<void> {
    machine.isLost = false;
    machine.comesBack = false;
    if (machine.life === 'ended') await this.#ended(machine, machine.crashed || machine.wasKilled);
    else if (machine.life === 'running') await this.makeReady(machine);
  }

  /** Ends the containers of a deleted pod; then removes the object, unless finalizers hold it. */
  async finish(machine: Machine): Promise<void> {
    if (machine.life !== 'ended' && !machine.isLost) await this.#terminate(machine);
    if (machine.isEnding) return;
    await this.#store.delete('Pod', machine.pod, { uid: machine.pod.uid, gracePeriodSeconds: 0 });
  }

  /** Ends a pod whose object was removed by force. */
  async abandon(machine: Machine): Promise<void> {
    await (machine.isHung ? this.kill(machine) : this.end(machine, false));
  }

  /** Runs due timers of programs and nodes. */
  async endOverdue(): Promise<void> {
    const now = this.#clock.now();
    for (const machine of this.machines.values()) if (machine.life !== 'ended') await this.#endIfOverdue(machine, now);
  }

  async #endIfOverdue(machine: Machine, now: number): Promise<void> {
    if (machine.ownTimer(now) <= now) return this.#linger(machine);
    if (machine.killedAt <= now) return this.kill(machine);
    if (machine.deadline <= now && !machine.isOverdue) {
      machine.isOverdue = true;
      return this.#terminate(machine);
    }
    if (machine.lingers && !machine.isHung) await this.#lingerOn(machine, machine.lingers);
  }

  /** A real pod's program does this when its session's time is over. */
  #linger(machine: Machine): void {
    const now = this.#clock.now();
    machine.stopBrowser(now);
    machine.lingers = { unreadyAt: now + unreadyMs, until: now + lingerMs };
  }

  async #lingerOn(machine: Machine, { unreadyAt, until }: { unreadyAt: number; until: number }): Promise<void> {
    const now = this.#clock.now();
    if (until <= now) return this.end(machine, false);
    if (unreadyAt > now) return;
    machine.lingers = { unreadyAt: Infinity, until };
    await this.#tell(machine, unready(now));
  }

  /** Milliseconds since the epoch. */
  get nextDue(): number {
    let next = Infinity;
    const now = this.#clock.now();
    for (const machine of this.machines.values()) next = Math.min(next, machine.nextDue(now));
    return next;
  }

  /** SIGTERM; for a hung program SIGKILL after the grace period. */
  async #terminate(machine: Machine): Promise<void> {
    if (!machine.isHung) return this.end(machine, false);
    machine.killedAt = Math.min(machine.killedAt, this.#clock.now() + podGraceSeconds * 1000);
  }

  async #ended(machine: Machine, failed: boolean): Promise<void> {
    machine.life = 'ended';
    machine.finishedAt ??= this.#now();
    const { written, finishedAt } = machine;
    const message = written ? { message: encodeTerminationMessage(written) } : {};
    await this.#tell(machine, {
      phase: failed || machine.isOverdue ? 'Failed' : 'Succeeded',
      ...(machine.isOverdue && { reason: 'DeadlineExceeded' }),
      conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: this.#now() }],
      containerStatuses: [
        { name: 'browser', state: { terminated: { exitCode: failed ? 1 : 0, finishedAt, ...message } } },
      ],
    });
  }

  async #tell({ pod, isLost }: Machine, status: PodStatus): Promise<void> {
    if (isLost) return;
    const object = await this.#store.get('Pod', pod);
    if (object?.metadata.uid !== pod.uid) return;
    await this.#store.updateStatus('Pod', { ...object, status: { ...object.status, ...status } });
  }

  #now(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}
