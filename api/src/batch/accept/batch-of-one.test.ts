import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleAccount } from '../../accounts/account-sample.js';
import { readOrder } from '../../render/order/read-order.js';
import { batchOfOne } from './batch-of-one.js';
import { readBatch } from './read-batch.js';

const url = 'https://example.com/';
const account = sampleAccount();

const read = (more: object) => {
  const one = batchOfOne(readOrder({ endpoint: 'image', url, async: true, ...more }), account);
  if (!one) return undefined;
  const { items, notificationUri } = readBatch(one.body, 1, 'image');
  items.forEach(one.checkItem);
  return { endpoint: one.endpoint, items, notificationUri };
};

describe('batchOfOne', () => {
  it('has the pairs of the same render without `async`', () => {
    const options = { vw: 32, full: true, userAgent: 'Mine/1', headers: { 'x-a': 'b' }, fileName: 'a/b', js: '' };
    const { endpoint, items, notificationUri } = read({ ...options, notification_uri: `${url}hook` }) ?? {};
    const { pairs } = readOrder({ endpoint: 'image', url, ...options }).outputs[0];
    assert.deepEqual(items, [{ url, fileName: 'a/b', pairs }]);
    assert.deepEqual([endpoint, notificationUri], ['image', `${url}hook`]);
  });

  it('is none without `async`, and needs no notification', () => {
    for (const flag of [false, null, undefined]) assert.equal(read({ async: flag }), undefined);
    assert.equal(read({ endpoint: 'pdf' })?.notificationUri, undefined);
  });

  const refused: [more: object, code: string, sentence: RegExp][] = [
    [{ vw: 0 }, 'invalid_option', /^The option `vw` takes a whole number/],
    [{ url: 'ftp://a/' }, 'invalid_url', /http or https/],
    [{ preset: 'none' }, 'invalid_option', /no preset `none`/],
    [{ skipUpload: true }, 'invalid_option', /leave out `skipUpload`/],
    [{ js: 'x'.repeat(65_536) }, 'request_too_large', /^The item has more than 64 KiB/],
    [{ endpoint: 'content' }, 'invalid_request', /^`async` takes the endpoint image or pdf, not content/],
    [{ endpoint: '', outputs: ['pdf'] }, 'invalid_request', /^`async` takes one `endpoint`, not `outputs`/],
    [{ url: '', html: '<p>' }, 'invalid_request', /^`async` takes a `url`. Leave out `async` for `html`/],
    [{ notification_uri: 'ftp://a/' }, 'invalid_request', /^The property `notification_uri` takes an http/],
  ];
  for (const [more, code, message] of refused)
    it(`refuses ${JSON.stringify(more).slice(0, 60)}`, () => assert.throws(() => read(more), { code, message }));
});
