import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isAdvertisement, type Look } from '../in-page/advertisements.js';
import { adLabel } from './ad-rules.js';

const bare: Look = {
  words: 0,
  signs: 0,
  structured: false,
  ownLink: false,
  pictures: 0,
  bannerSized: false,
  alike: 1,
  labelled: false,
};

describe('an element that a rule for all sites names', () => {
  for (const [what, look, advertisement] of [
    ['an empty place', {}, true],
    ['an empty place with form fields', { structured: true }, false],
    ['a label', { words: 1 }, true],
    ['a frame of another site', { signs: 1, words: 3 }, true],
    ['a short text alone', { words: 12 }, true],
    ['a picture in the size of a banner', { pictures: 1, bannerSized: true }, true],
    ['an article with a blocked frame inside', { signs: 1, words: 40, structured: true }, false],
    ['a short offer with a heading and a foreign picture', { signs: 1, words: 12, structured: true }, true],
    ['a longer text', { words: 60 }, false],
    ['a heading', { words: 3, structured: true }, false],
    ['a picture of the site', { pictures: 1 }, false],
    ['a link within the site', { words: 4, ownLink: true }, false],
    ['one of a list of classified advertisements', { words: 4, alike: 12 }, false],
    ['one of many short names of things', { words: 2, alike: 3 }, false],
    ['one of many places with a label', { words: 1, alike: 3, labelled: true }, true],
    ["one of many of the site's own pictures with a label", { words: 1, alike: 3, labelled: true, pictures: 1 }, false],
    ['one of many links within the site with a label', { words: 1, alike: 3, labelled: true, ownLink: true }, false],
  ] as const) {
    it(`${what}: ${advertisement ? 'an advertisement' : "the site's own"}`, () =>
      assert.equal(isAdvertisement({ ...bare, ...look }), advertisement));
  }
});

describe('a text', () => {
  const isLabel = (text: string) => new RegExp(adLabel, 'iu').test(text);
  for (const text of [
    'Advertisement',
    ' AD ',
    '- Advertisement - ',
    'ADVERTISEMENT 300x250',
    'Advertisement (728 × 90)',
    '300×250 Ad',
    'Advertisement · Scroll to continue',
    'Story continues below advertisement',
    'Anzeige',
    'Publicité',
    'Реклама',
    '広告',
  ])
    it(`is the label of an advertisement: ${text}`, () => assert.equal(isLabel(text), true));
  for (const text of [
    '',
    'Blue bike',
    'Adders',
    'Advertise with us',
    'Ad agency',
    'Anzeigen',
    'My advertisement',
    '120 €',
    'Ad 3',
    'AD 79',
    'Annonce 4',
    'Anuncios 24',
    '2 ads',
    'Pub',
    'Pub 12',
    'Pub – 21:00',
  ])
    it(`is none: ${text}`, () => assert.equal(isLabel(text), false));
});
