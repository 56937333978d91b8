// The walk of clients/conformance/README.md with the JavaScript library.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, queryOf, signV1, signV2, Tintype, verifyWebhook, WebhookError } from '@tintype/client';

const { SITE_URL, RECEIVER_URL, VECTORS, WALK, TINTYPE_URL, TINTYPE_KEY, TINTYPE_SECRET } = process.env;
const walk = JSON.parse(readFileSync(WALK, 'utf8'));
const client = new Tintype();
const pageOf = ({ page, url }) => (page === undefined ? url : `${SITE_URL}${walk.pages[page]}`);

const at = (value, path) => path.split('.').reduce((inner, key) => inner?.[key], value);

/** Paths to values, or to a part of a text. */
const assertFits = (value, expected) => {
  for (const [path, wanted] of Object.entries(expected)) {
    const found = at(value, path);
    const { includes, startsWith } = typeof wanted === 'object' && wanted !== null ? wanted : {};
    if (typeof includes === 'string') assert.ok(String(found).includes(includes), `${path} is ${found}`);
    else if (typeof startsWith === 'string') assert.ok(String(found).startsWith(startsWith), `${path} is ${found}`);
    else assert.deepEqual(found, wanted, path);
  }
};

const assertFile = (file, { contentType, startsWith }) => {
  assert.equal(file.contentType, contentType);
  assert.ok(Buffer.from(file).toString('base64').startsWith(startsWith));
};

const fetchers = {
  image: (...given) => client.fetchImage(...given),
  pdf: (...given) => client.fetchPdf(...given),
  content: (...given) => client.fetchContent(...given),
  metadata: (...given) => client.fetchMetadata(...given),
  animated: (...given) => client.fetchAnimated(...given),
};

const signing = async () => {
  const { v1, v2 } = JSON.parse(readFileSync(join(VECTORS, 'signing.json'), 'utf8'));
  for (const { options, query, secret, md5 } of v1) {
    if (options) assert.equal(queryOf(options), query);
    assert.equal(signV1(secret, query), md5);
  }
  for (const { options, endpoint, query, secret, hmac } of v2) {
    if (options) assert.equal(queryOf(options), query);
    assert.equal(await signV2(secret, endpoint, query), hmac);
  }
};

const render = async ({ endpoint, options, expect, ...entry }) => {
  const check = expect.contentType ? assertFile : assertFits;
  const first = await fetchers[endpoint](pageOf(entry), options);
  check(first, expect);
  assert.deepEqual([first.facts.isCached, first.facts.credits], [false, 1]);
  const again = await fetchers[endpoint](pageOf(entry), options);
  check(again, expect);
  assert.deepEqual([again.facts.isCached, again.facts.credits], [true, 0]);
  if (endpoint !== 'image') return;
  const expires = Date.now() / 1000 + 60;
  const url = await client.buildExpiringUrl(endpoint, pageOf(entry), { ...options, expires });
  assert.equal((await fetch(url)).status, 200);
};

const post = async () => {
  const { file, report } = walk.post;
  assertFile(await client.render(file.body), file.expect);
  assertFits(await client.renderReport({ ...report.body, url: pageOf(report) }), report.expect);
};

const session = async () => {
  const { create, actions, live, liveExpect, ended } = walk.session;
  const options = { ...create, idempotencyKey: crypto.randomUUID() };
  const id = await client.sessions.run(async (open) => {
    for (const { action, payload, expect, page } of actions) {
      const whole = page === undefined ? payload : { ...payload, url: pageOf({ page }) };
      const method = action.replace(/_(\w)/g, (_mark, letter) => letter.toUpperCase());
      assertFits(await open[method](whole), expect);
    }
    assertFits(await open.live(live), liveExpect);
    return open.id;
  }, options);
  assertFits(await client.sessions.get(id), ended);
  assertFits(await client.sessions.abandon(options.idempotencyKey), { id, ...ended });
};

const batch = async () => {
  const { endpoint, items, accepted, ended, notification } = walk.batch;
  const data = items.map(({ options, ...item }) => ({ url: pageOf(item), options }));
  const answer = await client.batches.submit(endpoint, data, { notificationUri: `${RECEIVER_URL}/hook` });
  assertFits(answer, accepted);
  assertFits(await client.batches.wait(answer.batchId, { intervalMs: 300, waitMs: 90_000 }), ended);
  const { batches } = await client.batches.list({ limit: 100 });
  assert.ok(
    batches.some(({ batchId }) => batchId === answer.batchId),
    'not listed',
  );
  const { headers, body } = await (await fetch(`${RECEIVER_URL}/deliveries/${answer.batchId}`)).json();
  const signature = headers['x-signature'];
  assertFits(await client.verifyWebhook(signature, body), notification);
  await assert.rejects(client.verifyWebhook(signature, body.replace('"total"', '"Total"')), WebhookError);
  await assert.rejects(verifyWebhook({ signature, body, secret: 'another secret' }), WebhookError);
};

/** A page may be empty before the last one. */
const latestCharge = async () => {
  let page = await client.account.charges({ limit: 1 });
  while (page.charges.length === 0 && page.nextCursor)
    page = await client.account.charges({ limit: 1, cursor: page.nextCursor });
  assert.equal(page.charges.length, 1);
  return page.charges[0];
};

const account = async () => {
  const { secret, preset, presetExpect, storageExpect, proxy, proxyExpect, profile, profileExpect } = walk.account;
  assert.equal((await client.account.get()).apiKey, TINTYPE_KEY);
  assert.ok((await client.account.usage()).length > 0);
  assert.ok((await latestCharge()).credits > 0);
  const made = await client.account.createSecret(secret);
  assert.ok((await client.account.secrets()).some(({ id }) => id === made.secretId));
  assert.ok(!(await client.account.deleteSecret(made.secretId)).some(({ id }) => id === made.secretId));
  const { name, ...body } = preset;
  await client.account.putPreset(name, body);
  assertFits(await client.account.preset(name), presetExpect);
  await client.account.deletePreset(name);
  assertFits(await client.account.storage(), storageExpect);
  await client.account.putProxy({ url: proxy });
  assertFits(await client.account.proxy(), proxyExpect);
  await client.account.deleteProxy();
  assert.equal(await client.account.proxy(), null);
  assert.ok((await client.account.profiles()).some(({ name }) => name === profile));
  assertFits(await client.account.profile(profile), profileExpect);
  await client.account.deleteProfile(profile);
};

const actAfterClose = async ({ action, payload }) => {
  const { sessions } = await client.sessions.list({ status: 'closed', limit: 1 });
  await client.sessions.attach(sessions[0].id).act(action, payload);
};

const createAbandoned = async () => {
  const idempotencyKey = crypto.randomUUID();
  assert.equal(await client.sessions.abandon(idempotencyKey), null);
  await client.sessions.create({}, { idempotencyKey });
};

const wrongCalls = {
  fetch: ({ endpoint, options, key = TINTYPE_KEY, secret = TINTYPE_SECRET, ...entry }) =>
    new Tintype(key, secret).fetchSigned(new Tintype(key, secret).buildUrl(endpoint, pageOf(entry), options)),
  // `buildExpiringUrl` refuses an expiry in the past.
  'fetch-v2': async ({ endpoint, options, ...entry }) => {
    const query = queryOf(Object.entries({ url: pageOf(entry), ...options }));
    const signature = await signV2(TINTYPE_SECRET, endpoint, query);
    return client.fetchSigned(`${TINTYPE_URL}/v2/${TINTYPE_KEY}/${signature}/${endpoint}?${query}`);
  },
  // The service refuses the option, not the library.
  post: ({ body: { colour, ...body } }) => client.render({ ...body, extra: { colour } }),
  'get-session': ({ id }) => client.sessions.get(id),
  'act-after-close': actAfterClose,
  'submit-batch': ({ endpoint, items }) => client.batches.submit(endpoint, items),
  'create-abandoned': createAbandoned,
};

const wrong = async (entry) => {
  const error = await wrongCalls[entry.call](entry).catch((each) => each);
  assert.ok(error instanceof ApiError, String(error));
  assert.deepEqual([error.code, error.status], [entry.code, entry.status]);
  assert.match(error.requestId, /^req_/);
};

const steps = [
  ['signing', signing],
  ...walk.renders.map((entry) => [entry.step, () => render(entry)]),
  ['post', post],
  ['session', session],
  ['batch', batch],
  ['account', account],
  ...walk.wrong.map((entry) => [entry.step, () => wrong(entry)]),
];

for (const [name, step] of steps) {
  try {
    await step();
    process.stdout.write(`ok ${name}\n`);
  } catch (error) {
    process.stdout.write(`failed ${name}: ${String(error.message).replaceAll('\n', ' ')}\n`);
    process.exitCode = 1;
  }
}
