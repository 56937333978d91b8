import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentUrl } from '@tintype/contracts';
import { withBase } from './base-element.js';

const url = 'https://a.example/b/?c&d="';
const base = '<base href="https://a.example/b/?c&amp;d=&quot;">';

describe('withBase', () => {
  const cases: [before: string, after: string][] = [
    ['<!doctype html><html lang=en><head>', '<title>t</title>'],
    ['\ufeff <?xml version="1.0"?><!-- <head> --> <!DOCTYPE html>\n<HTML\ndata-x="a>b"><HEAD data-y=\'>\'>', '<link>'],
    ['<!doctype html>', ' <p>no head <head>'],
    ['', '<header>no head</header>'],
    ['', 'text'],
    ['', ''],
    ['<!-- a --><!-- b -->', '<p>'],
    ['<!--><html><head>', '<title>-->'],
    ['<html>', '<!-- open <head>'],
    ['<!-- > <base href="/"> --!>', '<p>'],
    ['<head>', '<script>"<base href=/>"</script><TITLE><base href=/></TITLE >'],
  ];
  for (const [before, after] of cases)
    it(`stands between ${JSON.stringify(before)} and ${JSON.stringify(after)}`, () =>
      assert.equal(withBase(before + after, url), before + base + after));

  it('leaves a document alone that has a base, or no base URL', () => {
    const own = '<head><base target=_top href="https://b.example/"></head>';
    assert.equal(withBase(own, url), own);
    assert.equal(withBase('<p>', documentUrl), '<p>');
    const late = '<!-- <base> --><script>a</script><base href=/>';
    assert.equal(withBase(late, url), late);
  });

  it('takes linear time', () => {
    const begun = process.cpuUsage();
    for (const part of [
      '<!--',
      '<!-- >',
      '<script>',
      '<script></script',
      '<html ',
      '<html "',
      '<base ',
      '<!',
      ' ',
      '<head a="b"',
    ])
      withBase(part.repeat(300_000), url);
    const { user } = process.cpuUsage(begun);
    assert.ok(user < 2_000_000, `${user} µs of CPU`);
  });
});
