import type { ResourceStore } from '@tintype/crds';
import type { Nats } from '@tintype/runtime';
import type { NatsSeam } from '../nats/seam.js';
import type { Trouble } from './trouble.js';

/** One program's connection to objects and ledger. */
export interface SessionLink {
  store: ResourceStore;
  nats: Nats;
  /** Holds and loses messages of the ledger. */
  seam: NatsSeam;
  /** Starts random failures of calls, watches and connections. */
  trouble: (trouble: Trouble) => void;
  calm: () => void;
  /** Object writes so far, such as `update pods`; maybe with reads. */
  calls: () => Readonly<Record<string, number>>;
  close: () => Promise<void>;
}

export interface SessionEngine {
  /** Without faults. */
  store: ResourceStore;
  nats: Nats;
  /** A new one. */
  namespace: () => Promise<string>;
  link: () => Promise<SessionLink>;
  /** Crashes and restarts the objects' server. */
  restartObjectServer: () => Promise<void>;
  crashLedger: () => Promise<void>;
  close: () => Promise<void>;
}
