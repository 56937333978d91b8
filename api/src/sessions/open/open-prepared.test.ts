import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { type BrowserSession, sessionName } from '@tintype/crds';
import { NoPodAnswer } from '@tintype/runtime';
import { PlayedClock } from '@tintype/stores/testing';
import type { SessionDependencies } from '../dependencies.js';
import { openSession, type SessionOrder } from './open-session.js';

const session = 'sess_00000000-0000-4000-8000-00000000abce';
const key = { namespace: 'default', name: sessionName(session) };
const active = {
  metadata: key,
  status: { phase: 'Active', pod: { name: 'pod', uid: 'pod-uid' } },
} as BrowserSession;

/** Opens a session whose pod answers so, and tells what was called, in order. */
const opened = async (answers: readonly (Error | undefined)[], more: Partial<SessionOrder> = {}) => {
  const calls: string[] = [];
  const clock = new PlayedClock();
  const deadline = new AbortController();
  clock.after(20_000, () => deadline.abort(new Error('the time is up')));
  const told = async <T>(call: string, answer: T) => {
    calls.push(call);
    return answer;
  };
  const dependencies: SessionDependencies = {
    store: {
      create: () => told('create', active as never),
      delete: () => told('delete', active as never),
    },
    waitFor: async () => active,
    slots: { take: () => told('take', true), free: async () => undefined },
    ledger: { findOpen: async () => undefined },
    agent: { confirm: () => told('confirm', true), close: () => told('close', undefined) },
    clock,
  };
  let asked = 0;
  const prepare = async () => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    await told('prepare', undefined);
    if (answer) throw answer;
  };
  const order: SessionOrder = {
    ...{ ...key, session, account: 'acme', limit: 5, startBy: 20_000, signal: deadline.signal, prepare },
    options: { maxTtlSeconds: 60, proxy: false, bypassBotDetection: false, cdp: false },
    ...more,
  };
  const opening = openSession(dependencies, order).then(
    () => 'open',
    ({ code }: TintypeError) => code,
  );
  let outcome: string | undefined;
  void opening.then((code) => {
    outcome = code;
  });
  for (let passed = 0; passed < 60 && outcome === undefined; passed += 1) await clock.advance(1000);
  return { outcome, calls };
};

const refused = new TintypeError('profile_unusable');
const silent = new NoPodAnswer('no answer');

describe('a browser that begins with something', () => {
  it('gets it before the client is promised the session, again if the pod did not answer', async () => {
    const { outcome, calls } = await opened([silent, silent, undefined]);
    assert.equal(outcome, 'open');
    assert.deepEqual(calls, ['take', 'create', 'prepare', 'prepare', 'prepare', 'confirm']);
  });

  it('is closed unconfirmed if the pod refuses it, also for a client that may retry', async () => {
    for (const more of [{}, { isRetryable: true }]) {
      const { outcome, calls } = await opened([refused], more);
      assert.equal(outcome, 'profile_unusable');
      assert.deepEqual(calls, ['take', 'create', 'prepare', 'delete', 'close']);
    }
  });

  it('is closed unconfirmed if its pod never answers', async () => {
    const { outcome, calls } = await opened([silent]);
    assert.deepEqual([outcome, calls.includes('confirm'), calls.at(-1)], ['unavailable', false, 'close']);
  });

  it('is asked for a confirmation if the pod does not run the session: an earlier one may count', async () => {
    const { outcome, calls } = await opened([new TintypeError('session_not_active')]);
    assert.deepEqual([outcome, calls.at(-1)], ['open', 'confirm']);
  });
});
