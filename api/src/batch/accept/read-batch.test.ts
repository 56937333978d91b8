import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { objectNameOf } from '../../account-storage/object-location.js';
import { notificationUriOf, readBatch } from './read-batch.js';

const read = (body: unknown) =>
  readBatch(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), 1000, 'image');
const url = 'https://example.com/';
const items = (...data: unknown[]) => read({ data }).items;
const named = (...names: [name: string, vw?: number][]) =>
  items(...names.map(([file_name, vw = 1]) => ({ url, options: { file_name, vw } }))).map(({ fileName }) => fileName);

describe('readBatch', () => {
  it('reads options as those of a query', () => {
    const options = { full: true, vw: 100, darkMode: 'true', selector: '', waitFor: null, s3Redirect: true };
    assert.deepEqual(items({ url, options }, { url, options: [] }, { url, options: null }), [
      { url, fileName: null, pairs: { url, full: 'true', vw: '100', darkMode: 'true' } },
      { url, fileName: null, pairs: { url } },
      { url, fileName: null, pairs: { url } },
    ]);
  });

  it('takes null and empty text as absent, also where text of its own is refused', () => {
    const absent = ['url', 'html', 'markdown', 'baseUrl', 'file_name', 'skipUpload'];
    const given = absent.flatMap((name) => [null, ''].map((value) => ({ url, options: { [name]: value } })));
    for (const [at, item] of items(...given, { url, options: '' }).entries())
      assert.deepEqual(item, { url, fileName: null, pairs: { url } }, JSON.stringify(given[at]));
    for (const missing of [null, '']) assert.equal(items({ url: missing })[0]?.fault?.code, 'missing_url');
  });

  it('makes what is wrong with an item its fault', () => {
    const faults = items(
      'x',
      {},
      { url: 1 },
      { url, options: 'full' },
      { url, options: { vw: { a: 1 } } },
      { url, options: { file_name: 'a', fileName: 'b' } },
      { url, options: { skipUpload: true } },
      { url, options: { url: 'https://other.example/' } },
      { url, options: { file_name: 'x'.repeat(201) } },
      { url, options: { fileName: 'a\nb' } },
      { url, options: { css: 'x'.repeat(65_536) } },
    ).map(({ fault }) => fault?.code);
    assert.deepEqual(faults, [
      'invalid_request',
      'missing_url',
      'invalid_url',
      'invalid_request',
      'invalid_option',
      'invalid_option',
      'invalid_option',
      'invalid_option',
      'invalid_option',
      'invalid_option',
      'request_too_large',
    ]);
  });

  it("names the formats of the batch's endpoint", () => {
    const [item] = items({ url, options: { type: ['gif'] } });
    assert.equal(item?.fault?.message, 'The option `type` takes one of png, jpeg, webp, avif, not a list.');
  });

  it('shows file names as they are stored', () => {
    const named = (file_name: string) => ({ url, options: { file_name } });
    const names = items(named('../../x'), named('a//b?.png'), named('..'), named('y')).map(({ fileName }) => fileName);
    assert.deepEqual(names, ['x', 'a/b-.png', null, 'y']);
  });

  it('refuses text of its own, which only POST renders takes', () => {
    const [item] = items({ url, options: { html: '<p>' } });
    assert.match(item?.fault?.message ?? '', /`html` with POST \/v1\/renders/);
  });

  it('keeps the spelling of a free name, which is part of the cached result', () => {
    const named = (file_name: string) => ({ url, options: { file_name } });
    const spelled = items(named('Q3: home'), named('/Q3: home')).map(({ pairs }) => pairs.fileName);
    assert.deepEqual(spelled, ['Q3: home', '/Q3: home']);
  });

  it('refuses unknown properties, and says which was meant', () => {
    const refused = (body: object, message: RegExp) =>
      assert.throws(() => read({ data: [{ url }], ...body }), { code: 'invalid_request', message });
    refused(
      { notification_url: 'https://a/' },
      /^The property `notification_url` of the body is unknown\. Did you mean `notification_uri`\? The properties of/,
    );
    refused(
      { webhook: 'https://a/' },
      /`webhook` of the body is unknown\. The properties of the body are `notification_uri` and `data`\.$/,
    );
    const [typo, misplaced, good] = items({ url, option: {} }, { url, full: true }, { url, options: { fulll: true } });
    assert.match(typo?.fault?.message ?? '', /`option` of an item is unknown\. Did you mean `options`\?/);
    assert.match(misplaced?.fault?.message ?? '', /`full` of an item is unknown\. Put it into `options`\./);
    assert.equal(good?.fault, undefined, 'the contract ignores unknown options');
  });

  it('refuses a body that is nested too deeply for later steps', () => {
    const deep = `{"data":[{"url":"https://a.test","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}]}`;
    assert.throws(() => read(deep), { code: 'invalid_request' });
  });

  it('refuses another body, and too many items', () => {
    for (const body of ['', '{', '[]', '"x"', {}, { data: {} }, { data: [] }])
      assert.throws(() => read(body), { code: 'invalid_request' }, JSON.stringify(body));
    assert.throws(() => read({ data: Array(1001).fill({ url }) }), { code: 'request_too_large' });
    for (const uri of ['x', 'ftp://a/', 'https://a:b@c/', 7])
      assert.throws(() => read({ data: [{ url }], notification_uri: uri }), { code: 'invalid_request' });
  });

  it('finds the notification URL of a refused body', () => {
    const uri = (body: unknown) => notificationUriOf(Buffer.from(JSON.stringify(body)));
    assert.equal(uri({ notification_uri: 'https://a/hook' }), 'https://a/hook');
    assert.deepEqual([uri({}), uri([]), uri({ notification_uri: 'x' })], [undefined, undefined, undefined]);
  });
});

describe('file names of a batch', () => {
  it('belong to one render each', () => {
    assert.deepEqual(named(['a'], ['b'], ['a', 2], ['a', 3]), ['a', 'b', 'a-2', 'a-3']);
    assert.deepEqual(named(['a.png'], ['a.png', 2]), ['a.png', 'a-2.png']);
  });

  it('are shared by equal items', () => {
    assert.deepEqual(named(['a'], ['a', 2], ['a'], ['a', 2]), ['a', 'a-2', 'a', 'a-2']);
    assert.deepEqual(named(['a/x'], ['b/x', 2], ['a/x', 2], ['b/x']), ['a/x', 'b/x', 'a/x-2', 'b/x-2']);
    assert.deepEqual(named(['a'], ['a'], ['a', 2], ['a', 2]), ['a', 'a', 'a-2', 'a-2']);
  });

  it('leave out names that other items have, and count what is the same object', () => {
    assert.deepEqual(named(['a'], ['a', 2], ['a-2', 3]), ['a', 'a-3', 'a-2']);
    assert.deepEqual(named(['a?'], ['a*', 2]), ['a', 'a-2']);
  });

  it('are different objects with every extension of a type', () => {
    assert.deepEqual(named(['a'], ['a.png', 2]), ['a', 'a-2.png']);
    assert.deepEqual(named(['a.png'], ['a', 2], ['a.jpg', 3]), ['a.png', 'a-2', 'a.jpg']);
    assert.deepEqual(named(['a.jpg'], ['a.jpg.png', 2], ['b/a.jpg', 3]), ['a.jpg', 'a.jpg-2.png', 'b/a.jpg']);
  });

  it('leave space for the number', () => {
    const long = 'x'.repeat(160);
    const wide = '日'.repeat(100);
    assert.deepEqual(named([wide], [`${wide}x`, 2]), ['日'.repeat(80), `${'日'.repeat(78)}-2`], '240 bytes');
    assert.deepEqual(named([long], [`${long}y`, 2]), ['x'.repeat(150), `${'x'.repeat(145)}-2`]);
    assert.equal(named([`${long}.png`, 1], [`${long}.png`, 2])[1], `${'x'.repeat(145)}-2`);
    const deep = `${'f'.repeat(150)}/${'g'.repeat(45)}/a`;
    const [first, second] = items(...[1, 2].map((vw) => ({ url, options: { file_name: deep, vw } })));
    assert.deepEqual([first?.fileName, second?.fileName], [deep, null]);
    assert.match(second?.fault?.message ?? '', /too long for a suffix such as `-2`/);
  });

  it('of a thousand items are separate within a second of CPU', () => {
    const begun = process.cpuUsage();
    const names = named(...Array.from({ length: 1000 }, (_, vw): [string, number] => ['x'.repeat(200), vw]));
    assert.equal(new Set(names.map((name = '') => objectNameOf(name ?? ''))).size, 1000);
    const { user } = process.cpuUsage(begun);
    assert.ok(user < 1_000_000, `${user} µs of CPU`);
  });
});
