import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CdpMessage, CdpSession } from '../../browser/cdp/connection.js';
import { DownloadEvents } from './download-events.js';

const stage = () => {
  const browser = new CdpSession(() => Promise.reject(new Error('Nothing is said.')));
  const told: CdpMessage[] = [];
  const news = new DownloadEvents(browser, (message) => told.push(message));
  /** To which sessions a download is told. */
  const toldTo = () => {
    told.splice(0);
    browser.emit('Browser.downloadWillBegin', { guid: '1' });
    browser.emit('Browser.downloadProgress', { guid: '1' });
    const methods = new Set(told.map(({ method }) => method));
    assert.ok(told.length === 0 || methods.size === 2);
    return told.slice(0, told.length / 2).map(({ sessionId }) => sessionId);
  };
  return { browser, news, toldTo };
};

describe('what a client hears of downloads', () => {
  it('each of its sessions asks for, and none for another', () => {
    const { news, toldTo } = stage();
    assert.deepEqual(toldTo(), []);
    news.set(undefined, true);
    news.set('A', true);
    news.set('A', true);
    news.set('B', false);
    assert.deepEqual(toldTo(), [undefined, 'A']);
    news.set('A', false);
    assert.deepEqual(toldTo(), [undefined]);
    news.set('A', true);
    news.set(undefined, false);
    assert.deepEqual(toldTo(), ['A']);
  });

  it('ends with a session, and with all of them', () => {
    const { news, toldTo } = stage();
    for (const session of [undefined, 'A', 'B']) news.set(session, true);
    news.received({ method: 'Target.detachedFromTarget', params: { sessionId: 'A' } });
    assert.deepEqual(toldTo(), [undefined, 'B']);
    news.end();
    assert.deepEqual(toldTo(), []);
  });

  it('is nothing to other clients', () => {
    const one = stage();
    const two: CdpMessage[] = [];
    const other = new DownloadEvents(one.browser, (message) => two.push(message));
    other.set(undefined, true);
    one.news.set(undefined, false);
    one.news.end();
    assert.deepEqual([one.toldTo(), two.length], [[], 2]);
  });
});
