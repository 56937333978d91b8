import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { buckets } from '@tintype/contracts';
import { type BrowserSession, Conflict, isStarting, type ResourceStore, type SessionPhase } from '@tintype/crds';
import { createLog, type Nats } from '@tintype/runtime';
import { JetStreamStore } from '@tintype/stores';
import { noChromium } from '../install/programs.js';
import { objectsNamespace as namespace } from '../nats-server/operator-lease.js';
import type { PartLog } from '../process/part-log.js';
import { drainMs, LocalNode } from './local-node.js';
import type { Places } from './places.js';
import { type SessionFacts, sessionCommand } from './session-command.js';
import { WarmBrowsers } from './warm-browsers.js';

export interface SessionPodsOptions {
  nats: Nats;
  folder: string;
  places: Places;
  facts: SessionFacts;
  /** Browsers that wait for sessions. */
  warm: number;
  /** Of all pods together. */
  log: PartLog;
}

/** A browser was open for it, and it is not in the books yet. */
const unsettled: readonly (SessionPhase | undefined)[] = ['Active', 'Closing', 'Settling'];

/** A browser that starts keeps two processors busy: the others are for those that serve. */
const mostWarming = Math.max(1, Math.floor(availableParallelism() / 2));

const noneWanted = 'Where no sessions are wanted, set TINTYPE_SESSION_PODS to 0.';

const settleMs = 5000;
const lookEveryMs = 50;

/** The most that {@link SessionPods.drain} takes. */
export const sessionDrainMs = drainMs + settleMs;

/** The pods of sessions on this machine. A part of the whole, but no process: each pod has its own. */
export class SessionPods {
  readonly name = 'local-node';
  /** Its pods are not started again: a session has one. */
  readonly restarts = 0;
  readonly #store: ResourceStore;
  readonly #node: LocalNode;
  readonly #warm: WarmBrowsers;
  readonly #draining = new AbortController();
  /** Why it is not ready, where a person has to do something. */
  readonly whyNotReady: string | undefined;

  constructor({ nats, folder, places, facts, warm, log }: SessionPodsOptions) {
    this.#store = new JetStreamStore({ nats, bucket: buckets.objects });
    this.whyNotReady = places.size > 0 && !facts.chromium ? `${noChromium} ${noneWanted}` : undefined;
    const ownLog = createLog('local-node', 'info', { write: (line) => log.add(line.trimEnd()) });
    this.#node = new LocalNode({
      store: this.#store,
      namespace,
      folder,
      places,
      mostWarming,
      command: (...pod) => sessionCommand(facts, ...pod),
      onLine: (pod, line) => log.add(ofPod(pod, line)),
      log: ownLog,
    });
    this.#warm = new WarmBrowsers({ store: this.#store, namespace, count: warm, log: ownLog });
  }

  get running(): number {
    return this.#node.running;
  }

  ready(): Promise<boolean> {
    return Promise.resolve(this.whyNotReady === undefined && this.#node.ready);
  }

  /** Resolves once the pods of an earlier boot are settled. */
  start(): Promise<void> {
    return this.#node.start();
  }

  /** Has browsers wait for sessions from now on. */
  warmUp(): void {
    this.#warm.begin();
  }

  /** Has browsers end that wait for sessions, and sessions that wait for browsers, and no other come of either. */
  coolDown(): Promise<void> {
    void turnAway({ store: this.#store, namespace, signal: this.#draining.signal });
    return this.#warm.end();
  }

  /** Ends the sessions that are open, and lets the operator book them; what it cannot in time, the next start does. */
  async drain(): Promise<void> {
    this.#draining.abort();
    await this.#node.drain();
    const end = Date.now() + settleMs;
    while (Date.now() < end && !(await this.#isSettled().catch(() => false))) await sleep(lookEveryMs);
  }

  stop(): Promise<void> {
    this.#draining.abort();
    return this.#node.stop();
  }

  kill(): void {
    this.#node.kill();
  }

  async #isSettled(): Promise<boolean> {
    const { items } = await this.#store.list('BrowserSession', { namespace });
    return !items.some(({ status }) => unsettled.includes(status?.phase));
  }
}

/** A line of a log, with the pod that it came from. */
const ofPod = (pod: string, line: string): string =>
  line.startsWith('{') ? `{"pod":${JSON.stringify(pod)},${line.slice(1)}` : `${pod}: ${line}`;

interface TurnAwayOptions {
  store: Pick<ResourceStore, 'list' | 'delete'>;
  namespace: string;
  signal: AbortSignal;
}

/**
 * Deletes sessions that wait for their browser, until the signal ends it: whoever asked for one is told 503 at once, pays nothing,
 * and asks again elsewhere or later. One that has become active since it was read is its caller's.
 */
const turnAway = async ({ store, namespace, signal }: TurnAwayOptions): Promise<void> => {
  while (!signal.aborted) {
    // Where NATS is away nothing can begin either.
    await deleteStarting(store, namespace).catch(() => undefined);
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
};

const deleteStarting = async (store: TurnAwayOptions['store'], namespace: string): Promise<void> => {
  const { items } = await store.list('BrowserSession', { namespace });
  await Promise.all(items.filter(isStarting).map((session) => deleteAsRead(store, session)));
};

const deleteAsRead = async (store: TurnAwayOptions['store'], { metadata }: BrowserSession): Promise<void> => {
  const { namespace, name, uid, resourceVersion } = metadata;
  await store.delete('BrowserSession', { namespace, name }, { uid, resourceVersion }).catch((error: unknown) => {
    if (!(error instanceof Conflict)) throw error;
  });
};
