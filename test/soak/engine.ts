import type { ResourceStore } from '@tintype/crds';
import type { StoreAddress } from '../kit/stores/store-address.js';

export interface SoakEngine {
  name: string;
  namespaces: readonly [string, string];
  /** Faulty, for informers. */
  place: StoreAddress;
  /** Faulty, for writers. */
  store: ResourceStore;
  /** Faultless, for the judge. */
  direct: ResourceStore;
  /** Faults with weights. Each ends alone or by `mend`. */
  faults: Readonly<Record<string, { weight: number; strike: () => unknown }>>;
  /** Crashes and restarts the server; resolves when it serves. */
  crash: () => Promise<void>;
  mend: () => Promise<void>;
  close: () => Promise<void>;
}
