import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentPortAnnotation, type Pod, type ResourceStore } from '@tintype/crds';
import { freePorts, LocalNode, PodAllocator, podPortsOf, sessionCommand } from '@tintype/standalone/testing';
import type { KubeApiServer } from '../kube/api-server.js';
import { fullChromium, headlessShell } from './guarded-browser.js';

const program = fileURLToPath(new URL('../../../../browser-node/dist/main.js', import.meta.url));

/** The range of users for browsers. */
const uids = [50_000, 59_999] as const;

const pods = 2;

export interface KubeNodeOptions {
  store: ResourceStore;
  namespace: string;
  /** `TINTYPE_EGRESS_ALLOW` of the pods. */
  allow: string;
  onLine: (line: string) => void;
}

/** A node that runs browser-node for each pod of a namespace on a real API server. */
export const startKubeNode = async (kube: KubeApiServer, options: KubeNodeOptions) => {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-kube-node-'));
  const facts = {
    program,
    environment: { ...process.env, TINTYPE_EGRESS_ALLOW: options.allow },
    chromium: fullChromium,
    browser: { TINTYPE_HEADLESS_SHELL: headlessShell },
    browserWall: 'on' as const,
    examplePort: undefined,
    ownPorts: [],
  };
  const node = new LocalNode({
    store: bindingStore(kube, options.store),
    namespace: options.namespace,
    folder,
    places: new PodAllocator({
      ports: podPortsOf(await freePorts(2 * pods)),
      uids: process.getuid?.() === 0 ? uids : undefined,
    }),
    maxStarting: 1,
    command: (...pod) => sessionCommand(facts, ...pod),
    onLine: (pod, line) => options.onLine(`${pod}: ${line}`),
    log: {
      debug: () => undefined,
      warn: () => undefined,
      error: (...reply: unknown[]) => options.onLine(JSON.stringify(reply)),
    },
  });
  await node.start();
  return {
    node,
    /** The process in a pod. */
    agentOf: ({ metadata: { uid } }: Pod): number =>
      JSON.parse(readFileSync(join(folder, uid, 'process'), 'utf8')).pid as number,
    close: async () => {
      await node.stop();
      await rm(folder, { recursive: true });
    },
  };
};

/** The API server takes a pod's node only as a binding, whose annotations become the pod's. */
const bindingStore = (kube: KubeApiServer, store: ResourceStore): ResourceStore => ({
  list: (...call) => store.list(...call),
  watch: (...call) => store.watch(...call),
  get: (...call) => store.get(...call),
  create: (...call) => store.create(...call),
  updateStatus: (...call) => store.updateStatus(...call),
  delete: (...call) => store.delete(...call),
  update: async (kind, object, options) => {
    const { metadata, spec } = object as unknown as Pod;
    if (kind !== 'Pod' || !spec.nodeName) return store.update(kind, object, options);
    const { namespace, name, uid, annotations } = metadata;
    await kube.call('POST', `/api/v1/namespaces/${namespace}/pods/${name}/binding`, {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name, uid, annotations: { [agentPortAnnotation]: annotations?.[agentPortAnnotation] } },
      target: { apiVersion: 'v1', kind: 'Node', name: spec.nodeName },
    });
    return (await store.get(kind, { namespace, name })) as typeof object;
  },
});
