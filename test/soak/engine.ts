import type { ResourceStore } from '@tintype/crds';
import type { StorePlace } from '../kit/store-place.js';

/** A server with objects, and what can go wrong on the way to it. */
export interface SoakEngine {
  name: string;
  namespaces: readonly [string, string];
  /** Through all faults: for the informers. */
  place: StorePlace;
  /** Through all faults: for the writers. */
  store: ResourceStore;
  /** Past all faults: for the judge. */
  direct: ResourceStore;
  /** What happens now and then, and how often out of all. Each ends by itself, or with `mend`. */
  faults: Readonly<Record<string, { weight: number; strike: () => unknown }>>;
  /** Ends the server as a crash would, and starts it again; resolves when it serves. */
  crash: () => Promise<void>;
  /** No fault is left. */
  mend: () => Promise<void>;
  close: () => Promise<void>;
}
