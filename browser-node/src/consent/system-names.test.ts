import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { namesConsentSystem } from '../in-page/banners/consent-rules.js';

describe('the name of an element', () => {
  for (const name of [
    'onetrust-banner-sdk',
    'cmpbox',
    'cmp-banner show',
    'qc-cmp2-ui',
    'truste_overlay',
    'privacy-wall',
    'CybotCookiebotDialog',
  ])
    it(`is one of a consent system: ${name}`, () => assert.equal(namesConsentSystem(name), true));
  for (const name of [
    'cmp-button',
    'cmp-container cmp-text',
    'trusted-shops',
    'footer privacy-link',
    'header',
    'is-cmpatible',
  ])
    it(`is none: ${name}`, () => assert.equal(namesConsentSystem(name), false));
});
