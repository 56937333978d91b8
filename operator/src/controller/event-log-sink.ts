import type { EventSink, ObjectEvent } from '@tintype/crds';
import type { Logger } from '@tintype/runtime';

/** Events as lines of the log, where there is no Kubernetes to keep them: a warning as one. `NotCharged` has its own (charge-log.ts). */
export const eventLogSink = (log: Pick<Logger, 'info' | 'warn'>): EventSink => ({
  write: async ({ type, reason, action, note, regarding, count }: ObjectEvent) => {
    if (reason === 'NotCharged') return;
    const { kind, namespace, name } = regarding;
    const level = type === 'Warning' ? 'warn' : 'info';
    log[level]({ event: reason, action, object: `${kind} ${namespace}/${name}`, count }, note);
  },
});
