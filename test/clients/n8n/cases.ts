import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { decodePng } from '../../kit/pages/picture.js';
import { unusedPort } from '../../kit/process/unused-port.js';
import type { ClientStage } from '../stage.js';
import { type UnpackedNode, unpackNode } from './package.js';
import { type Item, PlayedN8n } from './played-n8n.js';
import { playedServiceCases } from './played-service-cases.js';

type Values = Record<string, unknown>;

const page = (operation: string, values: Values = {}) => ({ resource: 'page', operation, ...values });
const session = (operation: string, values: Values = {}) => ({ resource: 'session', operation, ...values });
const act = (sessionId: unknown, actionType: string, values: Values = {}) =>
  session('act', { sessionId, actionType, ...values });
const batch = (operation: string, values: Values = {}) => ({ resource: 'batch', operation, ...values });

const bytesOf = (item: Item | undefined, field = 'data'): Buffer =>
  Buffer.from(item?.binary?.[field]?.data ?? '', 'base64');
const pairOf = (item: Item | undefined) => item?.pairedItem;

/** The tests of the packed node of n8n, on a stage that has the account `n8n`. */
export const n8nCases = (stageOf: () => ClientStage): void => {
  let unpacked: UnpackedNode;
  let n8n: PlayedN8n;
  let site: string;
  const credentialOf = (change: Values = {}): Values => {
    const { TINTYPE_URL, TINTYPE_KEY, TINTYPE_SECRET } = stageOf().environmentOf('n8n');
    return { baseUrl: TINTYPE_URL, authentication: 'secret', apiKey: TINTYPE_KEY, secret: TINTYPE_SECRET, ...change };
  };
  const run = (items: Values[], change: Values = {}) => n8n.run(items, { credential: credentialOf(change) });
  const one = async (item: Values): Promise<Item> => (await run([item]))[0] as Item;

  before(async () => {
    unpacked = await unpackNode();
    n8n = new PlayedN8n(unpacked);
    site = stageOf().siteUrl;
    await stageOf().addPreset('n8n', 'stored', { s3Redirect: true });
  });
  after(() => unpacked?.remove());

  it('n8n: pictures of several items keep their order, and one that fails does not end the rest', async () => {
    const items = [
      page('image', { url: `${site}/article`, type: 'webp', full: true }),
      page('image', { url: `${site}/article`, options: { selector: '#nowhere' } }),
      page('image', { url: `${site}/form`, options: { vw: 400, vh: 300, fileName: 'order', preset: 'stored' } }),
    ];
    const [first, second, third] = await n8n.run(items, { credential: credentialOf(), continueOnFail: true });
    assert.deepEqual([first, second, third].map(pairOf), [{ item: 0 }, { item: 1 }, { item: 2 }]);
    assert.equal(first?.binary?.data?.mimeType, 'image/webp');
    assert.equal(first?.json.credits, 1);
    assert.equal(second?.json.code, 'selector_not_found');
    assert.match(`${second?.json.error} ${second?.json.description}`, /selector.* Check "Element Selector"/);
    assert.equal(second?.binary, undefined);
    assert.equal(third?.binary?.data?.fileName, 'order.png');
    const { width, height } = decodePng(bytesOf(third));
    assert.deepEqual([width, height], [400, 300]);
    await assert.rejects(n8n.run(items, { credential: credentialOf() }), ({ name, httpCode, context }) => {
      assert.deepEqual([name, httpCode, context.itemIndex], ['NodeApiError', '422', 1]);
      return true;
    });
  });

  it('n8n: PDF of HTML, text, metadata and a recording', async () => {
    const pdf = await one(
      page('pdf', { source: 'html', html: '<h1>Invoice 7</h1>', format: 'A5', binaryPropertyName: 'invoice' }),
    );
    const content = await one(page('content', { url: `${site}/article` }));
    const metadata = await one(page('metadata', { url: `${site}/article` }));
    const animated = await one(page('animated', { url: `${site}/moving`, duration: 1, options: { vw: 200, vh: 100 } }));
    assert.equal(bytesOf(pdf, 'invoice').subarray(0, 5).toString(), '%PDF-');
    assert.match(String(pdf.binary?.invoice?.fileName), /\.pdf$/);
    assert.match(String(content.json.markdown), /lantern/i);
    assert.equal((metadata.json.metadata as Values).author, 'Ida Lens');
    assert.equal(animated.binary?.data?.mimeType, 'image/gif');
    assert.equal(bytesOf(animated).subarray(0, 6).toString(), 'GIF89a');
  });

  it('n8n: a link to the file, and signed URLs that work until they expire', async () => {
    const url = `${site}/article`;
    const options = {
      headers: { pairs: [{ name: 'X-A', value: "it's ~" }] },
      css: 'body { color: red }',
      hide: ['.ad', '#top'],
    };
    const { json: link } = await one(page('image', { url, output: 'link' }));
    const { json: signed } = await one(page('image', { url, output: 'signedUrl', expiresAfter: 10, options }));
    const stored = await one(page('image', { url, options: { s3Redirect: true } }));
    assert.match(String(stored.json.location), /\/screenshots\/.*\.png$/);
    assert.deepEqual([stored.json.bytes, stored.binary], [undefined, undefined]);
    assert.match(String(signed.expiresAt), /^\d{4}-.*Z$/);
    for (const address of [link.fileUrl, signed.signedUrl]) {
      const response = await fetch(String(address));
      assert.equal(response.headers.get('content-type'), 'image/png', await response.text());
    }
    await assert.rejects(one(page('image', { source: 'html', html: 'x', output: 'signedUrl' })), {
      message: 'A signed URL takes a page of the web',
    });
  });

  it('n8n: a session from its create to its close', async () => {
    const { json: created } = await one(session('create', { options: { maxTtlSeconds: 120, cdp: true } }));
    const id = created.sessionId;
    assert.equal(created.maxTtlSeconds, 120);
    assert.match(String(created.connectUrl), /^ws/);
    const opened = await one(act(id, 'goto', { url: `${site}/form`, options: { screenshot: true } }));
    assert.equal(opened.binary?.data?.fileName, 'goto.png');
    assert.equal(opened.json.screenshot, undefined);
    assert.equal((await one(act(id, 'title'))).json.title, 'Order');
    const actions = JSON.stringify([{ type: 'screenshot' }, { type: 'url' }, { type: 'screenshot' }]);
    const several = await one(act(id, 'batch', { actions, binaryPropertyName: 'shot' }));
    assert.deepEqual(Object.keys(several.binary ?? {}), ['shot', 'shot_2']);
    assert.equal(several.json.completed, 3);
    const { json: seen } = await one(session('get', { sessionId: id }));
    assert.deepEqual([seen.status, seen.sessionId, seen.connectUrl], ['active', id, undefined]);
    const listed = await run([session('getMany', { status: 'active', limit: 5 })]);
    assert.deepEqual(
      listed.filter(({ json }) => json.sessionId === id).map(({ json }) => json.connectUrl),
      [undefined],
    );
    const { json: closed } = await one(session('close', { sessionId: id }));
    assert.deepEqual([closed.status, closed.billedCredits], ['closed', 1]);
    const message = /Open another with the operation Create\.$/;
    await assert.rejects(one(act(id, 'title')), { message, description: /^Check "Session ID"/ });
  });

  it('n8n: all items become one batch, also with a bearer token', async () => {
    const items = ['article', 'form'].map((name) =>
      batch('submitImages', { url: `${site}/${name}`, options: { fileName: `n8n-${name}`, hide: ['.ad'] } }),
    );
    const { apiKey, secret } = credentialOf();
    const bearerToken = Buffer.from(`${apiKey}:${secret}`).toString('base64');
    const [submitted, ...rest] = await run(items, { authentication: 'bearer', apiKey: '', secret: '', bearerToken });
    assert.deepEqual([rest, submitted?.json.total, pairOf(submitted)], [[], 2, [{ item: 0 }, { item: 1 }]]);
    const batchId = submitted?.json.batchId;
    const pages = await run([batch('wait', { batchId })]);
    assert.deepEqual(
      pages.map(({ json }) => [json.batchId, json.status, json.fileName]),
      [
        [batchId, 'completed', 'n8n-article'],
        [batchId, 'completed', 'n8n-form'],
      ],
    );
    const { json: state } = await one(batch('get', { batchId, output: 'batch' }));
    assert.deepEqual([state.status, (state.items as unknown[]).length], ['completed', 2]);
    assert.equal((await one(batch('cancel', { batchId }))).json.cancelRequested, false);
    await assert.rejects(one(batch('get', { batchId: 'batch_x' })), { description: /^Check "Batch ID"\. \(not_found/ });
    const wrong = batch('submitPdfs', { url: '' });
    const [refused, made] = await n8n.run([wrong, batch('submitPdfs', { url: `${site}/form` })], {
      credential: credentialOf(),
      continueOnFail: true,
    });
    assert.deepEqual(
      [refused?.json.error, pairOf(refused), pairOf(made)],
      ['"URL" is empty', { item: 0 }, [{ item: 1 }]],
    );
  });

  it('n8n: each item of a refused batch fails', async () => {
    const batchOptions = { notificationUri: 'nowhere' };
    const items = ['article', 'form'].map((name) => batch('submitImages', { url: `${site}/${name}`, batchOptions }));
    const failed = await n8n.run(items, { credential: credentialOf(), continueOnFail: true });
    assert.deepEqual(
      failed.map((item) => [item.json.code, pairOf(item)]),
      [
        ['invalid_request', { item: 0 }],
        ['invalid_request', { item: 1 }],
      ],
    );
  });

  it('n8n: the form lists devices, presets and profiles', async () => {
    const play = { credential: credentialOf() };
    const devices = await n8n.list('getDevices', play);
    assert.ok(devices.some(({ value }) => value === 'iphone_13'));
    assert.deepEqual(await n8n.list('getPresets', play), [{ name: 'stored', value: 'stored' }]);
    assert.deepEqual(await n8n.list('getProfiles', play), []);
  });

  const mistakes: [what: string, change: () => Promise<Values> | Values, message: RegExp, description: RegExp][] = [
    [
      'a wrong secret',
      () => ({ secret: 'wrong' }),
      /^The service does not know this API key with this secret$/,
      /^Open the credential.*\(invalid_credentials, req_/,
    ],
    ['no API key', () => ({ apiKey: '' }), /^The Tintype credential has no API key$/, /^Open the credential/],
    [
      'a server that is not there',
      async () => ({ baseUrl: `http://127.0.0.1:${await unusedPort()}` }),
      /^No connection to http:\/\/127\.0\.0\.1:\d+: nothing listens there$/,
      /^Check the base URL.*\(ECONNREFUSED\)$/,
    ],
    [
      'a foreign server',
      () => ({ baseUrl: stageOf().siteUrl }),
      /^The answer \d+ is not one of Tintype$/,
      /^Check the base URL/,
    ],
  ];
  for (const [what, change, message, description] of mistakes)
    it(`n8n: the error for ${what} says what to do`, async () => {
      const failed = run([page('image', { url: site })], await change());
      await assert.rejects(failed, { message, description });
    });

  const noNumbers: [title: string, values: Values][] = [
    ['Requests at Once', page('image', { url: 'https://example.com', options: { parallel: 'many' } })],
    ['Request Timeout (Seconds)', page('image', { url: 'https://example.com', options: { requestTimeout: 'long' } })],
    [
      'Expires After (Minutes)',
      page('image', { url: 'https://example.com', output: 'signedUrl', expiresAfter: '10 min' }),
    ],
    ['Longest Wait (Minutes)', batch('wait', { batchId: 'batch_1', waitMinutes: 'x' })],
    ['Limit', session('getMany', { limit: 'x' })],
  ];
  for (const [title, values] of noNumbers)
    it(`n8n: an expression that makes no number for ${title} is an error, with "Continue" of each item`, async () => {
      await assert.rejects(run([values]), { description: /^Correct the number, or the expression/ });
      const failed = await n8n.run([values, values], { credential: credentialOf(), continueOnFail: true });
      assert.deepEqual(failed.map(pairOf), [{ item: 0 }, { item: 1 }]);
      for (const { json } of failed) assert.ok(String(json.error).startsWith(`"${title}" is "`), String(json.error));
    });

  playedServiceCases(() => unpacked);
};
