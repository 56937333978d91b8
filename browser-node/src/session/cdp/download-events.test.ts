import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CdpMessage, CdpSession } from '../../browser/cdp/connection.js';
import { DownloadEvents } from './download-events.js';

const stage = () => {
  const browser = new CdpSession(() => Promise.reject(new Error('No command expected.')));
  const told: CdpMessage[] = [];
  const news = new DownloadEvents(browser, (message) => told.push(message));
  /** The sessions that get the event of a download. */
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

describe('download events of a client', () => {
  it('are separate for each of its sessions', () => {
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

  it('end with the session, or the connection', () => {
    const { news, toldTo } = stage();
    for (const session of [undefined, 'A', 'B']) news.set(session, true);
    news.received({ method: 'Target.detachedFromTarget', params: { sessionId: 'A' } });
    assert.deepEqual(toldTo(), [undefined, 'B']);
    news.end();
    assert.deepEqual(toldTo(), []);
  });

  it('do not reach other clients', () => {
    const one = stage();
    const two: CdpMessage[] = [];
    const other = new DownloadEvents(one.browser, (message) => two.push(message));
    other.set(undefined, true);
    one.news.set(undefined, false);
    one.news.end();
    assert.deepEqual([one.toldTo(), two.length], [[], 2]);
  });
});
