import { labels, type Pod } from '@tintype/crds';

/** Known before its pod is there: no browser of another may reach them. */
export interface PodPorts {
  /** Of its program. */
  port: number;
  /** Where its browser goes out. */
  egressPort: number;
}

/** For half as many pods as there are ports. */
export const podPortsOf = (ports: readonly number[]): PodPorts[] => {
  const half = ports.length / 2;
  return ports.slice(0, half).map((port, index) => ({ port, egressPort: ports[half + index] ?? 0 }));
};

/** What a pod needs of the machine for itself. */
export interface Place extends PodPorts {
  /** The user that its browser runs as; undefined where we are not root, and cannot choose. */
  uid: number | undefined;
}

export interface PlacesOptions {
  /** Some for each pod that may run at once. */
  ports: readonly PodPorts[];
  /** The first and the last user id. */
  uids: readonly [first: number, last: number] | undefined;
}

/** So many pods run at once, none with the port or the user of another. What was given back comes last: a port may be taken by then. */
export class Places {
  readonly #ports: PodPorts[];
  readonly #uids: PlacesOptions['uids'];
  readonly #usedUids = new Set<number>();
  readonly size: number;
  #nextUid: number;

  constructor({ ports, uids }: PlacesOptions) {
    this.#ports = [...ports];
    this.#uids = uids;
    this.size = ports.length;
    // The users of the last boot come late, should anything of theirs be left.
    this.#nextUid = uids ? uids[0] + Math.floor(Math.random() * (uids[1] - uids[0])) : 0;
  }

  /** Undefined when all are taken. */
  take(): Place | undefined {
    const ports = this.#ports.shift();
    return ports && { ...ports, uid: this.#takeUid() };
  }

  giveBack({ uid, ...ports }: Place): void {
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

/** It was made for a session, or a session has claimed it; the others wait for whoever comes. */
export const isForSession = ({ metadata }: Pod): boolean => metadata.labels?.[labels.session] !== undefined;

const rank = (pod: Pod): number => (isForSession(pod) ? 0 : 1);

/** Whose turn it is first: pods that somebody waits for, and of those the oldest. */
export const byTurn = (one: Pod, other: Pod): number =>
  rank(one) - rank(other) ||
  one.metadata.creationTimestamp.localeCompare(other.metadata.creationTimestamp) ||
  one.metadata.name.localeCompare(other.metadata.name);

/** A pod that runs, or is about to. */
export interface Running {
  pod: Pod;
  /** Its browser has never been up. */
  isStarting: boolean;
  /** Its place will be free soon. */
  isEnding: boolean;
}

/**
 * The pods that make room for so many that somebody waits for, as far as places do not become free anyway: such that nobody
 * has taken, those first that are least far.
 */
export const givingWay = (running: readonly Running[], needed: number): Pod[] => {
  const leaving = running.filter(({ isEnding }) => isEnding).length;
  const idle = running.filter(({ pod, isEnding }) => !isEnding && !isForSession(pod));
  const last = idle.toSorted(
    (one, other) => Number(other.isStarting) - Number(one.isStarting) || byTurn(other.pod, one.pod),
  );
  return last.slice(0, Math.max(0, needed - leaving)).map(({ pod }) => pod);
};
