import { describe } from 'node:test';
import { shortBanners } from '../../../kit/pages/banner-pages.js';
import { blockAdCases } from './blocking/block-ads.js';
import { cookieBannerCases } from './blocking/cookie-banners.js';

// To start a test file costs 1 s of CPU. One process runs all of these, each with its own browser.
describe('blocking', { timeout: 900_000 }, () => {
  describe('block ads', blockAdCases);
  describe('cookie banners', () => cookieBannerCases((path) => shortBanners.has(path)));
});
