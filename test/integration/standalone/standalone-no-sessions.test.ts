import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { signedImageUrl } from '@tintype/standalone/testing';
import { type Stack, sessionCalls, startStack } from '../../kit/standalone/stack.js';

const chromium = '/usr/lib/chromium/chromium';
const skip =
  (process.getuid?.() !== 0 || !existsSync('/usr/bin/unshare') || !existsSync(chromium)) &&
  'only root on Debian can hide its Chromium';

const create = async ({ url, account }: Stack) => {
  const bearer = Buffer.from(`${account.id}:${account.secret}`).toString('base64');
  const headers = { authorization: `Bearer ${bearer}` };
  const response = await fetch(`${url}/v1/sessions`, { method: 'POST', headers });
  return { response, body: (await response.json()) as { code: string; error: string } };
};

const readyz = async ({ privateUrl }: Stack) => {
  const response = await fetch(`${privateUrl}/readyz`);
  return { status: response.status, body: (await response.json()) as { parts: object; reason?: string } };
};

const refused = async (stack: Stack, why: RegExp) => {
  const { response, body } = await create(stack);
  assert.deepEqual([response.status, body.code, response.headers.get('retry-after')], [503, 'unavailable', '60']);
  assert.match(body.error, why);
};

describe('a machine with no full Chromium', { timeout: 600_000, skip }, () => {
  let stack: Stack;

  before(async () => {
    // Without apt-get on PATH, none is installed.
    stack = await startStack({
      without: chromium,
      environment: { PATH: '/nowhere', TINTYPE_CHROMIUM: '', TINTYPE_WARM_SESSIONS: '2' },
    });
  });
  after(async () => assert.equal(await stack?.stop(), 0));

  it('says at its start that there are no sessions, and what to do', () => {
    assert.match(
      stack.output(),
      /full Chromium, for sessions: none\. Sessions need a full Chromium, .*TINTYPE_CHROMIUM/,
    );
    assert.match(
      stack.output(),
      /ready at [\s\S]*sessions {3}none\. Sessions need a full Chromium, .*TINTYPE_CHROMIUM/,
    );
  });

  it('is not ready, and says why', async () => {
    const { status, body } = await readyz(stack);
    assert.equal(status, 503);
    assert.deepEqual(body.parts, { nats: true, operator: true, 'browser-node': true, api: true, 'local-node': false });
    assert.match(body.reason ?? '', /need a full Chromium, .*TINTYPE_CHROMIUM.*TINTYPE_SESSION_PODS/);
  });

  it('refuses a session at once, and says why', () => refused(stack, /need a full Chromium, .*TINTYPE_CHROMIUM/));

  it('renders, and lists earlier sessions', async () => {
    const picture = await fetch(signedImageUrl(stack.url, stack.account, stack.examplePage));
    assert.equal(picture.status, 200);
    assert.deepEqual((await sessionCalls(stack)('GET', '')).body.sessions, []);
  });
});

describe('a service that is to have no sessions', { timeout: 600_000 }, () => {
  let stack: Stack;

  before(async () => {
    stack = await startStack({ environment: { TINTYPE_SESSION_PODS: '0' } });
  });
  after(async () => assert.equal(await stack?.stop(), 0));

  it('is ready, and refuses them at once', async () => {
    assert.equal((await readyz(stack)).status, 200);
    await refused(stack, /TINTYPE_SESSION_PODS is 0/);
  });
});
