import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { CurrentPage } from './current-page.js';

/** A page as `targetIdOf` and the current page see it. */
const playedPage = (id: string): Page =>
  Object.assign(new EventEmitter(), {
    _connection: { toImpl: () => ({ delegate: { _targetId: id } }) },
    opener: async () => null,
    isClosed: () => false,
    url: () => 'about:blank',
  }) as unknown as Page;

describe('the current page', () => {
  it("is the session's own, however Playwright orders the pages that clients opened before it", async () => {
    const [client, own, other] = ['a client', 'own', 'another client'].map(playedPage) as [Page, Page, Page];
    const context = Object.assign(new EventEmitter(), { pages: () => [client, own, other] });
    const current = new CurrentPage(context as unknown as BrowserContext, {
      browser: { send: async () => undefined } as unknown as CDPSession,
      requestedTargets: { has: async () => true },
      isForeign: () => false,
      opened: ['own', 'another client', 'a client'],
    });
    assert.equal(await current.pageIfOpen(), own);
  });
});
