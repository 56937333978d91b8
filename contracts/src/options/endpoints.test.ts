import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Endpoint, endpointOptions, endpoints, isEndpoint } from './endpoints.js';

const url = 'https://example.com/';
const lossless = {
  stealth: false,
  bypassBotDetection: false,
  fresh: false,
  blockAds: false,
  blockCookieBanners: false,
  reducedMotion: false,
  javascript: true,
  waitUntil: 'load',
};
const shared = { url, ...lossless, darkMode: false, delay: 0 };
const storage = { s3Acl: 'private', s3Redirect: false, skipUpload: false };

/** The contract's defaults, section 2.1. */
const defaults: Record<Endpoint, Record<string, unknown>> = {
  image: {
    ...shared,
    ...storage,
    full: false,
    transparent: false,
    type: 'png',
    bestFormat: false,
  },
  pdf: {
    ...shared,
    ...storage,
    format: 'A4',
    scale: 1,
    landscape: false,
    printBackground: false,
    outline: false,
    tagged: true,
    singlePage: false,
    preferCssPageSize: false,
  },
  content: shared,
  metadata: shared,
  animated: { ...shared, ...storage, duration: 5, hideScrollbars: true, type: 'gif', fps: 20, loop: 0, scroll: false },
};

const everywhere = { delay: '60', vw: '5000', vh: '1', scaleFactor: '3', timeout: '300' };

const allowed = Buffer.from(
  `<a href="https://example.com/" data-src="x"><img src = 'data:image/gif;base64,AA'></a><b style="background:url( "data:x" ); fill:url(#a)">`,
).toString('base64url');
const template = (length: number) => Buffer.from(`<b>${'x'.repeat(length - 3)}`).toString('base64url');

/** Values at the contract's bounds, and one past each. */
const bounds: Record<Endpoint, { good: Record<string, string>; bad: [name: string, value: string][] }> = {
  image: {
    good: { ...everywhere, quality: '100', type: 'avif', resizeWidth: '1', resizeHeight: '200000' },
    bad: [
      ['vw', '5001'],
      ['vh', '0'],
      ['scaleFactor', '0'],
      ['scaleFactor', '3.01'],
      ['delay', '60.1'],
      ['timeout', '0'],
      ['timeout', '300.1'],
      ['waitUntil', 'networkidle2'],
      ['quality', '0'],
      ['quality', '101'],
      ['resizeWidth', '0'],
      ['resizeHeight', '200001'],
      ['type', 'gif'],
      ['top', '-1'],
      ['width', '0'],
    ],
  },
  pdf: {
    good: {
      ...everywhere,
      scale: '0.1',
      format: 'ledger',
      header: template(65_536),
      footer: allowed,
      pageRanges: '1-99999',
    },
    bad: [
      ['scale', '0.09'],
      ['scale', '2.1'],
      ['format', 'A7'],
      ['marginTop', '1em'],
      ['header', template(65_537)],
      ['footer', template(5).replace(/^./, '*')],
      ['footer', 'UGFnZSAx'],
      ...[
        '<link href=x>',
        '<b>x</b><META http-equiv=refresh>',
        '<script>x</script>',
        '<img src=/logo.png>',
        '<img alt="" src = "https://example.com/logo.png">',
        '<img srcset="a.png 2x">',
        '<style>@import "x"</style>',
        '<b style="background:url( logo.png )">',
        '<iframe srcdoc="x"></iframe>',
      ].map((html): [string, string] => ['header', Buffer.from(html).toString('base64url')]),
      ['pageRanges', '0'],
    ],
  },
  content: { good: everywhere, bad: [['delay', '61']] },
  metadata: { good: everywhere, bad: [['delay', '61']] },
  animated: {
    good: { ...everywhere, delay: '25', duration: '30', fps: '50', loop: '1000' },
    bad: [
      ['delay', '25.1'],
      ['duration', '0'],
      ['duration', '31'],
      ['duration', '1.5'],
      ['fps', '0'],
      ['fps', '51'],
      ['loop', '-1'],
      ['loop', '1001'],
    ],
  },
};

for (const endpoint of endpoints) {
  describe(`the options of ${endpoint}`, () => {
    it('have the defaults of the contract', () => {
      assert.deepEqual(endpointOptions[endpoint].parse({ url }), defaults[endpoint]);
    });

    it('include their bounds', () => {
      assert.equal(endpointOptions[endpoint].safeParse({ url, ...bounds[endpoint].good }).error, undefined);
    });

    for (const [name, value] of bounds[endpoint].bad) {
      it(`end before ${name}=${value}`, () => {
        const { error } = endpointOptions[endpoint].safeParse({ url, [name]: value });
        assert.deepEqual(error?.issues[0]?.path, [name]);
      });
    }
  });
}

describe('isEndpoint', () => {
  it('knows the five, and no property of Object', () => {
    assert.deepEqual(endpoints, ['image', 'pdf', 'content', 'metadata', 'animated']);
    assert.ok(endpoints.every(isEndpoint));
    for (const name of ['', 'Image', 'constructor', '__proto__']) assert.equal(isEndpoint(name), false);
  });
});
