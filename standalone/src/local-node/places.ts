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
