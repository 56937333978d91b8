import { createSecretKey } from 'node:crypto';
import type { Session } from '@tintype/contracts';
import { buckets } from '@tintype/contracts';
import { agentPortAnnotation, type BrowserSession, type ResourceStore, sessionName } from '@tintype/crds';
import { type SessionCharge, SessionLedger, Slots } from '@tintype/ledger';
import { AccountProxies, SessionOperator, StoredAccounts } from '@tintype/operator/testing';
import { type Nats, Registry, systemClock } from '@tintype/runtime';
import { JetStreamStore } from '@tintype/stores';
import { SeededRandom } from '../played/seeded-random.js';
import { operatorAgent } from '../session-pod/agents.js';
import { SessionKubelet } from '../session-pod/kubelet.js';
import { SessionPodServer } from '../session-pod/pod-server.js';
import { until } from '../until.js';
import { type Service, startService, tester } from './service.js';

const rootText = '77'.repeat(32);
const rootKey = createSecretKey(Buffer.from(rootText, 'hex'));
const nothing = () => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

/** The objects' place for all programs of a stage. */
export interface StagedObjects {
  store: ResourceStore;
  namespace: string;
  variables: Record<string, string>;
  close: () => Promise<void>;
}

export interface SessionAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any field of the api's answer
  body: any;
}

export interface SessionRequest {
  /** Index of the api. */
  api?: number;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** `user_id:secret` */
  as?: string;
}

const bearer = (text: string) => `Bearer ${Buffer.from(text).toString('base64')}`;

/** Two api processes with a real operator; played nodes, pods and browsers. HTTP to the pods. */
export class SessionApiStage {
  readonly service: Service;
  readonly nats: Nats;
  readonly objects: StagedObjects;
  readonly kubelet: SessionKubelet;
  readonly pods: SessionPodServer;
  #operator: SessionOperator | undefined;
  #operators = 0;

  private constructor(service: Service, nats: Nats, objects: StagedObjects) {
    this.service = service;
    this.nats = nats;
    this.objects = objects;
    const { store, namespace } = objects;
    this.kubelet = new SessionKubelet({ store, namespace, clock: systemClock, note: nothing, seeOpened: nothing });
    this.pods = new SessionPodServer(this.kubelet, rootKey);
  }

  /** On JetStream without an argument. */
  static async start(kubernetes?: StagedObjects, accounts: Parameters<typeof startService>[0]['accounts'] = []) {
    const variables = kubernetes?.variables ?? { TINTYPE_OBJECTS: 'nats' };
    const api = { TINTYPE_ROOT_KEY: rootText, ...variables };
    const service = await startService({ apis: 2, nodes: 0, allow: '', api, accounts });
    const nats = await service.connect();
    const objects = kubernetes ?? {
      store: new JetStreamStore({ nats, bucket: buckets.objects }),
      namespace: 'default',
      variables,
      close: async () => undefined,
    };
    const stage = new SessionApiStage(service, nats, objects);
    await stage.pods.start();
    stage.kubelet.start();
    await stage.startOperator();
    return stage;
  }

  async startOperator(): Promise<void> {
    const { service, nats, objects, kubelet } = this;
    const { store, namespace } = objects;
    this.#operators += 1;
    const accounts = await nats.kv(buckets.accounts);
    const masterKey = createSecretKey(Buffer.from(service.masterKey, 'hex'));
    const operator = new SessionOperator({
      store,
      podTemplate: () => ({
        labels: {},
        annotations: { [agentPortAnnotation]: String(this.pods.port) },
        spec: { containers: [{ name: 'browser', image: 'browser' }], nodeName: 'node-1' },
      }),
      recordPool: nothing,
      agent: operatorAgent({ kubelet, random: new SeededRandom(1), isTroubled: () => false }),
      slots: new Slots(nats),
      ledger: new SessionLedger(nats),
      accounts: new StoredAccounts(accounts),
      proxies: new AccountProxies({ kv: accounts, masterKey }),
      record: nothing,
      ledgerWatch: { fault: undefined },
      ttlSecondsAfterClosed: 1,
      scope: { namespace },
      lease: { namespace, name: 'operator' },
      identity: `operator-${this.#operators}`,
      log: silent,
      registry: new Registry(),
      timing: { leaseDurationMs: 4000, renewDeadlineMs: 2500, retryPeriodMs: 500 },
    });
    void operator.start();
    this.#operator = operator;
    await until('the operator leads', () => operator.isLeading);
  }

  async stopOperator(): Promise<void> {
    await this.#operator?.stop();
    this.#operator = undefined;
  }

  async call(method: string, path: string, request: SessionRequest = {}): Promise<SessionAnswer> {
    const response = await this.send(method, path, request);
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** Like `call`, without reading the answer. */
  send(method: string, path: string, request: SessionRequest = {}): Promise<Response> {
    const { api = 0, body, headers = {}, signal, as = `${tester.id}:${tester.secret}` } = request;
    return fetch(`http://127.0.0.1:${this.service.publicPorts[api]}/v1/sessions${path}`, {
      method,
      headers: { ...(as ? { authorization: bearer(as) } : {}), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  }

  async create(body: unknown = {}, request: SessionRequest = {}): Promise<string> {
    const answer = await this.call('POST', '', { ...request, body });
    if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.sessionId;
  }

  async get(id: string, request: SessionRequest = {}): Promise<Session> {
    const answer = await this.call('GET', `/${id}`, request);
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.session;
  }

  object(id: string): Promise<BrowserSession | undefined> {
    return this.objects.store.get('BrowserSession', { namespace: this.objects.namespace, name: sessionName(id) });
  }

  charge(id: string): Promise<SessionCharge | undefined> {
    return new SessionLedger(this.nats).findCharge(id);
  }

  /** Closes all sessions and waits until nothing is left. */
  async clear(): Promise<void> {
    const { store, namespace } = this.objects;
    await until('no session is left', async () => {
      const { items } = await store.list('BrowserSession', { namespace });
      for (const { metadata } of items) if (!metadata.deletionTimestamp) await store.delete('BrowserSession', metadata);
      return items.length === 0;
    });
  }

  async stop(): Promise<void> {
    await this.stopOperator();
    await this.kubelet.stop();
    this.pods.stop();
    await this.nats.close();
    await this.service.stop();
    await this.objects.close();
  }
}
