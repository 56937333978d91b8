import { labels, type Pod } from '@tintype/crds';

/** The ports of one pod. All are chosen before any pod starts, so that no browser can reach those of another pod. */
export interface PodPorts {
  port: number;
  egressPort: number;
}

/** Pairs each port of the first half with one of the second half. */
export const podPortsOf = (ports: readonly number[]): PodPorts[] => {
  const half = ports.length / 2;
  return ports.slice(0, half).map((port, index) => ({ port, egressPort: ports[half + index] ?? 0 }));
};

export interface PodAllocation extends PodPorts {
  /** The user id of the pod's browser; undefined unless we are root. */
  uid: number | undefined;
}

export interface PodAllocatorOptions {
  ports: readonly PodPorts[];
  uids: readonly [first: number, last: number] | undefined;
}

/**
 * Gives each pod its own ports and user. Returned ports join the end of the queue: another program may hold one for a
 * while.
 */
export class PodAllocator {
  readonly #ports: PodPorts[];
  readonly #uids: PodAllocatorOptions['uids'];
  readonly #usedUids = new Set<number>();
  readonly size: number;
  #nextUid: number;

  constructor({ ports, uids }: PodAllocatorOptions) {
    this.#ports = [...ports];
    this.#uids = uids;
    this.size = ports.length;
    // Starts at a random user: users of the last run may have left files, so they should come late.
    this.#nextUid = uids ? uids[0] + Math.floor(Math.random() * (uids[1] - uids[0])) : 0;
  }

  take(): PodAllocation | undefined {
    const ports = this.#ports.shift();
    return ports && { ...ports, uid: this.#takeUid() };
  }

  release({ uid, ...ports }: PodAllocation): void {
    this.#ports.push(ports);
    if (uid !== undefined) this.#usedUids.delete(uid);
  }

  #takeUid(): number | undefined {
    if (!this.#uids) return undefined;
    const [first, last] = this.#uids;
    let uid = this.#nextUid;
    while (this.#usedUids.has(uid)) uid = uid < last ? uid + 1 : first;
    this.#nextUid = uid < last ? uid + 1 : first;
    this.#usedUids.add(uid);
    return uid;
  }
}

/** True for a pod that was created for a session, or claimed by one. The other pods are warm. */
export const isForSession = ({ metadata }: Pod): boolean => metadata.labels?.[labels.session] !== undefined;

const rank = (pod: Pod): number => (isForSession(pod) ? 0 : 1);

/** Sorts pods of sessions before warm pods, each from the oldest to the youngest. */
export const byTurn = (one: Pod, other: Pod): number =>
  rank(one) - rank(other) ||
  one.metadata.creationTimestamp.localeCompare(other.metadata.creationTimestamp) ||
  one.metadata.name.localeCompare(other.metadata.name);

export interface RunningPod {
  pod: Pod;
  isStarting: boolean;
  /** The pod ends already, so another pod can soon take its place. */
  isEnding: boolean;
}

/**
 * The pods to evict so that `needed` pods of sessions can start. Pods that already end reduce that number. Takes pods
 * without a session only: first those that still start, then the youngest.
 */
export const podsToEvict = (running: readonly RunningPod[], needed: number): Pod[] => {
  const leaving = running.filter(({ isEnding }) => isEnding).length;
  const idle = running.filter(({ pod, isEnding }) => !isEnding && !isForSession(pod));
  const evictionOrder = idle.toSorted(
    (one, other) => Number(other.isStarting) - Number(one.isStarting) || byTurn(other.pod, one.pod),
  );
  return evictionOrder.slice(0, Math.max(0, needed - leaving)).map(({ pod }) => pod);
};
