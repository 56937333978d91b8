import { createSecretKey, randomBytes } from 'node:crypto';
import { type BatchWorkKind, TintypeError } from '@tintype/contracts';
import { type Logger, systemClock } from '@tintype/runtime';
import { sampleAccount } from '../accounts/account-sample.js';
import type { BatchKey, BatchLog, BatchUsage } from './facts/batch-log.js';
import { BatchStore } from './facts/batch-store.js';
import type { BatchItem, ItemEnd } from './facts/records.js';
import { BatchRun, type BatchRunOptions } from './run/batch-run.js';
import { CrashMarks } from './run/crash-marks.js';
import { checkItem } from './run/item-attempt.js';
import { Turns } from './run/turns.js';

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as Logger;

const keyOf = ({ account, batch }: BatchKey, name: string) => `${account}.${batch}.${name}`;

/** Facts and work in memory, for tests. A test can make a call fail, before or after the call takes effect. */
export class MemoryLog implements BatchLog {
  readonly facts = new Map<string, unknown>();
  readonly work = new Set<string>();
  /** The most bytes of all batches, as `usage` answers. */
  limit = 1024 ** 3;
  calls = 0;
  hastened = 0;
  /** The number of the call that fails, counted from 1. With 0, none fails. */
  failingCall = 0;
  failsAfterEffect = false;

  async write(batchKey: BatchKey, name: string, fact: unknown): Promise<boolean> {
    return this.#call(() => {
      const key = keyOf(batchKey, name);
      if (this.facts.has(key)) return false;
      this.facts.set(key, fact);
      return true;
    });
  }

  async read(batchKey: BatchKey, name: string): Promise<unknown> {
    return this.#call(() => this.facts.get(keyOf(batchKey, name)));
  }

  async readMany(batchKey: BatchKey, names: readonly string[]): Promise<Map<string, unknown>> {
    const prefix = keyOf(batchKey, '');
    const isAsked = (name: string) => names.includes(name) || names.includes(name.replace(/[^.]*$/, '*'));
    const batchFacts = [...this.facts].filter(([key]) => key.startsWith(prefix));
    return this.#call(
      () =>
        new Map(
          batchFacts.map(([key, fact]) => [key.slice(prefix.length), fact] as const).filter(([name]) => isAsked(name)),
        ),
    );
  }

  async remove(batchKey: BatchKey, name: string): Promise<void> {
    const isMeant = (key: string) =>
      name.endsWith('*') ? key.startsWith(keyOf(batchKey, name.slice(0, -1))) : key === keyOf(batchKey, name);
    this.#call(() => [...this.facts.keys()].filter(isMeant).map((key) => this.facts.delete(key)));
  }

  async batchesWith(account: string, name: string): Promise<string[]> {
    const keys = [...this.facts.keys()].filter((key) => key.startsWith(`${account}.`) && key.endsWith(`.${name}`));
    return keys.map((key) => key.split('.')[1] ?? '');
  }

  async count(name: string): Promise<number> {
    return [...this.facts.keys()].filter((key) => key.endsWith(`.${name}`)).length;
  }

  async queue(kind: BatchWorkKind, { account, batch }: BatchKey): Promise<void> {
    this.#call(() => this.work.add(`${kind}.${account}.${batch}`));
  }

  async hasten(kind: BatchWorkKind, batchKey: BatchKey): Promise<void> {
    this.hastened += 1;
    await this.queue(kind, batchKey);
  }

  async queued(kind: BatchWorkKind, account: string): Promise<number> {
    return [...this.work].filter((work) => work.startsWith(`${kind}.${account}.`)).length;
  }

  async oldestQueuedAt(): Promise<number | undefined> {
    return undefined;
  }

  async usage(account: string): Promise<BatchUsage> {
    const sizes = [...this.facts.keys()].map((key) => key.split('.')).filter(([, , name]) => name === 'stored');
    const sum = (some: string[][]) => some.reduce((total, parts) => total + Number(parts.at(-1)), 0);
    return { account: sum(sizes.filter(([owner]) => owner === account)), all: sum(sizes), limit: this.limit };
  }

  #call<T>(act: () => T): T {
    this.calls += 1;
    const fails = this.calls === this.failingCall;
    if (fails && !this.failsAfterEffect) throw new TintypeError('unavailable');
    const result = act();
    if (fails) throw new TintypeError('unavailable');
    return result;
  }
}

export const batchKey: BatchKey = { account: 'acct', batch: 'batch_1' };

export const itemOf = (number: number): BatchItem => {
  const url = `https://example.com/${number}`;
  return { url, fileName: null, pairs: { url } };
};

/** A batch in memory and its run. */
export const batchFixture = (
  options: Partial<Pick<BatchRunOptions, 'check' | 'render' | 'clock' | 'accountOf' | 'turns' | 'suspectTurns'>> = {},
  acceptedAtMs = Date.now(),
) => {
  const log = new MemoryLog();
  const store = new BatchStore({ log, masterKey: createSecretKey(randomBytes(32)) });
  const rendered: number[] = [];
  const ended: ItemEnd[] = [];
  const draining = new AbortController();
  const ending = new AbortController();
  const runOptions: BatchRunOptions = {
    store,
    marks: new CrashMarks(store.runs),
    accountOf: () => sampleAccount(),
    check: checkItem,
    render: async ({ number }) => {
      rendered.push(number);
      return { status: 'completed', location: `https://files.example.com/${number}` };
    },
    turns: new Turns(2),
    suspectTurns: new Turns(1),
    onEnd: (end) => ended.push(end),
    clock: systemClock,
    log: silentLog,
    ...options,
  };
  const accept = (items: readonly BatchItem[], notificationUri?: string) => {
    const acceptedAt = new Date(acceptedAtMs).toISOString();
    const details = { endpoint: 'image', secretId: 's', acceptedAt, statusUrl: 'https://example.com/' } as const;
    return store.accept(batchKey, { ...details, notificationUri, items });
  };
  const signals = { draining: draining.signal, ending: ending.signal };
  const newRun = () => new BatchRun(runOptions, batchKey, signals);
  const run = () => newRun().run();
  /** Runs the batch in another process, with turns and marks of its own. */
  const runElsewhere = () => {
    const ownParts = { turns: new Turns(2), suspectTurns: new Turns(1), marks: new CrashMarks(store.runs) };
    return new BatchRun({ ...runOptions, ...ownParts }, batchKey, signals).run();
  };
  return { log, store, rendered, ended, draining, ending, accept, newRun, run, runElsewhere };
};
