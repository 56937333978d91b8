import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labels } from '@tintype/crds';
import { BirthRecordFile } from '@tintype/ledger';
import { provisionPool } from '@tintype/operator';
import type { KubernetesStore } from '@tintype/stores';
import type { KubeApiServer } from '../../kit/kube/api-server.js';
import { openKubeStore, startKubeWithKinds } from '../../kit/kube/store.js';
import { OperatorProcess } from '../../kit/operator/operator-process.js';
import { type Service, startService } from '../../kit/service/service.js';
import { isReady } from '../../kit/standalone/local-node-stage.js';
import { until } from '../../kit/until.js';
import { childrenNamed } from '../processes.js';
import { kubeconfigWithin } from './kube.js';
import { type Program, startProgram } from './program.js';
import { accountOf, BenchClient } from './session-client.js';

/** Each account may have five sessions at once. */
const usualAccounts = 200;

/** The folder for V8 profiles of api and operator, when someone measures time. */
const profiled = (): Record<string, string> => {
  const folder = process.env.PROFILES;
  return folder ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` } : {};
};

interface Parts {
  kube: KubeApiServer;
  service: Service;
  store: KubernetesStore;
  namespace: string;
  nodes: Program;
  folder: string;
  rootKey: string;
  accounts: number;
}

/** Our api and operator on a real API server. Nodes and pods are played, without browsers. */
export class SessionCluster {
  readonly operators: OperatorProcess[] = [];
  readonly client: BenchClient;
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.client = new BenchClient(parts.service.publicPorts[0] ?? 0, parts.accounts);
  }

  static async start(accounts = usualAccounts): Promise<SessionCluster> {
    const kube = await startKubeWithKinds();
    const namespace = await kube.namespace('bench');
    const rootKey = randomBytes(32).toString('hex');
    const api = {
      TINTYPE_ROOT_KEY: rootKey,
      TINTYPE_NAMESPACE: namespace,
      KUBECONFIG: kube.admin.kubeconfigFile,
      ...profiled(),
    };
    const seeded = Array.from({ length: accounts }, (_, index) => accountOf(index));
    const service = await startService({ apis: 1, nodes: 0, allow: '', api, accounts: seeded });
    const [store, folder] = [await openKubeStore(kube.admin), await mkdtemp(join(tmpdir(), 'tintype-bench-'))];
    await new BirthRecordFile(join(folder, 'birth')).write(service.ledger.birth ?? '');
    const nodes = await startProgram('played-nodes', []);
    await nodes.ask(JSON.stringify({ kubeconfig: kubeconfigWithin(kube), namespace }));
    const cluster = new SessionCluster({ kube, service, store, namespace, nodes, folder, rootKey, accounts });
    await cluster.startOperator();
    return cluster;
  }

  get kube(): KubeApiServer {
    return this.#parts.kube;
  }

  get store(): KubernetesStore {
    return this.#parts.store;
  }

  get namespace(): string {
    return this.#parts.namespace;
  }

  async startOperator(): Promise<OperatorProcess> {
    const { kube, service, namespace, folder, rootKey } = this.#parts;
    const operator = await OperatorProcess.start({
      KUBECONFIG: kube.admin.kubeconfigFile,
      TINTYPE_NAMESPACE: namespace,
      TINTYPE_NATS_URL: service.natsUrl('operator').href,
      TINTYPE_ROOT_KEY: rootKey,
      TINTYPE_LEDGER_BIRTH: join(folder, 'birth'),
      ...profiled(),
    });
    this.operators.push(operator);
    await operator.ready();
    return operator;
  }

  /** Resolves when that many warm pods are ready and the pods before them are gone. */
  async warm(replicas: number): Promise<void> {
    const { store, namespace } = this;
    await provisionPool(store, { namespace }, replicas);
    await until(`${replicas} pods are warm`, async () => {
      const { items } = await store.list('Pod', { namespace });
      const areReady = items.every(isReady);
      const isIdle = items.every(({ metadata }) => !metadata.labels?.[labels.session] && !metadata.deletionTimestamp);
      return items.length === replicas && areReady && isIdle && (await this.isEmpty());
    });
  }

  async isEmpty(): Promise<boolean> {
    return (await this.store.list('BrowserSession', { namespace: this.namespace })).items.length === 0;
  }

  processes(): Record<'ours' | 'kubernetes' | 'others', number[]> {
    const { service, nodes } = this.#parts;
    return {
      ours: [...service.apis.map(({ child }) => child.pid), ...this.operators.map(({ pid }) => pid)],
      kubernetes: [...childrenNamed('kube-apiserver'), ...childrenNamed('etcd')],
      others: [...childrenNamed('nats-server'), nodes.pid, process.pid],
    };
  }

  /** All writes of sessions, pods and pools so far, by verb and resource, as the API server counts them. */
  async writes(): Promise<Map<string, number>> {
    const text = String(await this.kube.call('GET', '/metrics'));
    const lines = text.matchAll(/^apiserver_request_total\{(.*)\} (\d+)$/gm);
    const writes = new Map<string, number>();
    for (const [, labelText = '', count] of lines) {
      const label = (name: string) => new RegExp(`(?:^|,)${name}="([^"]*)"`).exec(labelText)?.[1] ?? '';
      const [verb, subresource] = [label('verb'), label('subresource')];
      if (
        !/^(POST|PUT|PATCH|APPLY|DELETE)/.test(verb) ||
        !/^(pods|browsersessions|browserpools)$/.test(label('resource'))
      )
        continue;
      const name = `${verb} ${label('resource')}${subresource && `/${subresource}`}`;
      writes.set(name, (writes.get(name) ?? 0) + Number(count));
    }
    return writes;
  }

  /** The part that the played nodes sent. */
  async writesOfNodes(): Promise<number> {
    return Number(await this.#parts.nodes.ask('writes'));
  }

  async stop(): Promise<void> {
    const { kube, service, store, nodes, folder } = this.#parts;
    await this.client.end();
    for (const operator of this.operators) await operator.stop();
    await nodes.stop();
    await store.close();
    await service.stop();
    await kube.stop();
    await rm(folder, { recursive: true });
  }
}
