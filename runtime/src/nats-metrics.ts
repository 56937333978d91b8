import type { Registry } from 'prom-client';
import { Gauge } from './metrics.js';
import type { Nats } from './nats.js';

/** Whether NATS can be reached: a replica stays ready without it, and answers 503. */
export const observeNats = (registry: Registry, nats: Pick<Nats, 'connected'>): void => {
  new Gauge({
    name: 'tintype_nats_connected',
    help: 'Whether the connection to NATS is up.',
    registers: [registry],
    collect() {
      this.set(nats.connected ? 1 : 0);
    },
  });
};
