import { Counter, Gauge, type Registry } from '@tintype/runtime';
import type { TunnelKind } from './upgrade-request.js';

export interface KindMetrics {
  count: (outcome: 'connected' | (string & {})) => void;
  opened: () => void;
  closed: () => void;
  /** Counts a picture of the live view that passed. */
  picture: () => void;
}

export type TunnelMetrics = Record<TunnelKind, KindMetrics>;

const kindMetrics = (connects: Counter<'outcome'>, open: Gauge, picture: () => void): KindMetrics => ({
  count: (outcome) => connects.inc({ outcome }),
  opened: () => open.inc(),
  closed: () => open.dec(),
  picture,
});

export const createTunnelMetrics = (registry: Registry): TunnelMetrics => {
  const registers = [registry];
  const connects = new Counter({
    name: 'tintype_cdp_connects_total',
    help: 'Connection requests of DevTools clients, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const clients = new Gauge({ name: 'tintype_cdp_connections', help: 'Connected DevTools clients.', registers });
  const views = new Counter({
    name: 'tintype_live_connects_total',
    help: 'Connection requests of the live view, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const viewers = new Gauge({ name: 'tintype_live_viewers', help: 'Connected viewers of the live view.', registers });
  const pictures = new Counter({
    name: 'tintype_live_pictures_total',
    help: 'Pictures sent to viewers of the live view.',
    registers,
  });
  return {
    cdp: kindMetrics(connects, clients, () => undefined),
    live: kindMetrics(views, viewers, () => pictures.inc()),
  };
};
