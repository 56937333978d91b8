import type { SessionDependencies } from '@tintype/api/testing';
import { SessionLedger, Slots } from '@tintype/ledger';
import { type ElectionTiming, SessionOperator, type TemplateFor } from '@tintype/operator/testing';
import { Registry } from '@tintype/runtime';
import { Informer } from '@tintype/stores';
import { apiAgent, operatorAgent } from '../session-pod/agents.js';
import type { SessionLink } from './engine.js';
import { SessionProcess } from './process.js';
import type { SessionStage } from './stage.js';

/** Production's steps in less time. */
const timing: ElectionTiming = { leaseDurationMs: 4000, renewDeadlineMs: 2500, retryPeriodMs: 500 };

const rateLimit = { firstMs: 5, maxMs: 2000, perSecond: 200, burst: 400 };

const podTemplate: TemplateFor = (pool) => ({
  labels: pool?.spec.template?.labels ?? {},
  annotations: {},
  spec: { containers: [{ name: 'browser', image: 'browser' }], nodeName: 'node-1' },
});

abstract class StagedProgram {
  readonly process: SessionProcess;
  readonly link: SessionLink;
  protected readonly stage: SessionStage;
  isAlive = true;

  constructor(stage: SessionStage, link: SessionLink) {
    this.stage = stage;
    this.link = link;
    this.process = new SessionProcess(stage.clock);
  }

  /** Like SIGKILL. */
  kill(): void {
    if (!this.isAlive) return;
    this.isAlive = false;
    this.process.kill();
    this.stage.awaitAtClose(this.link.close());
  }

  pause(): void {
    this.process.pause();
  }

  resume(): void {
    this.process.resume(
      () => undefined,
      () => this.stage.random.next(),
    );
  }

  /** Like SIGTERM. */
  async stop(): Promise<void> {
    if (!this.isAlive) return;
    this.resume();
    await this.end();
    this.isAlive = false;
    await this.link.close();
  }

  protected abstract end(): Promise<void>;
}

/** Real, except its pods. */
export class StagedOperator extends StagedProgram {
  readonly operator: SessionOperator;

  constructor(stage: SessionStage, link: SessionLink, identity: string) {
    super(stage, link);
    const { process } = this;
    const store = process.linkStore(link.store);
    const { namespace, kubelet, random } = stage;
    this.operator = new SessionOperator({
      store,
      podTemplate,
      agent: process.link(
        'agent',
        operatorAgent({ kubelet, random, isTroubled: () => stage.isTroubled }),
        'activate',
        'close',
      ),
      slots: stage.witness.watchSlots(process.link('slots', new Slots(link.nats), 'take', 'free', 'all')),
      ledger: process.link('ledger', new SessionLedger(link.nats), 'open', 'findOpen', 'charge', 'unsettled'),
      accounts: { find: async (account) => stage.accounts.get(account) },
      proxies: { proxyOf: () => Promise.reject(new Error('no account here has a proxy')) },
      record: ({ metadata }, type, reason) => stage.note(`${identity}: ${type} ${reason} of ${metadata.name}`),
      recordPool: ({ metadata }, type, reason) => stage.note(`${identity}: ${type} ${reason} of ${metadata.name}`),
      ledgerWatch: { fault: undefined },
      ttlSecondsAfterClosed: 3,
      scope: { namespace },
      lease: { namespace, name: 'operator' },
      identity,
      log: stage.logOf(identity),
      registry: new Registry(),
      clock: process.clock,
      timing,
      rateLimit,
      deadlineMs: 15_000,
      sweepEveryMs: 1000,
    });
    void this.operator.start();
  }

  get isLeading(): boolean {
    return this.isAlive && this.process.isRunning && this.operator.isLeading;
  }

  protected end(): Promise<void> {
    return this.operator.stop();
  }
}

/** The api's session part: real, except its pods. */
export class StagedApi extends StagedProgram {
  readonly outside: SessionDependencies;
  readonly #sessions: Informer<'BrowserSession'>;

  constructor(stage: SessionStage, link: SessionLink, name: string) {
    super(stage, link);
    const { process } = this;
    const store = process.linkStore(link.store);
    const { namespace, kubelet, random } = stage;
    const log = stage.logOf(name);
    const sessions = new Informer({
      store,
      kind: 'BrowserSession',
      selector: { namespace },
      log,
      clock: process.clock,
    });
    this.#sessions = sessions;
    this.outside = {
      store,
      waitFor: (...call) => sessions.waitFor(...call),
      slots: stage.witness.watchSlots(process.link('slots', new Slots(link.nats), 'take', 'free')),
      ledger: process.link('ledger', new SessionLedger(link.nats), 'findOpen'),
      agent: process.link(
        'agent',
        apiAgent({ kubelet, random, isTroubled: () => stage.isTroubled }),
        'confirm',
        'close',
      ),
      clock: process.clock,
    };
    sessions.start();
  }

  protected end(): Promise<void> {
    return this.#sessions.stop();
  }
}
