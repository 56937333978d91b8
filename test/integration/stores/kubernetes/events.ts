import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type BrowserSession, Forbidden, type ObjectEvent } from '@tintype/crds';
import { type EventOutcome, EventRecorder } from '@tintype/operator/testing';
import type { KubernetesStore } from '@tintype/stores';
import type { KubeApiServer } from '../../../kit/kube/api-server.js';
import { openKubeStore } from '../../../kit/kube/store.js';
import { until } from '../../../kit/until.js';

const lost = { type: 'Warning', reason: 'PodLost', action: 'Claim', note: 'The pod of the session is gone.' } as const;
const reporter = { reportingController: 'tintype.dev/operator', reportingInstance: 'operator-0' };

/** Events of the Kubernetes store, as `kubectl` shows them. */
export const eventCases = (serverOf: () => KubeApiServer): void => {
  let server: KubeApiServer;
  let store: KubernetesStore;

  before(async () => {
    server = serverOf();
    store = await openKubeStore(server.admin);
  });
  after(async () => {
    await store?.close();
  });

  const makeSession = async (): Promise<BrowserSession> =>
    store.create('BrowserSession', {
      apiVersion: 'tintype.dev/v1alpha1',
      kind: 'BrowserSession',
      metadata: { namespace: await server.namespace(), name: 'session' },
      spec: { account: 'tester' },
    });

  const record = () => {
    const outcomes: EventOutcome[] = [];
    const recorder = new EventRecorder({
      sink: store.eventSink(reporter),
      log: { warn: (...words: unknown[]) => console.error(...words) },
      onEvent: (outcome) => void outcomes.push(outcome),
    });
    return { recorder, outcomes };
  };

  const eventOf = (session: BrowserSession): ObjectEvent => {
    const { apiVersion, kind, metadata } = session;
    const { namespace, name, uid } = metadata;
    const now = Date.now();
    const regarding = { apiVersion, kind, namespace, name, uid };
    return { ...lost, name: 'session.1', regarding, note: 'gone', at: now };
  };

  it('are what kubectl describe shows of a session', async () => {
    const session = await makeSession();
    const { recorder, outcomes } = record();
    recorder.record(session, { ...lost, note: 'The node of the pod was drained.' });
    await until('the event is written', () => outcomes.length > 0);
    const shown = await server.kubectl('describe', 'bs', 'session', '-n', session.metadata.namespace);
    assert.match(shown, /Warning +PodLost +\S+ +tintype\.dev\/operator.*The node of the pod was drained\./);
  });

  it('are one event when they repeat', async () => {
    const session = await makeSession();
    const { recorder, outcomes } = record();
    for (let count = 1; count <= 3; count += 1) recorder.record(session, lost);
    await until('the event is written', () => outcomes.includes('written'));
    assert.deepEqual(outcomes, ['spam', 'spam', 'written']);
    const { namespace } = session.metadata;
    const list = await server.call('GET', `/apis/events.k8s.io/v1/namespaces/${namespace}/events`);
    const events = list.items.map(({ reportingController, reportingInstance, note }: Record<string, unknown>) => [
      reportingController,
      reportingInstance,
      note,
    ]);
    assert.deepEqual(events, [['tintype.dev/operator', 'operator-0', lost.note]]);
    const shown = await server.kubectl('get', 'events', '-n', namespace);
    assert.match(shown, /Warning +PodLost +browsersession\/session +The pod of the session is gone\./);
  });

  it('can be written twice, and when the server has forgotten them', async () => {
    const session = await makeSession();
    const sink = store.eventSink(reporter);
    const event = eventOf(session);
    await sink.write(event);
    await sink.write(event);
    const { namespace } = session.metadata;
    await server.call('DELETE', `/apis/events.k8s.io/v1/namespaces/${namespace}/events/${event.name}`);
    await sink.write({ ...event, note: 'still gone' });
    const found = await server.call('GET', `/apis/events.k8s.io/v1/namespaces/${namespace}/events/${event.name}`);
    assert.equal(found.note, 'still gone');
  });

  it('take the longest note, and every letter', async () => {
    const session = await makeSession();
    const { recorder, outcomes } = record();
    recorder.record(session, { ...lost, note: '😀'.repeat(2000) });
    await until('the event is written', () => outcomes.length > 0);
    assert.deepEqual(outcomes, ['written']);
  });

  it('need the verbs create and update on events, and nothing else', async () => {
    const session = await makeSession();
    const { namespace } = session.metadata;
    const grant = {
      namespace,
      rules: [{ apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'update'] }],
    };
    const may = await openKubeStore(await server.user('reporter', { grant }));
    await may.eventSink(reporter).write(eventOf(session));
    await may.eventSink(reporter).write({ ...eventOf(session), name: 'session.2' });
    await may.close();
    const mayNot = await openKubeStore(await server.user('nobody'));
    await assert.rejects(mayNot.eventSink(reporter).write(eventOf(session)), Forbidden);
    await mayNot.close();
  });
};
