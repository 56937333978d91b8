import { type EventSink, microTime, type ObjectEvent } from '@tintype/crds';
import type { RestClient } from './requests/rest-client.js';

/** Who reports events. */
export interface EventReporter {
  /** The program, as in `tintype.dev/operator`. */
  controller: string;
  /** The process, at most 128 characters. */
  instance: string;
}

/** https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/ */
const eventObject = (event: ObjectEvent, { controller, instance }: EventReporter) => {
  const { name, regarding, type, reason, action, note, firstAt, lastAt, count } = event;
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { namespace: regarding.namespace, name },
    eventTime: microTime(firstAt),
    reportingController: controller,
    reportingInstance: instance,
    regarding,
    type,
    reason,
    action,
    note,
    ...(count > 1 ? { series: { count, lastObservedTime: microTime(lastAt) } } : {}),
  };
};

/**
 * Events as `kubectl describe` and `kubectl get events` show them. Each write is an update, which for events also makes
 * what is not there (the first time, or when the server has forgotten it after its hour): so it can be repeated. It
 * needs the verbs create and update on events of events.k8s.io.
 */
export const kubernetesEvents = (client: Pick<RestClient, 'send'>, reporter: EventReporter): EventSink => ({
  write: async (event, { signal } = {}) => {
    const { regarding, name } = event;
    const at = { namespace: regarding.namespace, name };
    await client.send({ verb: 'update', kind: 'Event', at, body: eventObject(event, reporter), signal });
  },
});
