import { Counter, type Registry } from '@tintype/runtime';

/** What became of an event: `full` when too many waited, `spam` when its object had too many, `failed` when the sink did. */
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
