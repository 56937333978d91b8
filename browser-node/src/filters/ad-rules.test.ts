import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FiltersEngine } from '@ghostery/adblocker';
import { type AdRequest, hidingRulesFor, judgeRequest } from './ad-rules.js';
import { engineOptions } from './engine-options.js';

const engine = FiltersEngine.parse(
  `||ads.test^
/ad-banner.
||tags.test/gpt.js$script,redirect=noop.js
@@||ads.test/allowed.
##.ad-banner
##[data-ad-slot]
news.test##.promo
plain.test#@#.ad-banner
@@||bare.test^$generichide
@@://localhost:$generichide
@@://127.0.0.1$generichide
127.0.0.1##.own`,
  engineOptions,
);

const judge = (url: string, type: AdRequest['type'] = 'Image') =>
  judgeRequest(engine, { url, pageUrl: 'https://news.test/', type });

describe('requests', () => {
  for (const [url, type, verdict] of [
    ['https://ads.test/1.png', 'Image', 'block'],
    ['https://ads.test/', 'Document', 'block'],
    ['https://ads.test/allowed.png', 'Image', 'allow'],
    ['https://news.test/fox.png', 'Image', 'allow'],
    ['https://other.test/ad-banner.png', 'Image', 'block'],
    ['https://news.test/ad-banner.png', 'Image', 'hideIfAd'],
    ['https://news.test/ad-banner.css', 'Stylesheet', 'hideIfAd'],
    ['https://news.test/ad-banner.js', 'Script', 'block'],
  ] as const) {
    it(`${type} ${url}: ${verdict}`, () => assert.equal(judge(url, type), verdict));
  }

  it('gives scripts that pages wait for an empty answer', () => {
    assert.deepEqual(judge('https://tags.test/gpt.js', 'Script'), { contentType: 'application/javascript', body: '' });
  });
});

describe('hiding rules', () => {
  const rulesFor = (url: string) =>
    hidingRulesFor(engine, { url, classes: ['ad-banner', 'promo', 'own'], ids: [], hrefs: [] });

  it('are general also on this machine, which lists leave out', () => {
    for (const [url, own] of [
      ['http://localhost:8080/', []],
      ['http://127.0.0.1:8080/', ['.own']],
    ] as const) {
      const { specific, general } = rulesFor(url);
      assert.deepEqual([specific, general.toSorted()], [own, ['.ad-banner', '[data-ad-slot]']]);
    }
  });

  it('are specific where they name the site, else general', () => {
    const { specific, general } = rulesFor('https://news.test/');
    assert.deepEqual([specific, general.toSorted()], [['.promo'], ['.ad-banner', '[data-ad-slot]']]);
  });

  for (const [url, site] of [
    ['https://www.a.co.uk/', 'a.co.uk'],
    ['https://cdn.news.test/', 'news.test'],
    ['http://127.0.0.1/', '127.0.0.1'],
    ['http://[::1]/', '[::1]'],
    ['about:srcdoc', ''],
  ] as const) {
    it(`belong to the site ${site} in ${url}`, () => assert.equal(rulesFor(url).site, site));
  }

  it('lack what a site is excepted from', () => {
    assert.deepEqual(rulesFor('https://plain.test/').general, ['[data-ad-slot]']);
    assert.deepEqual(rulesFor('https://bare.test/'), { site: 'bare.test', specific: [], general: [] });
  });
});
