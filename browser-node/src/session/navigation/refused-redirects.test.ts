import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { RefusedRedirects } from './refused-redirects.js';

const stage = () => {
  const news = new EventEmitter();
  const on = (event: string, handler: (params: unknown) => void) => {
    news.on(event, handler);
    return () => news.off(event, handler);
  };
  const redirects = new RefusedRedirects({ on, send: async () => ({}) } as unknown as CdpSession);
  const asks = (url: string) =>
    news.emit('Network.requestWillBeSent', { requestId: '1', type: 'Document', request: { url } });
  const leadsTo = (location: string) =>
    news.emit('Network.responseReceivedExtraInfo', {
      requestId: '1',
      statusCode: 302,
      headers: { Location: location },
    });
  return { redirects, asks, leadsTo };
};

describe('RefusedRedirects', () => {
  it('waits for the redirect out of the web, which may come after the failure', async () => {
    const { redirects, asks, leadsTo } = stage();
    asks('http://a/');
    leadsTo('/b');
    asks('http://a/b');
    const out = redirects.outOfWeb('http://a/b', 60_000);
    setImmediate(leadsTo, 'file:///etc/hostname');
    assert.equal(await out, 'file:///etc/hostname');
  });

  it('looks only at redirects from the requested address', async () => {
    const { redirects, asks, leadsTo } = stage();
    asks('http://a/');
    leadsTo('http://b/');
    asks('http://b/');
    assert.equal(await redirects.outOfWeb('http://b/', 1), undefined);
    leadsTo('/c');
    assert.equal(await redirects.outOfWeb('http://b/', 1), undefined);
    leadsTo('tel:112');
    assert.equal(await redirects.outOfWeb('http://c/', 1), undefined);
  });
});
