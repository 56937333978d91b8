import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { ConnectUrls } from './connect-urls.js';
import { LiveLinks } from './live-links.js';

const rootKey = createSecretKey(Buffer.alloc(32, 7));
const begun = Date.parse('2030-01-01T12:00:00.000Z');
const session = { id: 'sess_00000000-0000-4000-8000-000000000001', expiresAt: '2030-01-01T12:15:00.000Z' };
const reached = { host: 'api.test:8080', localAddress: '127.0.0.1', localPort: 8080 };

const stage = (apiUrl?: string) => {
  const clock = { time: begun, now: () => clock.time };
  return { clock, links: new LiveLinks({ rootKey, apiUrl: apiUrl ? new URL(apiUrl) : undefined, clock }) };
};

const tokenIn = (url: string) => url.split('#')[1] ?? '';

describe('a link to the live view', () => {
  it('has its token in the fragment, at the configured address or the requested host', () => {
    const { links } = stage();
    const { url, expiresAt } = links.linkTo(session, 'view', reached);
    assert.match(url, /^http:\/\/api\.test:8080\/live#v1\.sess_[\w-]+\.view\.\d+\.[\w-]{16}\.[\w-]{43}$/);
    assert.equal(expiresAt, '2030-01-01T12:10:00.000Z');
    const below = stage('https://sessions.test/below').links.linkTo(session, 'view', reached);
    assert.match(below.url, /^https:\/\/sessions\.test\/below\/live#/);
  });

  it('allows what it says, for 10 minutes', () => {
    for (const right of ['view', 'control'] as const) {
      const { links, clock } = stage();
      const token = tokenIn(links.linkTo(session, right, reached).url);
      assert.deepEqual(links.read(token), { session: session.id, right });
      clock.time += 600_000;
      assert.ok(links.read(token));
      clock.time += 1;
      assert.equal(links.read(token), undefined);
    }
  });

  it('ends with the session', () => {
    const { links, clock } = stage();
    clock.time += 14 * 60_000;
    const { url, expiresAt } = links.linkTo(session, 'view', reached);
    assert.equal(expiresAt, session.expiresAt);
    clock.time += 60_001;
    assert.equal(links.read(tokenIn(url)), undefined);
  });

  it('gets a pass that lasts as long as the session', () => {
    const { links, clock } = stage();
    const pass = links.passFor({ session: session.id, right: 'control' }, Date.parse(session.expiresAt));
    clock.time += 15 * 60_000;
    assert.deepEqual(links.read(pass), { session: session.id, right: 'control' });
    clock.time += 1;
    assert.equal(links.read(pass), undefined);
  });

  it('is no other token, nor are others a link', () => {
    const { links } = stage();
    const token = tokenIn(links.linkTo(session, 'view', reached).url);
    assert.equal(links.read(token.replace('.view.', '.control.')), undefined);
    assert.equal(links.read(token.replace('0001', '0002')), undefined);
    assert.equal(links.read(''), undefined);
    const connectUrls = new ConnectUrls({ rootKey, apiUrl: undefined });
    assert.equal(connectUrls.sessionOf(token), undefined);
    const options = { maxTtlSeconds: 900, proxy: false, bypassBotDetection: false, cdp: true };
    const { connectUrl = '' } = connectUrls.addTo({ ...session, status: 'active', options } as never, reached);
    assert.equal(links.read(new URL(connectUrl).searchParams.get('token') ?? ''), undefined);
    const strange = new LiveLinks({
      rootKey: createSecretKey(Buffer.alloc(32, 8)),
      apiUrl: undefined,
      clock: { now: () => begun },
    });
    assert.equal(strange.read(token), undefined);
  });
});
