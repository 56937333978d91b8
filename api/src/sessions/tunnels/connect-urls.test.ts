import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Session } from '@tintype/contracts';
import type { Context } from 'koa';
import { type RequestAddress, requestAddress } from '../../public-base.js';
import { ConnectUrls } from './connect-urls.js';

const rootKey = createSecretKey(Buffer.alloc(32, 7));
const id = 'sess_00000000-0000-4000-8000-000000000001';
const options = { maxTtlSeconds: 300, proxy: false, bypassBotDetection: false, cdp: true };
const session = { id, status: 'active', expiresAt: '2030-01-01T12:00:00.000Z', options } as Session;

const reached = { host: 'api.test:8080', localAddress: '127.0.0.1', localPort: 8080 };

const linkOf = (apiUrl: string | undefined, reachedAt: Partial<RequestAddress> = {}) =>
  new ConnectUrls({ rootKey, apiUrl: apiUrl === undefined ? undefined : new URL(apiUrl) }).addTo(session, {
    ...reached,
    ...reachedAt,
  }).connectUrl ?? '';

const start = (url: string) => url.split('?')[0];

describe('a connectUrl', () => {
  it('has the configured address, else the requested host', () => {
    assert.equal(start(linkOf(undefined)), 'ws://api.test:8080/cdp');
    assert.equal(start(linkOf('http://sessions.test')), 'ws://sessions.test/cdp');
    assert.equal(start(linkOf('https://sessions.test/')), 'wss://sessions.test/cdp');
    assert.equal(start(linkOf('https://sessions.test/below')), 'wss://sessions.test/below/cdp');
  });

  it('has the scheme that a proxy before the api names, unless an address is configured', () => {
    const behind = (header: string, apiUrl?: string) => {
      const context = { host: 'api.test', socket: reached, get: () => header };
      return start(linkOf(apiUrl, requestAddress(context as unknown as Context)));
    };
    assert.equal(behind('https'), 'wss://api.test/cdp');
    assert.equal(behind('HTTPS, http'), 'wss://api.test/cdp');
    for (const header of ['', 'http', 'http, https', 'javascript', 'https://evil.test'])
      assert.equal(behind(header), 'ws://api.test/cdp', header);
    assert.equal(behind('https', 'http://sessions.test'), 'ws://sessions.test/cdp');
    assert.equal(start(linkOf(undefined, { host: 'api.test:80', isSecure: true })), 'wss://api.test:80/cdp');
  });

  it('has the local address if no URL can have the host', () => {
    for (const host of ['', '[', 'a b', 'x:99999', 'a/b', 'user@host', 'a?b', 'a#b'])
      assert.equal(start(linkOf(undefined, { host })), 'ws://127.0.0.1:8080/cdp', host);
    assert.equal(start(linkOf(undefined, { host: '', localAddress: '::1' })), 'ws://[::1]:8080/cdp');
  });

  it('has a token for one session only', () => {
    const urls = new ConnectUrls({ rootKey, apiUrl: undefined });
    const token = new URL(linkOf(undefined)).searchParams.get('token') ?? '';
    assert.equal(urls.sessionOf(token), id);
    assert.equal(urls.sessionOf(token.replace('0001', '0002')), undefined);
    const others = new ConnectUrls({ rootKey: createSecretKey(Buffer.alloc(32, 8)), apiUrl: undefined });
    assert.equal(others.sessionOf(token), undefined);
  });

  it('has a new token on each fetch, and earlier ones stay valid', () => {
    const urls = new ConnectUrls({ rootKey, apiUrl: undefined });
    const tokens = [1, 2].map(() => new URL(linkOf(undefined)).searchParams.get('token') ?? '');
    assert.notEqual(tokens[0], tokens[1]);
    assert.deepEqual(
      tokens.map((token) => urls.sessionOf(token)),
      [id, id],
    );
  });

  it('exists for active sessions with `cdp`', () => {
    const urls = new ConnectUrls({ rootKey, apiUrl: undefined });
    for (const change of [{ status: 'closed' }, { status: 'expired' }, { options: { ...options, cdp: false } }])
      assert.ok(!('connectUrl' in urls.addTo({ ...session, ...change } as Session, reached)));
  });
});
