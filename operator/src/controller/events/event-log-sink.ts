import type { EventSink, ObjectEvent } from '@tintype/crds';
import type { Logger } from '@tintype/runtime';

/** Writes events to the log, where there is no Kubernetes; `logged` lists reasons that have their own line. */
export const eventLogSink = (log: Pick<Logger, 'info' | 'warn'>, logged: readonly string[] = []): EventSink => ({
  write: async ({ type, reason, action, note, regarding }: ObjectEvent) => {
    if (logged.includes(reason)) return;
    const { kind, namespace, name } = regarding;
    const level = type === 'Warning' ? 'warn' : 'info';
    log[level]({ event: reason, action, object: `${kind} ${namespace}/${name}` }, note);
  },
});
