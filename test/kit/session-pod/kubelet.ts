import type { PodRecord } from '@tintype/contracts';
import {
  agentPortAnnotation,
  Conflict,
  keyText,
  type Pod,
  type ResourceStore,
  StoreUnavailable,
  Throttled,
} from '@tintype/crds';
import type { ActivateOrder } from '@tintype/operator/testing';
import type { Clock } from '@tintype/runtime';
import { Informer } from '@tintype/stores';
import type { Machine } from '../../explorer/played/machine.js';
import { PlayedNode } from '../../explorer/played/node.js';
import { type AgentProgram, type AgentServer, serveSessionAgent } from './pod-server.js';

export interface SessionKubeletOptions {
  /** Only the server's own faults. */
  store: ResourceStore;
  namespace: string;
  clock: Clock;
  note: (text: string) => void;
  seeOpened?: (machine: Machine) => void;
  /** Each pod serves HTTP with the key from its environment. */
  servesAgents?: boolean;
}

const silent = { debug: () => undefined, warn: () => undefined, error: () => undefined };

const againMs = 100;

const keyIn = ({ spec }: Pod): string =>
  spec.containers[0]?.env?.find(({ name }) => name === 'TINTYPE_POD_KEY')?.value ?? '';

/** Plays kubelets and pod programs on a real store in real time. */
export class SessionKubelet {
  readonly node: PlayedNode;
  /** The pods' first deletion times by uid. */
  readonly deletions = new Map<string, string>();
  readonly #options: SessionKubeletOptions;
  readonly #pods: Informer<'Pod'>;
  /** One step at a time for each pod. */
  readonly #work = new Map<string, Promise<void>>();
  readonly #servers = new Map<string, AgentServer>();
  readonly #stopping = new AbortController();
  #disarm = () => {};

  constructor(options: SessionKubeletOptions) {
    const { store, namespace, clock } = options;
    this.#options = options;
    this.node = new PlayedNode(this.#persistent(store), clock);
    this.#pods = new Informer({ store, kind: 'Pod', selector: { namespace }, log: silent });
    this.#pods.onChange((previous, current) => {
      const pod = current ?? previous;
      if (pod) this.#notice(pod);
    });
  }

  start(): void {
    this.#pods.start();
  }

  async stop(): Promise<void> {
    this.#disarm();
    this.#stopping.abort();
    await this.#pods.stop();
    await Promise.allSettled(this.#work.values());
    for (const server of this.#servers.values()) server.close();
  }

  get machines(): Machine[] {
    return [...this.node.machines.values()];
  }

  machineOf(session: string): Machine | undefined {
    const own = this.machines.filter(({ order }) => order?.session === session);
    return own.sort((one, other) => one.startedAt - other.startedAt).at(-1);
  }

  activate(uid: string, order: ActivateOrder): { startedAt: string } {
    const machine = this.node.reached(uid);
    const isNew = !machine.order;
    const answer = machine.activate(order, this.#options.clock.now());
    if (isNew) this.#options.seeOpened?.(machine);
    this.#arm();
    return answer;
  }

  close(uid: string, session: string): PodRecord {
    return this.node.reached(uid).close(session, this.#options.clock.now());
  }

  /** Acts on a machine after all earlier steps. */
  do(machine: Machine, act: (node: PlayedNode) => Promise<void>): Promise<void> {
    const { uid } = machine.pod;
    const done = (this.#work.get(uid) ?? Promise.resolve()).then(() => act(this.node));
    const settled = done.catch((error) => {
      if (!this.#stopping.signal.aborted) this.#options.note(`the node of ${machine.pod.name}: ${String(error)}`);
    });
    this.#work.set(uid, settled);
    return done;
  }

  /** Resolves after all started steps: a node records a pod's end within a second. */
  async idle(): Promise<void> {
    await Promise.all(this.#work.values());
  }

  /** Runs what is due; call it after a skip. */
  tick(): void {
    const now = this.#options.clock.now();
    for (const machine of this.machines) {
      if (machine.nextDue(now) <= now) void this.do(machine, (node) => node.endOverdue()).catch(() => undefined);
    }
    this.#arm();
  }

  #notice(pod: Pod): void {
    const { uid, deletionTimestamp } = pod.metadata;
    if (deletionTimestamp && !this.deletions.has(uid)) this.deletions.set(uid, deletionTimestamp);
    this.node.notice(new Map([[keyText(pod.metadata), pod]]));
    const machine = this.node.machines.get(pod.metadata.uid);
    if (machine) void this.do(machine, (node) => this.#follow(node, machine)).catch(() => undefined);
    this.#arm();
  }

  /** A kubelet's reaction to the pod's current state. */
  async #follow(node: PlayedNode, machine: Machine): Promise<void> {
    const pod = this.#pods.cache.get(keyText(machine.pod));
    if (pod?.metadata.uid !== machine.pod.uid) {
      // Deleted by force.
      if (machine.life === 'running') await node.abandon(machine);
      return;
    }
    const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata;
    const isHeld = deletionGracePeriodSeconds === 0 && (machine.life === 'ended' || machine.isLost);
    if (deletionTimestamp && !isHeld) await node.finish(machine);
    else if (machine.life === 'starting' && !machine.isLost && node.makesReady) {
      if (this.#options.servesAgents) await this.#serve(pod);
      await node.makeReady(machine);
    }
  }

  async #serve(pod: Pod): Promise<void> {
    const { uid, annotations } = pod.metadata;
    const server = this.#servers.get(uid) ?? (await serveSessionAgent(this.#programOf(uid), keyIn(pod)));
    this.#servers.set(uid, server);
    if (annotations?.[agentPortAnnotation]) return;
    const metadata = { ...pod.metadata, annotations: { ...annotations, [agentPortAnnotation]: `${server.port}` } };
    await this.#options.store.update('Pod', { ...pod, metadata });
  }

  #programOf(uid: string): AgentProgram {
    return {
      activate: (order) => this.activate(uid, order),
      confirm: (session) => this.node.reached(uid).confirm(session),
      close: (session) => this.close(uid, session),
    };
  }

  #arm(): void {
    this.#disarm();
    const { clock } = this.#options;
    const waitMs = this.node.nextDue - clock.now();
    if (Number.isFinite(waitMs)) this.#disarm = clock.after(waitMs + 1, () => this.tick());
  }

  /** A kubelet retries until it succeeds, and patches the status over other writers. */
  #persistent(store: ResourceStore): Pick<ResourceStore, 'get' | 'updateStatus' | 'delete'> {
    return {
      get: (...call) => this.#insist(() => store.get(...call)),
      delete: (...call) => this.#insist(() => store.delete(...call)),
      updateStatus: (kind, object) => {
        let sent = object;
        return this.#insist(async () => {
          try {
            return await store.updateStatus(kind, sent);
          } catch (error) {
            if (!(error instanceof Conflict)) throw error;
            const now = await store.get(kind, object.metadata);
            if (now?.metadata.uid !== object.metadata.uid) return object;
            sent = { ...now, status: (object as Pod).status } as typeof object;
            throw new StoreUnavailable('written by another one', 'none');
          }
        });
      },
    };
  }

  async #insist<T>(call: () => Promise<T>): Promise<T> {
    for (;;) {
      this.#stopping.signal.throwIfAborted();
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof StoreUnavailable || error instanceof Throttled)) throw error;
        await new Promise<void>((resolve) => this.#options.clock.after(againMs, resolve));
      }
    }
  }
}
