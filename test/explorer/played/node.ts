import { encodeTerminationMessage } from '@tintype/contracts';
import type { Pod, PodStatus, ResourceStore } from '@tintype/crds';
import { podGraceSeconds } from '@tintype/operator/testing';
import { type Clock, NoPodAnswer, NotReached } from '@tintype/runtime';
import { Machine } from './machine.js';

type NodeStore = Pick<ResourceStore, 'get' | 'updateStatus' | 'delete'>;

/** A pod whose session is over answers so long, and is said not to be ready when it has failed its probes so long. */
const lingerMs = 30_000;
const unreadyMs = 12_000;

const unready = (now: number): PodStatus => ({
  conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: new Date(now).toISOString() }],
});

/** Plays the nodes and their kubelets: what becomes of a pod's object becomes of its machine, and the other way round. */
export class PlayedNode {
  readonly machines = new Map<string, Machine>();
  /** Off: no pod gets ready any more. */
  makesReady = true;
  readonly #store: NodeStore;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(store: NodeStore, clock: Pick<Clock, 'now'>) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The machine of a pod, if its program answers. @throws NoPodAnswer, which is NotReached when nobody is there */
  reached(uid: string): Machine {
    const machine = this.machines.get(uid);
    if (machine?.answers) return machine;
    // The connections of a program that hangs are taken all the same.
    const isTaken = machine?.life === 'running' && !machine.isLost;
    throw isTaken ? new NoPodAnswer(`pod ${uid} does not answer`) : new NotReached(`nobody is there in pod ${uid}`);
  }

  /** Begins with new pods, and hears what is said of the known ones. */
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

  /** Its probe fails, though it runs. */
  async makeUnready(machine: Machine): Promise<void> {
    Object.assign(machine, { isUnready: true, wasUnready: true });
    await this.#tell(machine, unready(this.#clock.now()));
  }

  /** Its program ends, in order or after its browser crashed; what it knows is in its termination message. */
  async end(machine: Machine, crashed: boolean): Promise<void> {
    machine.stopBrowser(this.#clock.now(), crashed);
    await this.#ended(machine, crashed);
  }

  /** Its processes are killed: the termination message is the one that was written before. */
  async kill(machine: Machine): Promise<void> {
    machine.loseBrowser(this.#clock.now());
    machine.wasKilled = true;
    await this.#ended(machine, true);
  }

  /** The controllers of the cluster say that its node does not answer; the browser lives on. */
  async lose(machine: Machine, comesBack: boolean): Promise<void> {
    Object.assign(machine, { comesBack, wasLost: true });
    await this.#tell(machine, {
      conditions: [{ type: 'Ready', status: 'Unknown', lastTransitionTime: this.#now() }],
    });
    machine.isLost = true;
  }

  /** The node is there again, and says what has become of the pod. */
  async comeBack(machine: Machine): Promise<void> {
    machine.isLost = false;
    machine.comesBack = false;
    if (machine.life === 'ended') await this.#ended(machine, machine.crashed || machine.wasKilled);
    else if (machine.life === 'running') await this.makeReady(machine);
  }

  /** A pod that is being deleted: its containers are ended, and the object goes then, finalizers permitting. */
  async finish(machine: Machine): Promise<void> {
    if (machine.life !== 'ended' && !machine.isLost) await this.#terminate(machine);
    if (machine.isEnding) return;
    await this.#store.delete('Pod', machine.pod, { uid: machine.pod.uid, gracePeriodSeconds: 0 });
  }

  /** One whose object was taken away by force ends some time later. */
  async abandon(machine: Machine): Promise<void> {
    await (machine.isHung ? this.kill(machine) : this.end(machine, false));
  }

  /** What timers do as time passes: those of the programs, and the nodes' deadlines. */
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

  /** As the program in a real pod does once its session's time is over. */
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

  /** When the next of these timers is due, in milliseconds of the epoch. */
  get nextDue(): number {
    let next = Infinity;
    const now = this.#clock.now();
    for (const machine of this.machines.values()) next = Math.min(next, machine.nextDue(now));
    return next;
  }

  /** SIGTERM, and for a program that hangs and does not hear it SIGKILL, when it has had its grace. */
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
