/**
 * Plays scheduler, kubelets and pods of a namespace. It binds each pod, makes it ready at an address in 127/8, and
 * serves its protocol there. It removes a pod that is deleted. Prints `ready`, reads a setting, prints `open`, then
 * answers each line with the number of its writes. Ends with its standard input.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sessionAgentPort } from '@tintype/contracts';
import type { Pod } from '@tintype/crds';
import { Informer, openKubernetesStore } from '@tintype/stores';
import { Machine } from '../../explorer/played/machine.js';
import { type AgentServer, programOf, serveSessionAgent } from '../../kit/session-pod/pod-server.js';
import type { KubeSetting } from './kube-acts.js';
import { type KubeCall, openKubeCalls } from './kube-calls.js';

const nothing = () => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const connections = 16;

/** 65,000 addresses per process: another bench may play nodes on this machine. */
const network = `127.${64 + (process.pid % 128)}`;
const addressOf = (index: number) => `${network}.${(index >> 8) & 255}.${index & 255}`;

const readyAt = (podIP: string) => {
  const startTime = new Date().toISOString();
  const condition = (type: string) => ({ type, status: 'True', lastTransitionTime: startTime });
  return {
    phase: 'Running',
    startTime,
    podIP,
    podIPs: [{ ip: podIP }],
    conditions: ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'].map(condition),
    containerStatuses: [
      {
        name: 'browser',
        image: 'stub',
        imageID: 'stub',
        ready: true,
        restartCount: 0,
        state: { running: { startedAt: startTime } },
      },
    ],
  };
};

/** Without browser, tokens and timers: the bench measures the rest of a session's cost. */
const servePod = (address: string): Promise<AgentServer> => {
  const machine = new Machine({ namespace: '', name: '', uid: '' });
  return serveSessionAgent(programOf(machine), undefined, { address, port: sessionAgentPort });
};

class PlayedNodes {
  writes = 0;
  readonly #call: KubeCall;
  readonly #pods: string;
  /** One step at a time for each pod, by uid. */
  readonly #work = new Map<string, Promise<AgentServer | undefined>>();
  readonly #leaving = new Set<string>();
  #addresses = 0;

  constructor(call: KubeCall, namespace: string) {
    this.#call = call;
    this.#pods = `/api/v1/namespaces/${namespace}/pods`;
  }

  readonly notice = (previous: Pod | undefined, current: Pod | undefined): void => {
    if (previous && previous.metadata.uid !== current?.metadata.uid) this.#forget(previous.metadata.uid);
    if (current) this.#follow(current);
  };

  #follow({ metadata: { name, uid, deletionTimestamp } }: Pod): void {
    if (!deletionTimestamp && !this.#work.has(uid)) this.#work.set(uid, this.#start(name, uid));
    if (!deletionTimestamp || this.#leaving.has(uid)) return;
    this.#leaving.add(uid);
    void this.#end(name, uid);
  }

  async #start(name: string, uid: string): Promise<AgentServer | undefined> {
    this.#addresses += 1;
    const address = addressOf(this.#addresses);
    const server = await servePod(address);
    const metadata = { name, uid };
    const target = { apiVersion: 'v1', kind: 'Node', name: 'node-1' };
    const binding = { apiVersion: 'v1', kind: 'Binding', metadata, target };
    await this.#write('POST', `${name}/binding`, binding);
    await this.#write('PATCH', `${name}/status`, { metadata: { uid }, status: readyAt(address) });
    return server;
  }

  async #end(name: string, uid: string): Promise<void> {
    await this.#work.get(uid);
    await this.#write('DELETE', name, { gracePeriodSeconds: 0, preconditions: { uid } });
  }

  #forget(uid: string): void {
    void this.#work.get(uid)?.then((server) => server?.close());
    this.#work.delete(uid);
    this.#leaving.delete(uid);
  }

  /** A refused write was for a pod that is gone. */
  async #write(method: 'POST' | 'PATCH' | 'DELETE', path: string, body: object): Promise<void> {
    this.writes += 1;
    await this.#call(method, `${this.#pods}/${path}`, body).catch(nothing);
  }
}

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (text: string) => process.stdout.write(`${text}\n`);
say('ready');
const { kubeconfig, namespace } = JSON.parse((await lines.next()).value ?? '') as KubeSetting;
const file = join(tmpdir(), 'kubeconfig');
writeFileSync(file, kubeconfig);
const nodes = new PlayedNodes(openKubeCalls(file, connections), namespace);
const store = await openKubernetesStore({ source: { kubeconfig: [file] }, program: 'nodes', log: silent });
const pods = new Informer({ store, kind: 'Pod', selector: { namespace }, log: silent });
pods.onChange(nodes.notice);
pods.start();
await pods.whenSynced(new AbortController().signal);
say('open');
for await (const _ of lines) say(String(nodes.writes));
process.exit(0);
