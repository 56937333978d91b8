import type { Kind, ResourceStore } from '@tintype/crds';

/** A store on an engine, and what the suite needs beside it. */
export interface Engine {
  store: ResourceStore;
  /** Makes a namespace that nobody else uses. */
  namespace: () => Promise<string>;
  /** A version from which a watch on the kind cannot begin any more. */
  ancientVersion: (kind: Kind) => Promise<string>;
  close: () => Promise<void>;
}
