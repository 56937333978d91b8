import type { EventSink, ObjectEvent } from '@tintype/crds';
import type { Logger } from '@tintype/runtime';

/** Writes events to the log, for use without Kubernetes. Skips `ownLineReasons`: other code logs those events. */
export const eventLogSink = (
  log: Pick<Logger, 'info' | 'warn'>,
  ownLineReasons: readonly string[] = [],
): EventSink => ({
  write: async ({ type, reason, action, note, regarding }: ObjectEvent) => {
    if (ownLineReasons.includes(reason)) return;
    const { kind, namespace, name } = regarding;
    const level = type === 'Warning' ? 'warn' : 'info';
    log[level]({ event: reason, action, object: `${kind} ${namespace}/${name}` }, note);
  },
});
