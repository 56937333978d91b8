import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserSession } from '@tintype/crds';
import { JetStreamApiError, type KV } from '@tintype/runtime';
import { PlayedClock } from '@tintype/stores/testing';
import type { Account } from '../../accounts/account.js';
import type { SessionDependencies } from '../dependencies.js';
import { IdempotencyKeys } from './idempotency-keys.js';
import { SessionCreation, type SessionCreationOptions } from './session-creation.js';

const conflict = () => new JetStreamApiError({ code: 400, err_code: 10_071, description: 'wrong last sequence' });

/** A bucket in memory. `beforeWrite` runs once, between the read and the write of a compare-and-set. */
class PlayedBucket {
  readonly entries = new Map<string, { text: string; revision: number }>();
  beforeWrite: (() => Promise<unknown>) | undefined;
  #revision = 0;

  readonly kv = {
    get: async (key: string) => {
      const entry = this.entries.get(key);
      return entry ? { operation: 'PUT', revision: entry.revision, json: () => JSON.parse(entry.text) } : null;
    },
    create: (key: string, text: string) => this.#write(key, text, 0),
    update: (key: string, text: string, revision: number) => this.#write(key, text, revision),
  } as unknown as KV;

  async #write(key: string, text: string, expected: number): Promise<number> {
    const { beforeWrite } = this;
    this.beforeWrite = undefined;
    await beforeWrite?.();
    if ((this.entries.get(key)?.revision ?? 0) !== expected) throw conflict();
    this.#revision += 1;
    this.entries.set(key, { text, revision: this.#revision });
    return this.#revision;
  }
}

const body = { maxTtlSeconds: 60 };
const abandoned = { code: 'invalid_request', message: /has abandoned this `Idempotency-Key`/ };

describe('an abandoned Idempotency-Key', () => {
  it('is refused to each create, with any body', async () => {
    const keys = new IdempotencyKeys(new PlayedBucket().kv);
    await keys.abandon('acme', 'never sent');
    const { session } = await keys.claim('acme', 'sent', body);
    assert.equal(await keys.abandon('acme', 'sent'), session);
    for (const key of ['never sent', 'sent'])
      for (const each of [body, {}]) {
        await assert.rejects(keys.find('acme', key, each), abandoned);
        await assert.rejects(keys.claim('acme', key, each), abandoned);
      }
  });

  it('answers the same session again, and belongs to its account', async () => {
    const keys = new IdempotencyKeys(new PlayedBucket().kv);
    const mine = await keys.abandon('acme', 'k');
    assert.equal(await keys.abandon('acme', 'k'), mine);
    assert.ok((await keys.claim('other', 'k', body)).isNew);
  });

  it('wins over a create at the same time', async () => {
    const bucket = new PlayedBucket();
    const keys = new IdempotencyKeys(bucket.kv);
    bucket.beforeWrite = () => keys.abandon('acme', 'first');
    await assert.rejects(keys.claim('acme', 'first', body), abandoned);
    let session: string | undefined;
    bucket.beforeWrite = async () => {
      session = (await keys.claim('acme', 'second', body)).session;
    };
    assert.equal(await keys.abandon('acme', 'second'), session);
    await assert.rejects(keys.find('acme', 'second', body), abandoned);
  });

  it('is not given another session after a failed one', async () => {
    const keys = new IdempotencyKeys(new PlayedBucket().kv);
    const failed = await keys.claim('acme', 'k', body);
    await keys.abandon('acme', 'k');
    await assert.rejects(keys.renew(failed), abandoned);
  });
});

const object = {
  metadata: { namespace: 'default', name: 'sess-00000000-0000-4000-8000-00000000abcd', uid: 'u' },
  spec: { account: 'acme' },
  status: { phase: 'Active', pod: { name: 'pod', uid: 'pod-uid' } },
} as BrowserSession;

/** Creates with a key that is abandoned at one of its calls. Tells the calls, and the create's error. */
const createAbandonedAt = async (moment: 'take' | 'create' | 'confirm' | 'markReturned') => {
  const bucket = new PlayedBucket();
  const keys = new IdempotencyKeys(bucket.kv);
  const calls: string[] = [];
  const call = async <T>(name: string, answer: T): Promise<T> => {
    calls.push(name);
    if (name === moment) await keys.abandon('acme', 'k');
    return answer;
  };
  const dependencies = {
    store: { create: () => call('create', object), delete: () => call('delete', object) },
    waitFor: async () => object,
    slots: { take: () => call('take', true), free: async () => undefined },
    ledger: { findOpen: async () => ({ uid: 'u' }) },
    agent: { confirm: () => call('confirm', true), close: () => call('close', undefined) },
    clock: new PlayedClock(),
  } as unknown as SessionDependencies;
  const creation = new SessionCreation({
    ...({ namespace: 'default', checkBalance: async () => undefined } as unknown as SessionCreationOptions),
    dependencies,
    keys,
    log: { warn: () => assert.fail('a warning') },
  });
  if (moment === 'markReturned')
    bucket.beforeWrite = async () => {
      // The first write is that of the claim.
      bucket.beforeWrite = () => call('markReturned', undefined);
    };
  const account = { id: 'acme', limits: { concurrentSessions: 1 } } as Account;
  const options = { maxTtlSeconds: 60, proxy: false, bypassBotDetection: false, cdp: false };
  const { signal: left } = new AbortController();
  await assert.rejects(creation.create({ account, options, idempotencyKey: 'k', left }), abandoned);
  return calls;
};

describe('a create that is abandoned while it runs', () => {
  it('closes its session before it may cost something', async () => {
    for (const moment of ['take', 'create'] as const)
      assert.deepEqual(await createAbandonedAt(moment), ['take', 'create', 'delete', 'close']);
  });

  it('closes its session also after the confirmation', async () => {
    assert.deepEqual(await createAbandonedAt('confirm'), ['take', 'create', 'confirm', 'delete', 'close']);
    const calls = ['take', 'create', 'confirm', 'markReturned', 'delete', 'close'];
    assert.deepEqual(await createAbandonedAt('markReturned'), calls);
  });
});
