import { type EventSink, microTime, type ObjectEvent } from '@tintype/crds';
import type { RestClient } from './requests/rest-client.js';

export interface EventReporter {
  /** Such as `tintype.dev/operator`. */
  reportingController: string;
  /** The process; at most 128 characters. */
  reportingInstance: string;
}

/** https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/ */
const eventObject = (event: ObjectEvent, { reportingController, reportingInstance }: EventReporter) => {
  const { name, regarding, type, reason, action, note, at: time } = event;
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { namespace: regarding.namespace, name },
    eventTime: microTime(time),
    reportingController,
    reportingInstance,
    regarding,
    type,
    reason,
    action,
    note,
  };
};

/**
 * Events for `kubectl describe` and `kubectl get events`. The server keeps an event for an hour. An update creates a
 * missing event, so a write can be repeated. Needs create and update on events of events.k8s.io.
 */
export const kubernetesEvents = (client: Pick<RestClient, 'send'>, reporter: EventReporter): EventSink => ({
  write: async (event, { signal } = {}) => {
    const { regarding, name } = event;
    const at = { namespace: regarding.namespace, name };
    await client.send({ verb: 'update', kind: 'Event', at, body: eventObject(event, reporter), signal });
  },
});
