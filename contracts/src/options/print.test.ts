import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printOptions } from './print.js';

const takes = (html: string) => printOptions.header.safeParse(Buffer.from(html).toString('base64url')).success;

describe('a header', () => {
  it('may have pictures as data: URLs, also behind blanks and in quotes', () => {
    for (const html of ['<img src=data:,>', '<img src = " data:,">', '<b style=\'background:url( " data:,")\'>'])
      assert.deepEqual([html, takes(html)], [html, true]);
    for (const html of ['<img src= x>', '<img src = " x data:">', '<b style="background:url( \' x)">'])
      assert.deepEqual([html, takes(html)], [html, false]);
  });

  it('is read in linear time', () => {
    const blanks = ' '.repeat(60_000);
    const began = performance.now();
    for (const start of ['<b src=', '<b src="', '<b style=url(', '<b src']) takes(`${start}${blanks}x>`);
    assert.ok(performance.now() - began < 1000);
  });
});
