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

  it('refuses other ways to load something', () => {
    for (const html of [
      '<svg><image href="http://a.test/x.png"/></svg>',
      '<svg><use xlink:href="http://a.test/x.svg#a"/></svg>',
      '<b style=\'background:image-set("x.png" 1x)\'>',
      '<video poster="x.png">',
      '<table background=x.png>',
      '<b style="background:u\\72l(x.png)">',
      '<b style="background:\\u\\000052 L(x.png)">',
      '<base href="http://a.test/"><b>',
    ])
      assert.deepEqual([html, takes(html)], [html, false]);
    for (const html of [
      '<svg><image href="data:,"/><use href="#a"/></svg><a href="https://a.test/">a</a>',
      '<b style="background:red">url, curl(1) and backgrounds</b>',
    ])
      assert.deepEqual([html, takes(html)], [html, true]);
  });

  it('is read in linear time', () => {
    const blanks = ' '.repeat(60_000);
    const began = process.cpuUsage();
    for (const start of ['<b src=', '<b src="', '<b style=url(', '<b src', '<use ', '<b image-set(', '<b u\\75'])
      takes(`${start}${blanks}x>`);
    takes('<use '.repeat(13_000));
    takes('\\0000'.repeat(13_000));
    const { user } = process.cpuUsage(began);
    assert.ok(user < 1_000_000, `${user} µs of CPU`);
  });
});
