import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { login, orderApplication } from '../../demo/order-application.js';
import { headlessShell } from '../../kit/browser-node/guarded-browser.js';
import { launchSandboxed } from '../../kit/browser-node/sandboxed-browser.js';
import { clickPicture, showsAddress } from '../../kit/console/live-picture.js';
import { type PageServer, startPages } from '../../kit/pages/pages.js';
import { BearerClient } from '../../kit/service/bearer-client.js';
import { type Stack, startStack, tintype } from '../../kit/standalone/stack.js';
import { until } from '../../kit/until.js';

const profile = 'shop-admin';

describe('a saved login', { timeout: 300_000 }, () => {
  let shop: PageServer;
  let stack: Stack;
  let ada: BearerClient;
  let bob: BearerClient;
  let person: Browser;

  before(async () => {
    shop = await startPages(orderApplication());
    const environment = {
      TINTYPE_ACCOUNT: 'ada:key-a:secret-a,bob:key-b:secret-b',
      TINTYPE_EGRESS_ALLOW: `127.0.0.1:${shop.port}`,
    };
    stack = await startStack({ environment });
    ada = new BearerClient(`${stack.url}/v1`, 'ada', 'secret-a');
    bob = new BearerClient(`${stack.url}/v1`, 'bob', 'secret-b');
    person = await launchSandboxed(headlessShell);
  });
  after(async () => {
    await person?.close();
    assert.equal(await stack?.stop(), 0);
    await shop?.close();
  });

  const create = async (body: object = {}) => {
    const { status, json } = await ada.call('POST', '/sessions', body);
    assert.equal(status, 201, json.error);
    return json;
  };

  const done = async (id: string, type: string, payload: object = {}) => {
    const { status, json } = await ada.call('POST', `/sessions/${id}/actions`, { type, payload });
    assert.equal(status, 200, json.error);
    return json;
  };

  const logIn = async (id: string) => {
    await done(id, 'goto', { url: shop.url('/login') });
    await done(id, 'fill', { selector: '[name=email]', value: login.email });
    await done(id, 'fill', { selector: '[name=password]', value: login.password });
    await done(id, 'click', { selector: 'main button' });
    assert.match((await done(id, 'url')).url, /\/orders$/);
  };

  it('of one session is there in the next, which does not ask for the password', async () => {
    const { sessionId } = await create();
    await logIn(sessionId);
    const saved = await done(sessionId, 'save_profile', { name: profile });
    const { success, expiresInSeconds, savedAt, bytes, ...rest } = saved;
    assert.deepEqual([success, rest], [true, { name: profile, cookies: 1, origins: [] }]);
    assert.ok(expiresInSeconds > 0 && bytes > 0 && Date.parse(savedAt) > 0);
    const { json } = await ada.call('DELETE', `/sessions/${sessionId}`);
    assert.equal(json.session.actionBreakdown.save_profile.success, 1);
    const next = await create({ profile });
    assert.equal(next.session.profile, profile);
    const { url } = await done(next.sessionId, 'goto', { url: shop.url('/orders') });
    assert.match(url, /\/orders$/);
    const ended = await ada.call('DELETE', `/sessions/${next.sessionId}`);
    assert.equal(ended.json.session.options.profile, profile);
    assert.equal('profile' in json.session.options, false);
  });

  it('that a person made in the live view is there in the next session', async () => {
    const { sessionId } = await create();
    await done(sessionId, 'goto', { url: shop.url('/login') });
    const view = await person.newPage();
    await view.goto((await ada.call('POST', `/sessions/${sessionId}/live`, { control: true })).json.url);
    await view.waitForSelector('#stage[data-state=live]');
    const click = async (selector: string) => {
      const { elements } = await done(sessionId, 'query', { selector, fields: ['bbox'] });
      const { x, y, width, height } = elements[0].bbox;
      await clickPicture(view, x + width / 2, y + height / 2);
    };
    await click('[name=email]');
    await view.keyboard.type(login.email);
    await click('[name=password]');
    await view.keyboard.type(login.password);
    await click('main button');
    await showsAddress(view, shop.url('/orders'));
    await done(sessionId, 'save_profile', { name: 'by-hand' });
    await ada.call('DELETE', `/sessions/${sessionId}`);
    await view.waitForSelector('#stage[data-state=ended]');

    const next = await create({ profile: 'by-hand' });
    await view.goto((await ada.call('POST', `/sessions/${next.sessionId}/live`)).json.url);
    const { url } = await done(next.sessionId, 'goto', { url: shop.url('/orders') });
    assert.match(url, /\/orders$/);
    await showsAddress(view, shop.url('/orders'));
    await view.close();
    await ada.call('DELETE', `/sessions/${next.sessionId}`);
    await ada.call('DELETE', '/account/profiles/by-hand');
    assert.equal(stack.output().includes(login.password), false);
  });

  it('is loaded for DevTools clients, and saved by the close of their session, once', async () => {
    const { sessionId, connectUrl } = await create({ profile, cdp: true });
    const browser = await chromium.connectOverCDP(connectUrl);
    const page = browser.contexts()[0]?.pages()[0];
    await page?.goto(shop.url('/orders'));
    assert.match(page?.url() ?? '', /\/orders$/);
    await page?.evaluate(() => localStorage.setItem('seen', 'yes'));
    await browser.close();
    const closing = `/sessions/${sessionId}?saveProfile=copy`;
    const { status, json } = await ada.call('DELETE', closing);
    assert.deepEqual([status, json.session?.status], [200, 'closed'], json.error);
    assert.deepEqual((await ada.call('DELETE', closing)).json.session, json.session);
    const other = await ada.call('DELETE', `/sessions/${sessionId}?saveProfile=late`);
    assert.deepEqual([other.status, other.json.code], [409, 'session_not_active']);
    assert.match(other.json.error, /has ended, so its login is not saved as `late`/);
    const { profile: copy } = (await ada.call('GET', '/account/profiles/copy')).json;
    assert.deepEqual([copy.session, copy.cookies, copy.origins], [sessionId, 1, [`http://127.0.0.1:${shop.port}`]]);
  });

  it('belongs to its account, is listed without contents; a wrong name is refused before a browser is taken', async () => {
    const { json } = await ada.call('GET', '/account/profiles');
    assert.deepEqual(
      json.profiles.map(({ name }: { name: string }) => name),
      ['copy', profile],
    );
    assert.equal(/visit/.test(JSON.stringify(json)), false);
    assert.deepEqual((await bob.call('GET', '/account/profiles')).json.profiles, []);
    for (const method of ['GET', 'DELETE'])
      assert.equal((await bob.call(method, `/account/profiles/${profile}`)).status, 404);
    const stolen = await bob.call('POST', '/sessions', { profile });
    assert.deepEqual([stolen.status, stolen.json.code], [400, 'invalid_request']);
    const misspelt = await ada.call('POST', '/sessions', { profile: 'shop-amdin' });
    assert.match(misspelt.json.error, /no profile `shop-amdin`\. Did you mean `shop-admin`\?/);
    for (const name of ['a b', '', 7])
      assert.match(
        (await ada.call('POST', '/sessions', { profile: name })).json.error,
        /`profile` takes 1 to 64 letters/,
      );
    assert.deepEqual((await ada.call('GET', '/sessions?status=active')).json.sessions, []);
  });

  it('is part of what an Idempotency-Key stands for', async () => {
    const keyed = async (body: object) => {
      const response = await fetch(`${stack.url}/v1/sessions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${btoa('ada:secret-a')}`, 'idempotency-key': 'k1' },
        body: JSON.stringify(body),
      });
      return { status: response.status, json: (await response.json()) as { sessionId: string } };
    };
    const first = await keyed({ profile });
    const again = await keyed({ profile });
    assert.deepEqual([first.status, again.status, again.json.sessionId], [201, 201, first.json.sessionId]);
    assert.equal((await keyed({})).status, 400);
    await ada.call('DELETE', `/sessions/${first.json.sessionId}`);
  });

  it('that is deleted is gone, and nothing of it was logged', async () => {
    assert.equal((await ada.call('DELETE', `/account/profiles/${profile}`)).status, 200);
    const { status, json } = await ada.call('DELETE', `/account/profiles/${profile}`);
    assert.deepEqual([status, json.code], [404, 'not_found']);
    assert.equal(/visit=|"visit"/.test(stack.output()), false);
    await until('the ledger are settled', async () => {
      const { output } = await tintype(['ledger', 'verify', '--json'], { TINTYPE_DATA_DIR: stack.dataDir });
      return JSON.parse(output).unsettled === 0;
    });
  });
});
