import { encodeTerminationMessage, noActions, type PodRecord } from '@tintype/contracts';
import type { Pod, PodStatus } from '@tintype/crds';
import type { ActivateOrder } from '@tintype/operator';
import type { MemoryStore, PlayedClock } from '@tintype/stores';

/** One pod's machine: what is true of it, whoever knows. */
export interface Machine {
  pod: { namespace: string; name: string; uid: string };
  life: 'starting' | 'running' | 'ended';
  /** Its node is lost: nobody reaches it, and its status tells nothing any more. */
  isLost: boolean;
  order?: ActivateOrder;
  /** Milliseconds of the epoch. */
  startedAt?: number;
  endedAt?: number;
  crashed: boolean;
  confirmed: boolean;
  latched: Set<string>;
}

export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

const timeText = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Plays the nodes: kubelet, and the program in each session pod, as architecture.md has them. */
export class PlayedNode {
  readonly machines = new Map<string, Machine>();
  #makesReady = true;
  readonly #store: MemoryStore;
  readonly #clock: PlayedClock;

  constructor(store: MemoryStore, clock: PlayedClock) {
    this.#store = store;
    this.#clock = clock;
  }

  // ---- what the program in a pod answers

  activate({ metadata: { uid } }: Pod, order: ActivateOrder): { startedAt: string } {
    const machine = this.#reachable(uid);
    const isOwn = machine.order?.session === order.session && machine.endedAt === undefined;
    const isFree = !machine.order && this.#clock.now() <= Date.parse(order.startBy);
    if (machine.latched.has(order.session) || !(isOwn || isFree)) throw new Error('refused');
    if (isFree) Object.assign(machine, { order, startedAt: this.#clock.now(), confirmed: order.confirmed });
    return { startedAt: timeText(machine.startedAt ?? 0) };
  }

  confirm(uid: string, session: string): boolean {
    const machine = this.#reachable(uid);
    if (machine.order?.session !== session || machine.endedAt !== undefined) return false;
    if (this.#clock.now() > Date.parse(machine.order.startBy)) return false;
    machine.confirmed = true;
    return true;
  }

  close(uid: string, session: string): PodRecord {
    const machine = this.#reachable(uid);
    machine.latched.add(session);
    if (machine.order?.session === session) this.#stopBrowser(machine);
    return this.#recordOf(machine, session);
  }

  #reachable(uid: string): Machine {
    const machine = this.machines.get(uid);
    if (machine?.life !== 'running' || machine.isLost) throw new NoAnswer(`no answer from pod ${uid}`);
    return machine;
  }

  #stopBrowser(machine: Machine): void {
    if (machine.startedAt !== undefined) machine.endedAt ??= this.#clock.now();
  }

  #recordOf(machine: Machine, session: string): PodRecord {
    const { order, startedAt, endedAt, confirmed, crashed } = machine;
    if (order?.session !== session || startedAt === undefined)
      return { session, confirmed: false, crashed: false, counts: noActions };
    const ended = endedAt === undefined ? {} : { openMs: endedAt - startedAt };
    return { session, startedAt: timeText(startedAt), ...ended, confirmed, crashed, counts: noActions };
  }

  // ---- what happens to pods

  /** Looks for pods that it does not know yet. */
  async notice(): Promise<void> {
    const { items } = await this.#store.list('Pod', {});
    for (const { metadata } of items) {
      const { namespace, name, uid } = metadata;
      const pod = { namespace, name, uid };
      if (!this.machines.has(uid))
        this.machines.set(uid, {
          pod,
          life: 'starting',
          isLost: false,
          crashed: false,
          confirmed: false,
          latched: new Set(),
        });
    }
  }

  /** From now on no pod gets ready. */
  neverReady(): void {
    this.#makesReady = false;
  }

  get makesReady(): boolean {
    return this.#makesReady;
  }

  async makeReady(machine: Machine): Promise<void> {
    machine.life = 'running';
    const now = timeText(this.#clock.now());
    await this.#tell(machine, {
      phase: 'Running',
      startTime: now,
      podIP: '127.0.0.1',
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: now }],
    });
  }

  /** Its processes are gone. */
  async end(machine: Machine, crashed: boolean): Promise<void> {
    if (machine.endedAt === undefined && crashed) machine.crashed = true;
    this.#stopBrowser(machine);
    machine.life = 'ended';
    if (machine.isLost) return;
    const now = timeText(this.#clock.now());
    const record = machine.order && this.#recordOf(machine, machine.order.session);
    const message = record ? { message: encodeTerminationMessage(record) } : {};
    await this.#tell(machine, {
      phase: crashed ? 'Failed' : 'Succeeded',
      conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: now }],
      containerStatuses: [
        { name: 'browser', state: { terminated: { exitCode: crashed ? 1 : 0, finishedAt: now, ...message } } },
      ],
    });
  }

  async lose(machine: Machine): Promise<void> {
    machine.isLost = true;
    const now = timeText(this.#clock.now());
    await this.#tell(machine, { conditions: [{ type: 'Ready', status: 'Unknown', lastTransitionTime: now }] });
  }

  /** A pod that is being deleted: its containers are ended, and the object goes, finalizers permitting. */
  async finish(machine: Machine): Promise<void> {
    if (machine.life !== 'ended' && !machine.isLost) await this.end(machine, false);
    await this.#store.delete('Pod', machine.pod, { uid: machine.pod.uid, gracePeriodSeconds: 0 });
  }

  /** What its own timers do as time passes: the session's longest life, and a caller that never confirmed. */
  async endOverdue(): Promise<void> {
    for (const machine of this.machines.values()) if (this.#isOverdue(machine)) await this.end(machine, false);
  }

  #isOverdue({ order, startedAt, endedAt, confirmed, life }: Machine): boolean {
    if (!order || startedAt === undefined || endedAt !== undefined || life === 'ended') return false;
    const now = this.#clock.now();
    return now >= startedAt + order.maxTtlSeconds * 1000 || (!confirmed && now > Date.parse(order.startBy));
  }

  /** When the next of these timers is due, in milliseconds of the epoch. */
  get nextDue(): number {
    const due = [...this.machines.values()].map(({ order, startedAt, endedAt, confirmed, life }) => {
      if (!order || startedAt === undefined || endedAt !== undefined || life === 'ended') return Infinity;
      const atTtl = startedAt + order.maxTtlSeconds * 1000;
      return confirmed ? atTtl : Math.min(atTtl, Date.parse(order.startBy) + 1);
    });
    return Math.min(...due, Infinity);
  }

  async #tell({ pod }: Machine, status: PodStatus): Promise<void> {
    const object = await this.#store.get('Pod', pod);
    if (object?.metadata.uid !== pod.uid) return;
    await this.#store.updateStatus('Pod', { ...object, status: { ...object.status, ...status } });
  }
}
