import assert from 'node:assert/strict';
import type { SeededAccount } from '@tintype/api';
import { keyOf, secretsKeyOf } from '@tintype/api/testing';
import { streams, subjects, usageConsumer } from '@tintype/contracts';
import { asKey, type Nats, nanos } from '@tintype/runtime';
import type { NatsSeam, SeamMessage } from '../nats/seam.js';
import { type NumberedSite, startNumberedSite } from '../pages/numbered-site.js';
import { leftoversOf } from '../process/leftovers.js';
import { until } from '../until.js';
import { ClientTally, checkLedger, checkStoredResults, readStoredResults } from './ledger.js';
import { type Answer, type Process, type Service, startService, tester, untilReady } from './service.js';

export interface Asking {
  /** Index of the api. */
  api?: number;
  fresh?: boolean;
  account?: SeededAccount;
  signal?: AbortSignal;
}

export interface StageOptions {
  accounts?: readonly SeededAccount[];
  /** Per node; there are two. */
  slots?: number;
  /** 0: the test plays the node. */
  nodes?: number;
}

/** A message that met a rule, and its node. */
export interface Met extends SeamMessage {
  node: Process;
}

/** An endless fault fails its own test. */
export const limit = { timeout: 300_000 } as const;

const adminToken = 'a'.repeat(64);

/** Small pictures: the tests are about the path. */
const size = { vw: '32', vh: '32' };

/** Two apis and two nodes, each with a seam; pages with held answers; the ledger. */
export class FaultStage {
  readonly service: Service;
  readonly site: NumberedSite;
  readonly admin: Nats;
  readonly tally = new ClientTally();
  readonly #nodes = new Set<number>();

  constructor(service: Service, site: NumberedSite, admin: Nats) {
    this.service = service;
    this.site = site;
    this.admin = admin;
    this.#noteNodes();
  }

  /** Requests a page's picture from an api, and records the answer. */
  async ask(name: string, { api = 0, fresh = false, account = tester, signal }: Asking = {}): Promise<Answer> {
    const options = { ...this.pairs(name), ...(fresh ? { fresh: 'true' } : {}) };
    const answer = await this.service.get(options, { api, account, ...(signal ? { signal } : {}) });
    this.tally.add(answer);
    return answer;
  }

  /** A request whose api may die; undefined if it did before it answered. */
  async askDyingApi(name: string, asking: Asking = {}): Promise<Answer | undefined> {
    return this.ask(name, asking).catch((error: Error) => {
      assert.match(error.message, /fetch failed|terminated|aborted/);
      return undefined;
    });
  }

  pairs(name: string): Record<string, string> {
    return { url: this.site.url(name), ...size };
  }

  keyOf(name: string, account = tester): string {
    const secretsKey = secretsKeyOf(asKey(this.service.masterKey));
    return keyOf({ account: account.id, endpoint: 'image', pairs: this.pairs(name) }, secretsKey);
  }

  seam(process: Process | undefined): NatsSeam {
    assert.ok(process?.seam);
    return process.seam;
  }

  apiSeam(at: number): NatsSeam {
    return this.seam(this.service.apis[at]);
  }

  /** Sets a rule on all nodes' seams, as any may get the job. Resolves with the first match. */
  async onNodes(...rule: Parameters<NatsSeam['on']>): Promise<Met> {
    const rules = this.service.nodes.map((node) => ({ node, caught: this.seam(node).on(...rule) }));
    const first = await Promise.race(rules.map(async ({ node, caught }) => ({ ...(await caught.first), node })));
    for (const { node, caught } of rules) if (node !== first.node) caught.release();
    return first;
  }

  /** The next delivery of a page's job; `reply` is the subject of its ack. */
  delivered(name: string): Promise<Met> {
    return this.onNodes('watch', 'received', subjects.job('still', tester.id, this.keyOf(name)));
  }

  /** Resolves when an api has offered the page's job. */
  offered(name: string, api: number): Promise<unknown> {
    return this.apiSeam(api).on('watch', 'sent', subjects.job('still', tester.id, this.keyOf(name))).first;
  }

  /** How long a node may be silent about a job; the default is production's. */
  async setAckWait(milliseconds = 30_000): Promise<void> {
    await this.admin.manager.consumers.update(streams.renders, 'still', { ack_wait: nanos(milliseconds) });
  }

  /** Delivers the job again, as the queue does after ack_wait. */
  async deliverAgain({ reply }: Met): Promise<void> {
    this.admin.connection.publish(reply, '-NAK');
    await this.admin.connection.flush();
  }

  /** Resolves when every api has the limits. */
  async setLimits({ id }: SeededAccount, limits: Record<string, number>): Promise<void> {
    for (const { privatePort } of this.service.apis) {
      const response = await fetch(`http://127.0.0.1:${privatePort}/admin/v1/accounts/${id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ limits }),
      });
      assert.equal(response.status, 200, await response.text());
    }
  }

  async killApi(at: number): Promise<void> {
    this.service.apis[at]?.child.kill();
    await this.service.apis[at]?.child.exited;
  }

  async restore(): Promise<void> {
    const { apis, nodes } = this.service;
    const dead = (process: Process) => !isRunning(process);
    const started = [
      ...apis.flatMap((api, at) => (dead(api) ? [this.service.startApi(at)] : [])),
      ...nodes.flatMap((node, at) => (dead(node) ? [this.service.startNode(at)] : [])),
    ];
    await Promise.all((await Promise.all(started)).map(untilReady));
    this.#noteNodes();
  }

  async outcomes(outcome: string): Promise<number> {
    const counts = this.service.nodes.map(async (node) => {
      const metrics = await (await fetch(`http://127.0.0.1:${node.privatePort}/metrics`)).text();
      const line = metrics.split('\n').find((each) => each.includes(`jobs_total{outcome="${outcome}"`));
      return Number(line?.split(' ').at(-1) ?? 0);
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  async untilOutcome(outcome: string, count: number): Promise<void> {
    await until(`${count} jobs ended as ${outcome}`, async () => (await this.outcomes(outcome)) >= count);
  }

  /** Resolves when the queue is empty. */
  async settled(): Promise<void> {
    await until('the queue is empty', async () => (await this.jobs()) === 0);
  }

  /** Waiting or in work. */
  async jobs(): Promise<number> {
    return (await this.admin.manager.streams.info(streams.renders)).state.messages;
  }

  /** One account's stills. */
  async jobsOf({ id }: SeededAccount): Promise<number> {
    const filter = { subjects_filter: subjects.jobsOfAccount('still', id) };
    const { state } = await this.admin.manager.streams.info(streams.renders, filter);
    return Object.keys(state.subjects ?? {}).length;
  }

  async charges(): Promise<number> {
    return (await this.admin.manager.streams.info(streams.charges)).state.messages;
  }

  async orphans(): Promise<number> {
    return checkStoredResults(await readStoredResults(this.admin));
  }

  /** After each test: starts everything again and checks the ledger. */
  async check(): Promise<void> {
    for (const { seam } of [...this.service.apis, ...this.service.nodes]) seam?.releaseAll();
    this.site.releaseAll();
    await this.restore();
    await checkLedger(this.service, this.admin, this.tally);
  }

  async stop(): Promise<void> {
    await this.admin.close();
    await this.service.stop();
    await this.site.close();
    assert.deepEqual(leftoversOf([...this.#nodes]), [], 'no browser and no profile is left');
  }

  #noteNodes(): void {
    for (const { child } of this.service.nodes) this.#nodes.add(child.pid);
  }
}

const isRunning = ({ child }: Process): boolean => {
  try {
    process.kill(child.pid, 0);
    return true;
  } catch {
    return false;
  }
};

const startOn = async (site: NumberedSite, { accounts = [], slots = 2, nodes = 2 }: StageOptions) => {
  const node = { TINTYPE_RENDER_SLOTS: String(slots) };
  const api = { TINTYPE_ADMIN_TOKEN: adminToken };
  const allow = `127.0.0.1:${site.port}`;
  const service = await startService({ allow, apis: 2, nodes, api, node, accounts, seams: true });
  const admin = await service.connect();
  // A killed api may hold a charge that the next one must add to the usage.
  await admin.manager.consumers.update(streams.charges, usageConsumer, { ack_wait: nanos(1000) });
  return new FaultStage(service, site, admin);
};

export const startFaultStage = async (options: StageOptions = {}): Promise<FaultStage> => {
  const site = await startNumberedSite();
  try {
    return await startOn(site, options);
  } catch (error) {
    await site.close();
    throw error;
  }
};
