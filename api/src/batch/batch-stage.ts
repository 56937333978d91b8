import { createSecretKey, randomBytes } from 'node:crypto';
import { type BatchWorkKind, TintypeError } from '@tintype/contracts';
import { type Logger, systemClock } from '@tintype/runtime';
import { sampleAccount } from '../accounts/account-sample.js';
import type { BatchLog, BatchPlace } from './batch-log.js';
import { BatchRun, type BatchRunOptions } from './batch-run.js';
import { BatchStore } from './batch-store.js';
import type { BatchItem, ItemEnd } from './records.js';
import { Turns } from './turns.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined } as unknown as Logger;

/** For tests: facts and work in memory. Fails where a test wants: before or after a call took effect. */
export class MemoryLog implements BatchLog {
  readonly facts = new Map<string, unknown>();
  readonly work = new Set<string>();
  calls = 0;
  /** The number of the call that fails, from 1. */
  failing = 0;
  isAfter = false;

  async write({ batch }: BatchPlace, name: string, fact: unknown): Promise<boolean> {
    return this.#call(() => {
      const key = `${batch}.${name}`;
      if (this.facts.has(key)) return false;
      this.facts.set(key, fact);
      return true;
    });
  }

  async read({ batch }: BatchPlace, name: string): Promise<unknown> {
    return this.#call(() => this.facts.get(`${batch}.${name}`));
  }

  async readMany({ batch }: BatchPlace, names: readonly string[]): Promise<Map<string, unknown>> {
    const known = (name: string) => this.facts.has(`${batch}.${name}`);
    return this.#call(() => new Map(names.filter(known).map((name) => [name, this.facts.get(`${batch}.${name}`)])));
  }

  async queue(kind: BatchWorkKind, { batch }: BatchPlace): Promise<void> {
    this.#call(() => this.work.add(`${kind}.${batch}`));
  }

  async queued(): Promise<number> {
    return this.work.size;
  }

  #call<T>(act: () => T): T {
    this.calls += 1;
    const fails = this.calls === this.failing;
    if (fails && !this.isAfter) throw new TintypeError('unavailable');
    const result = act();
    if (fails) throw new TintypeError('unavailable');
    return result;
  }
}

export const place: BatchPlace = { account: 'acct', batch: 'batch_1' };

export const itemOf = (number: number): BatchItem => {
  const url = `https://example.com/${number}`;
  return { url, fileName: null, pairs: { url } };
};

/** A batch in memory and its run. */
export const batchStage = (options: Partial<Pick<BatchRunOptions, 'render' | 'clock' | 'accountOf'>> = {}) => {
  const log = new MemoryLog();
  const store = new BatchStore({ log, masterKey: createSecretKey(randomBytes(32)) });
  const rendered: number[] = [];
  const ended: ItemEnd[] = [];
  const draining = new AbortController();
  const ending = new AbortController();
  const runOptions: BatchRunOptions = {
    store,
    accountOf: () => sampleAccount(),
    render: async ({ number }) => {
      rendered.push(number);
      return { status: 'completed', location: `https://files.example.com/${number}` };
    },
    turns: new Turns(2),
    onEnd: (end) => ended.push(end),
    clock: systemClock,
    log: silent,
    ...options,
  };
  const accept = (items: readonly BatchItem[], notificationUri?: string) => {
    const acceptedAt = new Date(0).toISOString();
    const facts = { endpoint: 'image', secretId: 's', acceptedAt, statusUrl: 'https://example.com/' } as const;
    return store.accept(place, { ...facts, notificationUri, items });
  };
  const run = () => new BatchRun(runOptions, place, { draining: draining.signal, ending: ending.signal }).run();
  return { log, store, rendered, ended, draining, ending, accept, run };
};
