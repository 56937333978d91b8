import assert from 'node:assert/strict';
import { readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { buckets, decodeTerminationMessage, type PodRecord, streams, subjects } from '@tintype/contracts';
import { type BrowserSession, isFinal, labels, type ObjectKey, type Pod, sessionId } from '@tintype/crds';
import { type SessionCharge, SessionLedger, Slots, sessionCredits } from '@tintype/ledger';
import type { Nats } from '@tintype/runtime';
import { JetStreamStore } from '@tintype/stores';
import { type PageServer, startPages } from '../pages/pages.js';
import { browsersOf } from '../process/leftovers.js';
import { procText } from '../process/sockets.js';
import { isReady, leftoversOfPod } from '../standalone/local-node-stage.js';
import { type Stack, sessionCalls, startStack, tintype } from '../standalone/stack.js';
import { connectStackNats } from '../standalone/stack-nats.js';
import { until } from '../until.js';

export const sessionParts = ['browser', 'agent', 'pod'] as const;
export const serviceParts = ['operator', 'api', 'nats'] as const;
/** `agent`: the session's program. `pod`: its object is removed, as by a drain. */
export type KilledPart = (typeof sessionParts)[number] | (typeof serviceParts)[number];

const namespace = 'default';

/** Longer than all consequences of a kill: a lease expires, an abandoned session ends. */
export const settleMs = 120_000;

const isUnclaimed = ({ metadata }: Pod): boolean => !metadata.labels?.[labels.session] && !metadata.deletionTimestamp;

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ESRCH';

/** False if it is gone. */
export const signalProcess = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
};

/** NATS may refuse right after its kill. */
const untilKnown = (what: string, holds: () => Promise<boolean>): Promise<void> => {
  let cause: unknown;
  const isSo = () =>
    holds().catch((error) => {
      cause = error;
      return false;
    });
  return until(what, isSo, settleMs).catch((error) => {
    throw cause ? new Error(error.message, { cause }) : error;
  });
};

/** The whole service on one machine, its killer, and a view of its inside (Linux only). */
export class KillStage {
  readonly stack: Stack;
  readonly nats: Nats;
  readonly site: PageServer;
  readonly call: ReturnType<typeof sessionCalls>;
  readonly store: JetStreamStore;
  readonly ledger: SessionLedger;
  readonly #slots: Slots;
  /** Warm browsers when idle. */
  readonly #warm: number;
  /** Every pod that ever had files. */
  readonly #pods = new Set<string>();
  readonly #watcher: ReturnType<typeof watch>;

  private constructor({ stack, nats, site }: Pick<KillStage, 'stack' | 'nats' | 'site'>, warm: number) {
    this.#warm = warm;
    this.stack = stack;
    this.nats = nats;
    this.site = site;
    this.call = sessionCalls(stack);
    this.store = new JetStreamStore({ nats, bucket: buckets.objects });
    this.ledger = new SessionLedger(nats);
    this.#slots = new Slots(nats);
    this.#watcher = watch(this.#podsFolder, (_event, uid) => uid && this.#pods.add(uid));
  }

  /** Without warm browsers by default: all pods belong to sessions. */
  static async start(settings: Record<string, string> = {}, dataDir?: string): Promise<KillStage> {
    const site = await startPages({ '/hangs': () => undefined });
    const usual = { TINTYPE_EGRESS_ALLOW: `127.0.0.1:${site.port}`, TINTYPE_WARM_SESSIONS: '0' };
    const environment = { ...usual, ...settings };
    const stack = await startStack({ environment, ...(dataDir && { dataDir }) });
    const nats = await connectStackNats(stack.dataDir);
    return new KillStage({ stack, nats, site }, Number(environment.TINTYPE_WARM_SESSIONS));
  }

  /** Ends everything beside the service. */
  async leave(): Promise<void> {
    this.#watcher.close();
    await this.nats.close();
    await this.site.close();
  }

  async stop(): Promise<void> {
    await this.leave();
    assert.equal(await this.stack.stop(), 0, this.stack.output());
    assert.deepEqual(this.#left(), []);
  }

  async sessions(): Promise<BrowserSession[]> {
    const { items } = await this.store.list('BrowserSession', { namespace });
    return items.filter(({ status }) => !status?.phase || !isFinal(status.phase));
  }

  async pods(): Promise<Pod[]> {
    return (await this.store.list('Pod', { namespace })).items;
  }

  async podOf(session: string): Promise<Pod> {
    const object = (await this.sessions()).find((each) => sessionId(each) === session);
    const pod = (await this.pods()).find(({ metadata }) => metadata.uid === object?.status?.pod?.uid);
    assert.ok(pod, `session ${session} has a pod`);
    return pod;
  }

  async warmPods(): Promise<Pod[]> {
    return (await this.pods()).filter(isUnclaimed);
  }

  async untilWarm(): Promise<void> {
    const areWarm = async () => {
      const warm = await this.warmPods();
      return warm.length === this.#warm && warm.every(isReady);
    };
    await untilKnown(`${this.#warm} are warm`, areWarm);
  }

  get #podsFolder(): string {
    return join(this.stack.dataDir, 'pods');
  }

  /** The pod's process; undefined before and after its life. */
  agentOf({ metadata: { uid } }: Pod): number | undefined {
    try {
      return JSON.parse(readFileSync(join(this.#podsFolder, uid, 'process'), 'utf8')).pid as number;
    } catch {
      return undefined;
    }
  }

  recordOf({ metadata: { uid } }: Pod): PodRecord | undefined {
    return decodeTerminationMessage(procText(join(this.#podsFolder, uid, 'termination-log')));
  }

  browserOf(pod: Pod): number | undefined {
    const agent = this.agentOf(pod);
    return agent === undefined ? undefined : browsersOf([agent])[0];
  }

  /** False if there is nothing to kill. */
  async kill(part: KilledPart, pod: Pod): Promise<boolean> {
    if (part === 'pod') return this.deletePod(pod.metadata);
    const pid = await this.#pidOf(part, pod);
    return pid !== undefined && signalProcess(pid, 'SIGKILL');
  }

  async deletePod(key: ObjectKey): Promise<boolean> {
    return this.store.delete('Pod', key).then(
      () => true,
      () => false,
    );
  }

  async #pidOf(part: Exclude<KilledPart, 'pod'>, pod: Pod): Promise<number | undefined> {
    if (part === 'browser') return this.browserOf(pod);
    if (part === 'agent') return this.agentOf(pod);
    return (await this.stack.pids())[part];
  }

  async isReady(): Promise<boolean> {
    const response = await fetch(`${this.stack.privateUrl}/readyz`).catch(() => undefined);
    await response?.body?.cancel();
    return response?.ok === true && this.nats.connected;
  }

  /** Sessions with a slot, also abandoned ones for a while. */
  async taken(): Promise<number> {
    return (await this.#slots.all()).length;
  }

  /** Waits for the session's one charge, and checks it against the times. */
  async charged(session: string): Promise<SessionCharge> {
    let charge: SessionCharge | undefined;
    const isCharged = async () => {
      charge = await this.ledger.findCharge(session).catch(() => undefined);
      return charge !== undefined;
    };
    await until(`session ${session} is charged`, isCharged, settleMs);
    assert.ok(charge);
    const { streams: api } = this.nats.manager;
    const subject = subjects.sessionCharge(session);
    const { state } = await api.info(streams.charges, { subjects_filter: subject });
    assert.deepEqual(state.subjects, { [subject]: 1 }, 'it is charged once');
    checkTimes(charge);
    return charge;
  }

  /** The ledger acts as full; charges are retried. */
  async refuseCharges(isRefused: boolean): Promise<void> {
    const max_msg_size = isRefused ? 1 : -1;
    const update = () =>
      this.nats.manager.streams.update(streams.charges, { max_msg_size }).then(
        () => true,
        () => false,
      );
    await until('the ledger has its new limit', update, settleMs);
  }

  async chargedSessions(): Promise<string[]> {
    const subject = subjects.sessionCharge('*');
    const { state } = await this.nats.manager.streams.info(streams.charges, { subjects_filter: subject });
    return Object.keys(state.subjects ?? {}).map((each) => each.slice(subject.length - 1));
  }

  /** Waits until no session has an object, slot, process, folder or cgroup. Warm pods stay. */
  async untilIdle(): Promise<void> {
    await until('every part answers', () => this.isReady(), settleMs);
    await untilKnown('no session is under way', async () => (await this.sessions()).length === 0);
    await untilKnown('no slot is taken', async () => (await this.taken()) === 0);
    await this.#untilNoPod();
    await this.untilWarm();
    const standing = (await this.warmPods()).map(({ metadata }) => metadata.uid);
    await until('no process, no folder and no cgroup is left', () => this.#left(standing).length === 0);
    // A pod's folder disappears after its browser's.
    const folders = () => readdirSync(this.#podsFolder).sort().join();
    await until('no pod has a folder that is not there', () => folders() === standing.sort().join());
  }

  async #untilNoPod(): Promise<void> {
    const isNone = async () => (await this.pods()).every(isUnclaimed);
    await untilKnown('no pod of a session is left', isNone).catch(async (cause) => {
      const left = (await this.pods()).map(({ metadata, status }) =>
        JSON.stringify({ metadata, phase: status?.phase }),
      );
      throw new Error(`Pods are left: ${left.join('\n')}`, { cause });
    });
  }

  /** `tintype ledger verify` must find no fault and no open without a charge. */
  async verified(): Promise<{ opens: number; charges: number; credits: number }> {
    const environment = { TINTYPE_DATA_DIR: this.stack.dataDir };
    const { output, code, complaint } = await tintype(['ledger', 'verify', '--json'], environment);
    assert.equal(code, 0, `${output}${complaint}`);
    const report = JSON.parse(output);
    assert.deepEqual([report.unsettled, report.faults], [0, []]);
    return report;
  }

  #left(standing: readonly string[] = []): (string | number)[] {
    const gone = [...this.#pods].filter((uid) => !standing.includes(uid));
    return gone.flatMap((uid) => leftoversOfPod({ metadata: { uid } } as Pod, this.#podsFolder));
  }
}

/** Checks end and cost: nothing if no client got it or its node was lost. */
const checkTimes = ({ startedAt, endedAt, expiresAt, credits, options, closeReason }: SessionCharge): void => {
  if (!startedAt || !endedAt || !expiresAt) {
    assert.equal(credits, 0, `it never began: ${closeReason}`);
    return;
  }
  const openMs = Date.parse(endedAt) - Date.parse(startedAt);
  assert.ok(openMs >= 0 && Date.parse(endedAt) <= Date.parse(expiresAt), `${startedAt}, ${endedAt}, ${expiresAt}`);
  assert.ok(credits === 0 || credits === sessionCredits(openMs, options.maxTtlSeconds), `${credits} for ${openMs} ms`);
};
