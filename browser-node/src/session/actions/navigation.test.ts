import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { readSessionAction, type SessionAction, TintypeError } from '@tintype/contracts';
import { Deadline } from '@tintype/runtime';
import type { ActionContext } from '../context/action-context.js';
import { PageState } from '../pages/page-state.js';
import { ShownPage } from '../pages/shown-page.js';
import { goto } from './navigation.js';

const elsewhere = new Error('page.goto: Navigation to "http://a/" is interrupted by another navigation to "http://b/"');

const frame = {};

const contextOf = (navigate: (page: EventEmitter) => Promise<null>, milliseconds: number): ActionContext => {
  const page = Object.assign(new EventEmitter(), {
    url: () => 'http://a/#top',
    mainFrame: () => frame,
    goto: () => navigate(page),
  });
  const state = new PageState();
  const current = { get: async () => page, targetId: async () => 'target' };
  const target = { on: () => () => undefined, send: async () => ({}) };
  const browser = {
    state,
    current,
    connectPlaywright: async () => current,
    targets: { page: () => target, shown: new ShownPage() },
  };
  return { page, target, browser, state, deadline: Deadline.in(milliseconds) } as unknown as ActionContext;
};

const noTls = new Error('page.goto: net::ERR_SSL_PROTOCOL_ERROR at https://a/');

const payload = { url: 'http://a/', waitUntil: 'load' } as const;

describe('goto', () => {
  it('tries again while the page navigates on its own', async () => {
    let attempts = 0;
    const navigate = async () => {
      attempts += 1;
      if (attempts < 3) throw elsewhere;
      return null;
    };
    assert.deepEqual(await goto(contextOf(navigate, 60_000), payload), { url: 'http://a/#top', status: null });
    assert.equal(attempts, 3);
  });

  it('fails with a timeout if the page keeps navigating on its own', async () => {
    const navigate = () => Promise.reject(elsewhere);
    await assert.rejects(goto(contextOf(navigate, 900), payload), (error: unknown) => {
      assert.ok(error instanceof TintypeError);
      assert.deepEqual([error.code, error.cause instanceof Error], ['timeout', true]);
      assert.match(error.message, /kept navigating, so the action could not leave it in time/);
      return true;
    });
  });

  it('returns the status if the page then navigates on its own', async () => {
    const request = (address: string) => ({
      url: () => address,
      isNavigationRequest: () => true,
      frame: () => frame,
      redirectedFrom: () => null,
    });
    const navigate = async (page: EventEmitter) => {
      const asked = request('http://a/');
      page.emit('request', asked);
      page.emit('response', { request: () => asked, status: () => 203 });
      page.emit('request', request('http://b/'));
      return null;
    };
    assert.deepEqual(await goto(contextOf(navigate, 60_000), payload), { url: 'http://a/#top', status: 203 });
  });

  it('fails at once with any other error', async () => {
    const failure = new Error('page.goto: Something else.');
    let attempts = 0;
    const navigate = () => {
      attempts += 1;
      return Promise.reject(failure);
    };
    await assert.rejects(goto(contextOf(navigate, 60_000), payload), failure);
    assert.equal(attempts, 1);
  });

  it('says that https was assumed if TLS fails for a URL without scheme', async () => {
    const navigate = () => Promise.reject(noTls);
    for (const [url, sentence] of [
      ['a/', /trusted TLS connection.* no scheme, so https was used\. Write http:\/\/ /],
      ['https://a/', /^[^`]*trusted TLS connection[^`]*$/],
    ] as const) {
      const { payload } = readSessionAction({ type: 'goto', payload: { url } }) as SessionAction<'goto'>;
      await assert.rejects(goto(contextOf(navigate, 60_000), payload), { code: 'target_tls', message: sentence });
    }
  });
});
