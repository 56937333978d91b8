import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { buckets } from '@tintype/contracts';
import { type BrowserSession, Conflict, isStarting, type ResourceStore, type SessionPhase } from '@tintype/crds';
import { createLog, holdingClock, type Nats, pause, systemClock } from '@tintype/runtime';
import { findSnapshot } from '@tintype/runtime/bundle';
import { JetStreamStore } from '@tintype/stores';
import { noChromium } from '../install/programs.js';
import { objectsNamespace as namespace } from '../nats-server/operator-lease.js';
import type { PartLog } from '../process/part-log.js';
import { BrowserVersion } from './browser-version.js';
import { drainMs, LocalNode } from './local-node.js';
import type { PodAllocator } from './pod-allocator.js';
import { type SessionFacts, sessionCommand } from './session-command.js';
import { WarmBrowsers } from './warm-browsers.js';

export interface SessionPodsOptions {
  nats: Nats;
  folder: string;
  places: PodAllocator;
  facts: SessionFacts;
  /** How many warm browsers to keep. */
  warmCount: number;
  log: PartLog;
}

/** Phases of a session whose browser was open and whose charge is not written. */
const unsettled: readonly (SessionPhase | undefined)[] = ['Active', 'Closing', 'Settling'];

/** A pod that starts keeps about one processor busy. */
const maxStarting = availableParallelism();

const noneWanted = 'If you want no sessions, set TINTYPE_SESSION_PODS to 0.';

const settleMs = 5000;
const lookEveryMs = 50;

/** The most that {@link SessionPods.drain} takes. */
export const sessionDrainMs = drainMs + settleMs;

const shellVersionOf = ({ browser }: SessionFacts): BrowserVersion | undefined =>
  'TINTYPE_HEADLESS_SHELL' in browser ? new BrowserVersion(browser.TINTYPE_HEADLESS_SHELL) : undefined;

/** The pods of sessions on this machine: a part of the service without a process of its own. */
export class SessionPods {
  readonly name = 'local-node';
  /** Pods are never restarted: a session has one. */
  readonly restarts = 0;
  readonly #store: ResourceStore;
  readonly #node: LocalNode;
  readonly #warm: WarmBrowsers;
  readonly #draining = new AbortController();
  readonly whyNotReady: string | undefined;

  constructor({ nats, folder, places, facts, warmCount, log }: SessionPodsOptions) {
    this.#store = new JetStreamStore({ nats, bucket: buckets.objects });
    this.whyNotReady = places.size > 0 && !facts.chromium ? `${noChromium} ${noneWanted}` : undefined;
    const ownLog = createLog('local-node', 'info', { write: (line) => log.add(line.trimEnd()) });
    const snapshot = () => findSnapshot(pathToFileURL(facts.program).href);
    const allFacts = { ...facts, shellVersion: shellVersionOf(facts), snapshot };
    this.#node = new LocalNode({
      store: this.#store,
      namespace,
      folder,
      places,
      maxStarting,
      command: (...pod) => sessionCommand(allFacts, ...pod),
      onLine: (pod, line) => log.add(withPod(pod, line)),
      log: ownLog,
    });
    this.#warm = new WarmBrowsers({ store: this.#store, namespace, count: warmCount, log: ownLog });
  }

  get podCount(): number {
    return this.#node.podCount;
  }

  ready(): Promise<boolean> {
    return Promise.resolve(this.whyNotReady === undefined && this.#node.isReady);
  }

  start(): Promise<void> {
    return this.#node.start();
  }

  warmUp(): void {
    this.#warm.begin();
  }

  /** Ends the warm browsers and deletes sessions that wait for a browser, until `drain`. */
  coolDown(): Promise<void> {
    void deleteWaiting({ store: this.#store, namespace, signal: this.#draining.signal });
    return this.#warm.end();
  }

  /**
   * Ends the open sessions and waits up to 5 s until the operator has charged them. The next start charges the rest.
   */
  async drain(): Promise<void> {
    this.#draining.abort();
    await this.#node.drain();
    const end = Date.now() + settleMs;
    while (Date.now() < end && !(await this.#isSettled().catch(() => false))) await pause(holdingClock, lookEveryMs);
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

const withPod = (pod: string, line: string): string =>
  line.startsWith('{') ? `{"pod":${JSON.stringify(pod)},${line.slice(1)}` : `${pod}: ${line}`;

interface DeleteWaitingOptions {
  store: Pick<ResourceStore, 'list' | 'delete'>;
  namespace: string;
  signal: AbortSignal;
}

/**
 * Deletes sessions that wait for a browser, until the signal aborts. Their clients get 503 at once, pay nothing, and
 * can retry. A session that became active since it was read stays.
 */
const deleteWaiting = async ({ store, namespace, signal }: DeleteWaitingOptions): Promise<void> => {
  while (!signal.aborted) {
    // Without NATS no session can start either.
    await deleteStarting(store, namespace).catch(() => undefined);
    await pause(systemClock, lookEveryMs, signal);
  }
};

const deleteStarting = async (store: DeleteWaitingOptions['store'], namespace: string): Promise<void> => {
  const { items } = await store.list('BrowserSession', { namespace });
  await Promise.all(items.filter(isStarting).map((session) => deleteAsRead(store, session)));
};

const deleteAsRead = async (store: DeleteWaitingOptions['store'], { metadata }: BrowserSession): Promise<void> => {
  const { namespace, name, uid, resourceVersion } = metadata;
  await store.delete('BrowserSession', { namespace, name }, { uid, resourceVersion }).catch((error: unknown) => {
    if (!(error instanceof Conflict)) throw error;
  });
};
