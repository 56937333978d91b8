import { Counter, type Registry } from '@tintype/runtime';

/**
 * `full`: dropped, because 1,000 events waited. `spam`: dropped as a repeat within six minutes. `failed`: the sink
 * refused the event, six attempts failed, or the program ended.
 */
export type EventOutcome = 'written' | 'full' | 'spam' | 'failed';

export type OnEvent = (outcome: EventOutcome) => void;

/** Returns a function that counts events by outcome. */
export const observeEvents = (registry: Registry): OnEvent => {
  const events = new Counter({
    name: 'tintype_events_total',
    help: 'Events by what became of them.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => events.inc({ outcome });
};
