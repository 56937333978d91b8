import type { Nats } from '@tintype/runtime';

/** The part of the connection to NATS that the store works with. */
export type ObjectsNats = Pick<Nats, 'jetstream' | 'manager' | 'inbox' | 'lost'>;
