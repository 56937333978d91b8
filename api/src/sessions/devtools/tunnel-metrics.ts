import { Counter, Gauge, type Registry } from '@tintype/runtime';

export interface TunnelMetrics {
  /** A client was connected, or was answered this error. */
  count: (outcome: 'connected' | (string & {})) => void;
  opened: () => void;
  closed: () => void;
}

/** How many DevTools clients are connected, and what became of those that asked. */
export const createTunnelMetrics = (registry: Registry): TunnelMetrics => {
  const asked = new Counter({
    name: 'tintype_cdp_connects_total',
    help: 'DevTools clients that asked for a connection, by what became of it.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const open = new Gauge({
    name: 'tintype_cdp_connections',
    help: 'DevTools clients that are connected.',
    registers: [registry],
  });
  return { count: (outcome) => asked.inc({ outcome }), opened: () => open.inc(), closed: () => open.dec() };
};
