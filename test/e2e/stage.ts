import type { ChildProcess } from 'node:child_process';
import { readAccounts, type SeededAccount, signV1 } from '@tintype/api';
import { sessionName } from '@tintype/crds';
import { until } from '../kit/until.js';
import type { AuditEvent } from './cluster/audit.js';
import type { Watch } from './cluster/connections.js';
import type { Policies } from './cluster/policies.js';
import type { Fetch, Pages } from './site/pages.js';
import type { Tools } from './tools.js';

export interface Insight {
  watch: (address: string) => Promise<Watch>;
  /** Missing if the kernel cannot enforce NetworkPolicies. */
  policies?: Policies;
  audit: () => AuditEvent[];
  seccompFolder: string;
}

export interface StageOptions {
  tools: Tools;
  pages: Pages;
  fetch: Fetch;
  insight?: Insight;
  account?: SeededAccount;
  url?: string;
}

/** An object of Kubernetes, untyped: tests read any field. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Found = any;

export interface Answer {
  status: number;
  body: Found;
}

const group = 'tintype.dev';

/** False for a pod that is being deleted. */
export const isReady = ({ metadata, status }: Found): boolean =>
  !metadata.deletionTimestamp &&
  // A pod that was just created has no conditions yet.
  status.conditions?.some(({ type, status: is }: Found) => type === 'Ready' && is === 'True') === true;

/** An operator's tools for an installation: kubectl, helm, and the Service's address. */
export class Stage {
  readonly namespace = 'tintype';
  readonly release = 'tintype';
  readonly options: StageOptions;
  readonly pages: Pages;
  readonly fetch: Fetch;
  readonly #tools: Tools;
  #account: SeededAccount | undefined;
  #url: string;

  constructor(options: StageOptions) {
    this.options = options;
    this.pages = options.pages;
    this.fetch = options.fetch;
    this.#tools = options.tools;
    this.#account = options.account;
    this.#url = options.url ?? '';
  }

  kubectl(...args: string[]): Promise<string> {
    return this.#tools.kubectl('--namespace', this.namespace, ...args);
  }

  helm(...args: string[]): Promise<string> {
    return this.#tools.helm('--namespace', this.namespace, ...args);
  }

  forward(pod: string, ports: string): ChildProcess {
    return this.#tools.portForward(this.namespace, pod, ports);
  }

  /** To be called after a new install: drops the cached account and URL. */
  forget(): void {
    this.#account = this.options.account;
    this.#url = this.options.url ?? '';
  }

  /** Default namespace: the installation's. */
  async apply(object: Found): Promise<void> {
    await this.#tools.apply({ ...object, metadata: { namespace: this.namespace, ...object.metadata } });
  }

  async get(kind: string, name: string, ...args: string[]): Promise<Found | undefined> {
    const output = await this.kubectl('get', kind, name, '--ignore-not-found', '-o', 'json', ...args);
    return output ? JSON.parse(output) : undefined;
  }

  async list(kind: string, ...args: string[]): Promise<Found[]> {
    return JSON.parse(await this.kubectl('get', kind, '-o', 'json', ...args)).items;
  }

  /** Pods of a component: `api`, `operator`, `browser-node`, `nats`. */
  pods(component: string): Promise<Found[]> {
    return this.list(
      'pods',
      '-l',
      `app.kubernetes.io/instance=${this.release},app.kubernetes.io/component=${component}`,
    );
  }

  async url(): Promise<string> {
    if (!this.#url) {
      const { spec } = await this.get('service', `${this.release}-api`);
      this.#url = `http://${spec.clusterIP}:${spec.ports[0].port}`;
    }
    return this.#url;
  }

  async account(): Promise<SeededAccount> {
    if (!this.#account) {
      const { data } = await this.get('secret', `${this.release}-keys`);
      this.#account = readAccounts(Buffer.from(data.accounts, 'base64').toString())[0]!;
    }
    return this.#account;
  }

  async signer(): Promise<(page: string, endpoint?: string, options?: Record<string, string>) => string> {
    const { apiKey, secret } = await this.account();
    const base = await this.url();
    return (page, endpoint = 'image', options = {}) => {
      const query = new URLSearchParams({ url: page, ...options }).toString();
      return `${base}/${apiKey}/${signV1(secret, query)}/${endpoint}?${query}`;
    };
  }

  async signedUrl(page: string): Promise<string> {
    return (await this.signer())(page);
  }

  async sessions(method: string, path: string, body?: object, base?: string): Promise<Answer> {
    const { apiKey, secret } = await this.account();
    const bearer = Buffer.from(`${apiKey}:${secret}`).toString('base64');
    const response = await this.fetch(`${base ?? (await this.url())}/v1/sessions${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', connection: 'close' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: await response.json() };
  }

  /** Opens a session with one request; returns its id. */
  async create(options: object = {}): Promise<string> {
    const { status, body } = await this.sessions('POST', '', { maxTtlSeconds: 300, ...options });
    if (status !== 201) throw new Error(`the create got ${status}: ${JSON.stringify(body)}`);
    return body.sessionId;
  }

  /** Creates a session once the pool is ready. */
  async open(options: object = {}): Promise<string> {
    await this.poolReady();
    return this.create(options);
  }

  async act(id: string, type: string, payload: object = {}): Promise<Answer> {
    return this.sessions('POST', `/${id}/actions`, { type, payload });
  }

  async sessionObject(id: string): Promise<Found | undefined> {
    return this.get(`browsersessions.${group}`, sessionName(id));
  }

  async podOf(id: string): Promise<string> {
    const object = await this.sessionObject(id);
    const name = object?.status?.pod?.name;
    if (!name) throw new Error(`session ${id} has no pod: ${JSON.stringify(object?.status)}`);
    return name;
  }

  async warmPods(): Promise<string[]> {
    return (await this.#warmPods()).map(({ metadata }) => metadata.name);
  }

  #warmPods(): Promise<Found[]> {
    return this.list('pods', '-l', `${group}/pool=default,!${group}/session`);
  }

  /** Waits until the pool has exactly `count` ready pods. It reads the pods: the pool's status lags by up to 5 s. */
  async poolReady(count?: number): Promise<void> {
    await until('the pool is ready', async () => {
      const wanted = count ?? (await this.get(`browserpools.${group}`, 'default')).spec.replicas;
      const pods = await this.#warmPods();
      return pods.length === wanted && pods.every(isReady);
    });
  }

  async rolledOut(...components: string[]): Promise<void> {
    for (const component of components)
      await this.kubectl('rollout', 'status', `deployment/${this.release}-${component}`, '--timeout=180s');
  }

  async scale(component: string, replicas: number): Promise<void> {
    await this.kubectl('scale', `deployment/${this.release}-${component}`, `--replicas=${replicas}`);
  }
}
