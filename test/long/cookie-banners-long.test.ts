import { describe } from 'node:test';
import { cookieBannerCases } from '../integration/browser-node/render/blocking/cookie-banners.js';

describe('all cookie banners', { timeout: 600_000 }, () => cookieBannerCases(() => true));
