import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { banners, innocent, shortBanners } from '../../../kit/pages/banner-pages.js';
import { blockAdCases } from './blocking/block-ads.js';
import { cookieBannerCases } from './blocking/cookie-banners.js';

// To start a test file costs 1 s of CPU. One process runs all of these, each with its own browser.
describe('blocking', { timeout: 900_000 }, () => {
  describe('block ads', blockAdCases);
  it('knows the pages that the short run takes', () =>
    assert.deepEqual(
      [...shortBanners].filter((path) => !(path in banners || path in innocent)),
      [],
    ));
  describe('cookie banners', () => cookieBannerCases((path) => shortBanners.has(path)));
});
