import { createSecretKey, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { podKeyOf } from '@tintype/contracts';
import type { NewPod, Pod, PodSpec, ResourceStore } from '@tintype/crds';
import { HttpPodAgent } from '@tintype/operator/testing';
import { freePorts, LocalNode, PodAllocator, PodFiles, podPortsOf, sessionCommand } from '@tintype/standalone/testing';
import { procText } from '../process/sockets.js';
import { until } from '../until.js';

const standIn = fileURLToPath(new URL('../session-pod/stand-in.js', import.meta.url));

/** The range of users for browsers. */
const uids = [50_000, 59_999] as const;

export const rootKey = createSecretKey(randomBytes(32));

/** The operator's client for pods. */
export const agent = new HttpPodAgent({ rootKey });

export const namespace = 'default';

let count = 0;

/** A pod with the stand-in as its program and environment `env`. */
export const newPod = (env: Record<string, string> = {}, spec: Partial<PodSpec> = {}): NewPod => {
  const name = `p${++count}`;
  const own = { TINTYPE_POD_KEY: podKeyOf(rootKey, { namespace, name }), ...env };
  const variables = Object.entries(own).map(([variable, value]) => ({ name: variable, value }));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace, name },
    spec: {
      containers: [{ name: 'browser', image: 'none', env: variables }],
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 20,
      ...spec,
    },
  };
};

export const order = (session: string) => ({
  session,
  account: 'acme',
  maxTtlSeconds: 60,
  startBy: new Date(Date.now() + 60_000).toISOString(),
  cdp: false,
  proxy: false,
  bypassBotDetection: false,
  confirmed: true,
});

export const newFolder = () => mkdtempSync(join(tmpdir(), 'tintype-node-'));

export interface NodeSettings {
  store: ResourceStore;
  folder: string;
  pods?: number;
}

/** Not started. */
export const makeNode = async ({ store, folder, pods = 4 }: NodeSettings): Promise<LocalNode> => {
  const places = new PodAllocator({
    ports: podPortsOf(await freePorts(2 * pods)),
    uids: process.getuid?.() === 0 ? uids : undefined,
  });
  const facts = {
    program: standIn,
    environment: process.env,
    chromium: 'none',
    browser: { TINTYPE_CHROMIUM: 'none' },
    browserWall: 'off' as const,
    examplePort: undefined,
    ownPorts: [],
  };
  return new LocalNode({
    store,
    namespace,
    folder,
    places,
    maxStarting: 1,
    command: (...pod) => sessionCommand(facts, ...pod),
    onLine: (pod, line) => console.error(`${pod}: ${line}`),
    log: { debug: () => undefined, warn: () => undefined, error: (...reply: unknown[]) => console.error(...reply) },
  });
};

/** Waits for a condition; returns the pod, or undefined once it is gone. */
export const podWhen = async (
  store: ResourceStore,
  { metadata }: NewPod,
  holds: (pod: Pod | undefined) => boolean,
): Promise<Pod | undefined> => {
  let pod: Pod | undefined;
  await until(`pod ${metadata.name} is as it should be`, async () => {
    pod = await store.get('Pod', metadata);
    return holds(pod);
  });
  return pod;
};

const condition = (pod: Pod | undefined) => pod?.status?.conditions?.find(({ type }) => type === 'Ready')?.status;

export const isReady = (pod: Pod | undefined): boolean => condition(pod) === 'True';

export const hasEnded = (pod: Pod | undefined): boolean => /Succeeded|Failed/.test(pod?.status?.phase ?? '');

export const readyPod = async (store: ResourceStore, pod: NewPod): Promise<Pod> =>
  (await podWhen(store, pod, isReady)) as Pod;

export const endedPod = async (store: ResourceStore, pod: NewPod): Promise<Pod> =>
  (await podWhen(store, pod, hasEnded)) as Pod;

export const terminated = (pod: Pod | undefined) => pod?.status?.containerStatuses?.[0]?.state?.terminated;

export const scratchOf = (uid: string): string => new PodFiles('', uid).scratch;

/** Ids of processes whose environment names the pod's temporary folder (Linux only). */
export const processesOf = ({ metadata: { uid } }: Pod): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && procText(`/proc/${name}/environ`).includes(scratchOf(uid)))
    .map(Number);

/** Linux only. */
export const userOf = (pid: number): number => Number(/^Uid:\t(\d+)/m.exec(procText(`/proc/${pid}/status`))?.[1]);

/** Linux only. */
export const groupOf = (pid: number): number => {
  const stat = procText(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
};

/** The pod's remaining processes, folders and cgroups. */
export const leftoversOfPod = (pod: Pod, folder: string): (string | number)[] => {
  const files = new PodFiles(folder, pod.metadata.uid);
  const paths = [files.scratch, files.folder, files.memory.folder ?? ''];
  return [...processesOf(pod), ...paths.filter((path) => existsSync(path))];
};

export const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });
