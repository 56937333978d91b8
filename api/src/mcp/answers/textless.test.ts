import assert from 'node:assert/strict';
import { it } from 'node:test';
import { whyTextless } from './textless.js';

it('a document without text says what it is', () => {
  const documentOf = (body: string) =>
    `<html><head><title>a (1×1)</title></head><body style="x: y;">${body}</body></html>`;
  const cases: [html: string, says: RegExp][] = [
    [documentOf('<img style="display: block" src="http://a.test/a.png">'), /shows a picture alone/],
    [documentOf('<video controls=""><source src="/a.mp4" type="video/mp4"></video>'), /shows a video alone/],
    ['<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"></path></svg>', /leads to a picture \(SVG\)/],
    [documentOf('<img src="/a.png"><img src="/b.png">'), /^The page has no text\. `service_screenshot`/],
    [documentOf('<canvas></canvas>'), /^The page has no text\./],
  ];
  for (const [html, says] of cases) assert.match(whyTextless(html), says);
});

it('a hostile document costs no time', { timeout: 5000 }, () => {
  assert.match(whyTextless(`<p><script>/*${'<body'.repeat(200_000)}*/</script>`), /^The page has no text/);
});
