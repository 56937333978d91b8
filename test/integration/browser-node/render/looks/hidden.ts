import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../../../../kit/browser-node/guarded-browser.js';
import { decodeGif } from '../../../../kit/pages/gif.js';
import { html, type PageHandler } from '../../../../kit/pages/pages.js';
import { type SharedService, servePages } from '../../../../kit/render/served-pages.js';
import { seedOfRun, tryWildOptions } from '../../../../kit/render/wild-options.js';

const moduleText = (path: string) => readFileSync(fileURLToPath(import.meta.resolve(path)));
const botd = moduleText('@fingerprintjs/botd/dist/botd.esm.js');
const fingerprintJs = moduleText('@fingerprintjs/fingerprintjs/dist/fp.esm.js');

const script =
  (text: string | Buffer): PageHandler =>
  (_request, response) =>
    response.setHeader('content-type', 'text/javascript').end(text);

/** What a document or worker reports about its browser. */
const report = `(async () => {
  const graphics = (type) => {
    const gl = new OffscreenCanvas(9, 9).getContext(type);
    const names = gl?.getExtension('WEBGL_debug_renderer_info');
    return names && [gl.getParameter(names.UNMASKED_VENDOR_WEBGL), gl.getParameter(names.UNMASKED_RENDERER_WEBGL),
      gl.getParameter(gl.MAX_VIEWPORT_DIMS)?.length, String(gl.getParameter)];
  };
  const { userAgent, appVersion, platform, language, languages, hardwareConcurrency, deviceMemory, userAgentData } = navigator;
  const hints = ['architecture', 'bitness', 'formFactors', 'fullVersionList', 'model', 'platformVersion', 'uaFullVersion', 'wow64'];
  return JSON.stringify({
    userAgent, appVersion, platform, language, languages, hardwareConcurrency, deviceMemory,
    data: userAgentData, hints: await userAgentData?.getHighEntropyValues(hints),
    graphics: [graphics('webgl'), graphics('webgl2')], text: String(Function.prototype.toString),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
})()`;

const worker = `
  const answer = ${report};
  const tell = async (port) => port.postMessage(await answer);
  if (self.registration) onmessage = ({ source }) => tell(source);
  else if (self.postMessage) tell(self);
  else onconnect = ({ ports: [port] }) => tell(port);`;

/** What only a window knows. */
const desk = `({
  webdriver: navigator.webdriver, chrome: typeof chrome, plugins: navigator.plugins.length, types: navigator.mimeTypes.length,
  pdf: navigator.pdfViewerEnabled, bar: outerHeight - innerHeight, wide: outerWidth >= innerWidth,
  screen: screen.width >= outerWidth && screen.height >= outerHeight, inside: [innerWidth, innerHeight],
  hover: matchMedia('(hover: hover) and (pointer: fine)').matches, touch: navigator.maxTouchPoints,
  permission: Notification.permission,
  asked: (await navigator.permissions.query({ name: 'notifications' })).state,
})`;

/** Writes its answers for the endpoint \`content\`. */
const asking = (expression: string) =>
  html(
    `<script type="module">
      import botd from '/botd.js';
      const heard = (target) => new Promise((resolve) => target.addEventListener('message', ({ data }) => resolve(data), { once: true }));
      const frame = (src, more) => {
        const answer = heard(window);
        document.body.append(Object.assign(document.createElement('iframe'), { src, ...more }));
        return answer;
      };
      const port = new SharedWorker('/worker.js').port;
      const shared = heard(port);
      port.start();
      const service = heard(navigator.serviceWorker);
      navigator.serviceWorker.startMessages();
      const answers = ${expression};
      document.body.append(Object.assign(document.createElement('pre'), { id: 'done', textContent: JSON.stringify(answers) }));
    </script>`,
  );

const everywhere = `await (async () => {
  await navigator.serviceWorker.register('/worker.js');
  (await navigator.serviceWorker.ready).active.postMessage('?');
  const other = 'http://localhost:' + location.port;
  return {
    page: await ${report}, worker: await heard(new Worker('/worker.js')), shared: await shared, service: await service,
    frame: await frame('/frame'), empty: await frame('', { srcdoc: '<script src="/frame.js"></' + 'script>' }),
    other: await frame(other + '/frame'), otherWorker: await frame(other + '/frame-with-worker'),
  };
})()`;

/** What FingerprintJS finds. It needs a window. */
const fingerprint = `(async () => {
  const { load } = await import('/fingerprint.js');
  const { components } = await (await load({ monitoring: false })).get();
  const found = Object.entries(components).map(([name, { value, error }]) => [name, value ?? String(error ?? null)]);
  const { width, height, availWidth, availHeight, orientation } = screen;
  const text = String(Object.getOwnPropertyDescriptor(Screen.prototype, 'width').get);
  const own = [[width, height, availWidth, availHeight], orientation.type, orientation.angle, devicePixelRatio, text, outerWidth, outerHeight];
  return JSON.stringify({ ...Object.fromEntries(found), webdriver: navigator.webdriver, screen: own });
})()`;
/** What is the same everywhere in a browser. */
const fingerprintParts = [
  ...['userAgentData', 'platform', 'languages', 'timezone', 'plugins', 'pdfViewerEnabled', 'vendor', 'vendorFlavors'],
  ...['webdriver', 'webGlBasics', 'hardwareConcurrency', 'deviceMemory', 'touchSupport', 'colorDepth'],
  ...['dateTimeLocale', 'screenResolution', 'screen'],
];
const fingerprints = `{
  page: await ${fingerprint}, frame: await frame('/fingerprint'),
  other: await frame('http://localhost:' + location.port + '/fingerprint'), worker: await heard(new Worker('/worker.js')),
}`;

const told = `(async () => parent.postMessage(await ${report}, '*'))()`;

/** Lets only browsers through whose script sets a cookie, after 1.5 s, as guards of sites do. */
const guarded: PageHandler = (request, response) => {
  if (/passed=yes/.test(request.headers.cookie ?? '')) return html('<p id="inside">inside</p>')(request, response);
  response.statusCode = 403;
  html(`<h1>Just a moment...</h1><script>
    let moves = 0;
    addEventListener('mousemove', () => { moves += 1; });
    setTimeout(() => { if (moves > 3) { document.cookie = 'passed=yes'; location.reload(); } }, 1500);
  </script>`)(request, response);
};

const pages: Record<string, PageHandler> = {
  '/botd.js': script(botd),
  '/fingerprint.js': script(fingerprintJs),
  '/fingerprint': html(`<p>A frame</p><script type="module">parent.postMessage(await ${fingerprint}, '*')</script>`),
  '/fingerprints': asking(fingerprints),
  '/worker.js': script(worker),
  '/frame.js': script(told),
  '/frame': html(`<script>${told}</script>`),
  '/frame-with-worker': html(
    `<script>new Worker('/worker.js').onmessage = ({ data }) => parent.postMessage(data, '*')</script>`,
  ),
  '/everywhere': asking(everywhere),
  '/desk': asking(desk),
  '/botd': asking('await (await botd.load({ monitoring: false })).detect()'),
  '/picture': html('<p id="a" style="margin:0;width:100px;height:100px;background:#0f0">A page</p>'),
  '/blinking': html(
    `<script>setInterval(() => document.documentElement.style.background = (window.on = !window.on) ? '#00f' : '#f00', 400)</script>`,
  ),
  '/guarded': guarded,
  '/refused': (request, response) => {
    response.statusCode = 403;
    html('<p id="inside">for members</p>')(request, response);
  },
  '/file.pdf': (_request, response) => response.setHeader('content-type', 'application/pdf').end('%PDF-1.4'),
};

/** Names in the order and case of the wire, for the document and a picture of it. */
const sent: { url: string; headers: string[] }[] = [];
const namesOf = (raw: readonly string[]) => raw.filter((_, index) => index % 2 === 0);
for (const [path, page] of Object.entries(pages))
  pages[path] = (request, response) => {
    sent.push({ url: request.url ?? '', headers: [...request.rawHeaders] });
    return page(request, response);
  };

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

export const hiddenCases = (serviceOf: () => SharedService): void => {
  const served = servePages(pages, 'content', serviceOf);

  const ask = async (path: string, options: Record<string, string>) => {
    const answer = await served.get(path, { waitForId: 'done', ...options });
    assert.equal(answer.status, 200, answer.body.toString());
    const { textContent } = JSON.parse(answer.body.toString());
    return JSON.parse(textContent);
  };

  it('is taken for a person by BotD, which recognises one that does not', async () => {
    const { bot, botKind } = await ask('/botd', { stealth: 'true' });
    assert.deepEqual({ bot, botKind }, { bot: false, botKind: undefined });
    assert.equal((await ask('/botd', {})).bot, true);
  });

  it('reports a browser on a desk', async () => {
    const { inside, ...rest } = await ask('/desk', { bypassBotDetection: 'true', vw: '1000', vh: '700' });
    assert.deepEqual(rest, {
      ...{ webdriver: false, chrome: 'object', plugins: 5, types: 2, pdf: true, bar: 87, wide: true, screen: true },
      ...{ hover: true, touch: 0, permission: 'default', asked: 'prompt' },
    });
    assert.deepEqual(inside, [1000, 700]);
  });

  const identities: [name: string, options: Record<string, string>, expected: RegExp[]][] = [
    [
      'a desktop browser',
      {},
      [/Linux x86_64/, /Mesa Intel/, /"fullVersionList":\[.*"Chromium","version":"\d+\.\d+\.\d+\.\d+"/],
    ],
    [
      'a Pixel',
      { emulateDevice: 'pixel_5' },
      [/Android 11; Pixel 5/, /Linux armv81/, /"platform":"Android"/, /Adreno/],
    ],
    ['an iPhone', { emulateDevice: 'iphone_13' }, [/iPhone/, /Apple GPU/, /"languages":\["en-US","en"\]/]],
    [
      'the browser of `userAgent`',
      { userAgent: Buffer.from(windows).toString('base64url') },
      [/Windows NT 10/, /Win32/, /"platform":"Windows"/, /Direct3D11/],
    ],
  ];
  for (const [name, options, expected] of identities)
    it(`reports ${name} in page, frames, workers and headers`, async () => {
      sent.splice(0);
      const { page, ...others } = await ask('/everywhere', { stealth: 'true', fresh: 'true', ...options });
      for (const [where, answer] of Object.entries(others)) assert.equal(answer, page, where);
      for (const pattern of expected) assert.match(page, pattern);
      assert.doesNotMatch(page, /Headless|SwiftShader/);
      const { userAgent } = JSON.parse(page);
      const agents = sent.map(({ headers }) => headers[namesOf(headers).indexOf('User-Agent') * 2 + 1]);
      assert.deepEqual([...new Set(agents)], [userAgent]);
    });

  for (const [name, options] of identities)
    it(`is ${name} for FingerprintJS, in page, frames and worker`, async () => {
      const place = { timezone: 'Asia/Tokyo', locale: 'de-DE' };
      const answers = await ask('/fingerprints', { stealth: 'true', ...place, ...options });
      const [page, frame, other, worker] = ['page', 'frame', 'other', 'worker'].map((where) =>
        JSON.parse(answers[where]),
      );
      for (const part of fingerprintParts)
        assert.deepEqual([part, frame[part], other[part]], [part, page[part], page[part]]);
      assert.deepEqual(
        fingerprintParts.filter((part) => !(part in page)),
        [],
      );
      const { webdriver, timezone, platform, hardwareConcurrency, deviceMemory, webGlBasics } = page;
      const [[language]] = page.languages;
      assert.deepEqual([webdriver, timezone, language], [false, 'Asia/Tokyo', 'de-DE']);
      const [[vendor, renderer]] = worker.graphics;
      assert.deepEqual([vendor, renderer], [webGlBasics.vendorUnmasked, webGlBasics.rendererUnmasked]);
      assert.deepEqual([worker.zone, worker.language, worker.platform], [timezone, language, platform]);
      assert.deepEqual([worker.hardwareConcurrency, worker.deviceMemory], [hardwareConcurrency, deviceMemory]);
    });

  it('sends the headers of a full browser, in their order and case', async () => {
    sent.splice(0);
    await served.get('/desk', { stealth: 'true', fresh: 'true' });
    const hidden = new Map(sent.map(({ url, headers }) => [url, headers]));
    sent.splice(0);
    const browser = await startBrowser([], { full: true });
    const page = await browser.newPage();
    await page.goto(served.site.url('/desk')).finally(() => browser.close());
    const real = new Map(sent.map(({ url, headers }) => [url, headers]));
    for (const path of ['/desk', '/botd.js'])
      assert.deepEqual(namesOf(hidden.get(path) ?? []), namesOf(real.get(path) ?? []), path);
    const text = hidden.get('/desk')?.join('\n') ?? '';
    assert.match(text, /^Accept-Language\nen-US,en;q=0.9$/m);
    assert.doesNotMatch(text, /Headless/);
  });

  it('waits until the check of a site lets it through, and moves the mouse', async () => {
    const read = async (path: string, options: Record<string, string>) => {
      const start = Date.now();
      const answer = await served.get(path, { fresh: 'true', ...options });
      const { textContent } = JSON.parse(answer.body.toString());
      return { textContent, status: answer.headers.get('x-target-status'), ms: Date.now() - start };
    };
    const { textContent, status } = await read('/guarded', { bypassBotDetection: 'true' });
    assert.deepEqual([textContent, status], ['inside', '200']);
    assert.match((await read('/guarded', { stealth: 'true' })).textContent, /Just a moment/);
    const refused = await read('/refused', { bypassBotDetection: 'true' });
    assert.deepEqual([refused.textContent, refused.status, refused.ms < 5000], ['for members', '403', true]);
  });

  it('is offered by every endpoint', async () => {
    const url = served.site.url('/picture');
    for (const [endpoint, type, options] of [
      ['image', 'image/png', { full: 'true' }],
      ['pdf', 'application/pdf', {}],
      ['metadata', 'application/json; charset=utf-8', {}],
      ['animated', 'image/gif', { duration: '1', vw: '200', vh: '200' }],
    ] as const) {
      const answer = await served.service.get({ url, stealth: 'true', ...options }, { endpoint });
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, type], answer.body.toString());
    }
    const file = await served.service.get({ url: served.site.url('/file.pdf'), stealth: 'true' });
    assert.equal(file.error().code, 'not_renderable');
  });

  it('is recorded in real time, with the size of the window, by a browser without frame control', async () => {
    const options = { stealth: 'true', duration: '2', vw: '200', vh: '100', scaleFactor: '2' };
    const answer = await served.service.get(
      { url: served.site.url('/blinking'), ...options },
      { endpoint: 'animated' },
    );
    assert.match(answer.headers.get('x-warnings') ?? '', /one pixel per CSS pixel/);
    const { pictures, width, height, durationMs } = decodeGif(answer.body);
    assert.deepEqual([width, height], [200, 100]);
    assert.ok(Math.abs(durationMs - 2000) <= 10, `${durationMs} ms`);
    const colours = pictures.map(({ at }) => at(100, 50));
    // It changes every 400 ms. A busy machine may show a change late.
    assert.ok(colours.length >= 4 && colours.length <= 6, colours.join());
    assert.ok(
      colours.every((colour, index) => colour !== colours[index - 1]),
      colours.join(),
    );
  });

  it('and any other gets a result or an error of the catalogue for any options, and the next one works', async (t) => {
    // test/long tries others.
    const seed = seedOfRun(389_068_497);
    const url = served.site.url('/picture');
    const answers = await tryWildOptions({ service: served.service, url, seed }, 2000);
    t.diagnostic(`SEED=${seed} ${JSON.stringify(answers)}`);
  });
};
