import assert from 'node:assert/strict';
import { it } from 'node:test';
import { whyTextless } from './textless.js';

it('a document without text says what it is', () => {
  const documentOf = (body: string) =>
    `<html><head><title>a (1×1)</title></head><body style="x: y;">${body}</body></html>`;
  const cases: [html: string, says: RegExp][] = [
    [documentOf('<img style="display: block" src="http://a.test/a.png">'), /leads to a picture, not to a page/],
    [documentOf('<video controls=""><source src="/a.mp4" type="video/mp4"></video>'), /leads to a video/],
    ['<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"></path></svg>', /leads to a picture \(SVG\)/],
    [documentOf('<img src="/a.png"><img src="/b.png">'), /^The page has no text\. `service_screenshot`/],
    [documentOf('<canvas></canvas>'), /^The page has no text\./],
  ];
  for (const [html, says] of cases) assert.match(whyTextless(html), says);
});
