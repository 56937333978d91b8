import { Counter, type Registry } from '@tintype/runtime';

/**
 * `full`: 1,000 events waited. `spam`: a repeat within six minutes. `failed`: the sink refused, or was away for a
 * minute.
 */
export type EventOutcome = 'written' | 'full' | 'spam' | 'failed';

export type OnEvent = (outcome: EventOutcome) => void;

export const observeEvents = (registry: Registry): OnEvent => {
  const events = new Counter({
    name: 'tintype_events_total',
    help: 'Events by what became of them.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => events.inc({ outcome });
};
