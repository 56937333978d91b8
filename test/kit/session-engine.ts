import type { ResourceStore } from '@tintype/crds';
import type { Nats } from '@tintype/runtime';
import type { NatsSeam } from './nats-seam.js';
import type { Trouble } from './session-trouble.js';

/** One program's way to the objects and to the books. */
export interface SessionLink {
  store: ResourceStore;
  nats: Nats;
  /** Where messages to and from the books can be held and lost. */
  seam: NatsSeam;
  /** From now on calls fail, and watches and connections break, as the numbers say. */
  trouble: (trouble: Trouble) => void;
  calm: () => void;
  /** Writes of objects so far, by verb and resource such as `update pods`; reads may be among them. */
  calls: () => Readonly<Record<string, number>>;
  /** Breaks it off. */
  close: () => Promise<void>;
}

/** Servers that keep objects and books. */
export interface SessionEngine {
  /** Past every fault. */
  store: ResourceStore;
  nats: Nats;
  /** One with nothing in it. */
  namespace: () => Promise<string>;
  link: () => Promise<SessionLink>;
  /** What keeps the objects crashes, and begins again. */
  crashObjects: () => Promise<void>;
  crashBooks: () => Promise<void>;
  close: () => Promise<void>;
}
