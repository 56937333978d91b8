import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { it } from 'node:test';
import { installedFfmpeg } from '@tintype/browser-node/testing';
import { barCode, box, boxLeft, numberOf, steps } from '../../../../kit/pages/bar-code.js';
import { assertCounted, type DecodedGif, decodeGif } from '../../../../kit/pages/gif.js';
import { html, type PageHandler } from '../../../../kit/pages/pages.js';
import { silence } from '../../../../kit/pages/silence.js';
import { type SharedService, servePages } from '../../../../kit/render/served-pages.js';

const white = '#ffffff';
const green = '#00ff00';

const stream: PageHandler = (_, response: ServerResponse) => {
  response.setHeader('content-type', 'text/event-stream').write('data: x\n\n');
};

/** Milliseconds. */
const phaseOf = (headers: Headers, phase: string): number =>
  Number(new RegExp(`${phase};dur=([\\d.]+)`).exec(headers.get('server-timing') ?? '')?.[1]);

// Each stripe of 30 px has its number as red.
const stripes = Array.from(
  { length: 29 },
  (_, number) => `<div style="height:30px;background:rgb(${number} 9 9)"></div>`,
).join('');

const advertisement = '<div class="ad-banner" style="height:40px;background:red">Advertisement</div>';

const pages = {
  '/moving': html(`${barCode}${box}`),
  '/still': html(`<h1>still</h1>`),
  '/later': html(`<script>setTimeout(() => { document.body.style.background = '${green}' }, 800)</script>`),
  '/live': html(`${barCode}<script>new EventSource('/stream')</script>`),
  '/stream': stream,
  '/worker': html(`<script>new Worker(URL.createObjectURL(new Blob(['setInterval(() => {}, 100)'])))</script>`),
  '/sound': html(`<script>new Audio('data:audio/wav;base64,${silence().toString('base64')}').play()</script>`),
  '/tall': html(`<div style="height:3000px;background:${green}"></div>`),
  '/stripes': html(stripes),
  '/stripes-sandboxed': (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-security-policy', 'sandbox');
    html(stripes)(request, response);
  },
  '/corner': html(`<div style="position:fixed;right:0;bottom:0;width:20px;height:20px;background:${green}"></div>`),
  // Frames of a recording follow each other within 17 ms; while the page loads, they take 33 ms.
  '/late-connection': html(`${barCode}<script>
    let last = 0, fast = 0;
    const look = (now) => {
      if (now - last < 20 && ++fast === 20) new EventSource('/stream');
      last = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look)</script>`),
  // An advertisement comes six times a second, and the mark at the bottom right changes with it.
  '/disturbed': html(`${advertisement}<div style="height:60px;background:${green}"></div>
    <i style="position:fixed;right:0;bottom:50px;width:20px;height:20px;background:${white}"></i>
    <div class="box" style="position:fixed;z-index:9;left:0;bottom:0;width:100%;height:40px;background:red">
      We use cookies for analytics. <button onclick="this.closest('.box').remove()">Reject all</button></div>
    <script>let count = 0;
      setInterval(() => {
        document.body.insertAdjacentHTML('afterbegin', '${advertisement}');
        document.querySelector('i').style.background = ++count % 2 ? 'black' : 'blue';
      }, 160)</script>`),
  '/secret': ({ headers }: IncomingMessage, response: ServerResponse) => {
    const isKnown = headers.authorization === `Basic ${Buffer.from('ada:secret').toString('base64')}`;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="x"' });
    response.end(isKnown ? '<!doctype html><h1>light</h1>' : '<!doctype html>refused');
  },
  '/polling': html(
    `${barCode}<script>const poll = () => fetch('/slow').then(() => setTimeout(poll, 200)); setTimeout(poll, 200)</script>`,
  ),
  '/slow': (_: unknown, response: ServerResponse) => {
    setTimeout(() => response.end('late'), 20);
  },
  // The server is silent to a beacon of the first tenth of a second.
  '/hung': html(`${barCode}${box}<script>setTimeout(() => navigator.sendBeacon('/never'), 100)</script>`),
  '/never': () => {},
  '/busy': html(
    `${barCode}<script>setInterval(() => { const end = Date.now() + 5; while (Date.now() < end); }, 200)</script>`,
  ),
} as const;

export const animatedCases = (serviceOf: () => SharedService): void => {
  const served = servePages(pages, 'animated', serviceOf);

  /** Small, since a recording's cost grows with its pixels. */
  const size = { vw: '300', vh: '100' };

  const gif = async (path: keyof typeof pages, options: Record<string, string> = {}) => {
    const answer = await served.get(path, { duration: '1', ...size, ...options });
    assert.equal(answer.status, 200, answer.status === 200 ? '' : answer.body.toString());
    return { ...decodeGif(answer.body), headers: answer.headers };
  };

  /** The sum of a counter of the node. */
  const counted = async (counter: string) => {
    const answer = await fetch(`http://127.0.0.1:${served.service.nodes[0]?.privatePort}/metrics`);
    const values = (await answer.text()).matchAll(new RegExp(`^${counter}\\{.*\\} (\\d+)$`, 'gm'));
    return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
  };
  /** Only recordings in real time count their pictures. */
  const picturesInRealTime = () => counted('tintype_recording_pictures_total');

  it('is a GIF of 1440×900 that repeats for ever, with one picture of a still page, cached like every result', async () => {
    const answer = await served.get('/still', { duration: '1' });
    const { headers } = answer;
    const { width, height, loop, pictures, durationMs } = decodeGif(answer.body);
    assert.deepEqual([width, height, loop], [1440, 900, 0]);
    assert.deepEqual([pictures.length, durationMs], [1, 1000]);
    assert.equal(headers.get('content-type'), 'image/gif');
    assert.match(headers.get('content-disposition') ?? '', /filename="127\.0\.0\.1-still\.gif"/);
    const again = await served.get('/still', { duration: '1' });
    assert.equal(again.headers.get('x-cache'), 'HIT');
  });

  it('shows every frame of a moving page once, in order and at its time, and animations of styles', async () => {
    const before = await picturesInRealTime();
    const recorded = await gif('/moving', { duration: '1', vw: '1440', vh: '900' });
    assert.equal(await picturesInRealTime(), before);
    const { pictures, durationMs, headers } = recorded;
    assert.equal(headers.get('x-warnings'), null);
    assert.deepEqual([pictures.length, durationMs], [20, 1000]);
    assert.deepEqual(new Set(pictures.map(({ delayMs }) => delayMs)), new Set([50]));
    // A page has 60 frames a second, of which the recording shows 20.
    assert.deepEqual(new Set(steps(pictures.map(numberOf))), new Set([3]));
    const lefts = pictures.map((picture) => boxLeft(recorded, picture, 25));
    const [first = 0] = lefts;
    assert.deepEqual(
      lefts.map((left, index) => Math.abs(left - first - index * 10) <= 1),
      lefts.map(() => true),
    );
  });

  it('records pages at once, without a browser that ends', async () => {
    const ends = await counted('tintype_browser_ends_total');
    const widths = await Promise.all([300, 301, 302].map(async (vw) => (await gif('/moving', { vw: `${vw}` })).width));
    assert.deepEqual(widths, [300, 301, 302]);
    assert.equal(await counted('tintype_browser_ends_total'), ends);
  });

  it('shows the one change of a page that stands still', async () => {
    const { pictures, durationMs } = await gif('/later');
    assert.deepEqual([pictures.length, durationMs], [2, 1000]);
    assert.deepEqual(
      pictures.map(({ at }) => at(150, 50)),
      [white, green],
    );
  });

  it('records a page with an open connection in real time', async () => {
    const { pictures, durationMs, headers } = await gif('/live', { duration: '2' });
    assert.ok(phaseOf(headers, 'capture') >= 2000);
    assert.ok(durationMs >= 1990 && durationMs <= 2040, `${durationMs} ms`);
    const numbers = pictures.map(numberOf);
    assertCounted(pictures, headers.get('x-warnings') ?? '');
    assert.ok(
      steps(numbers).every((step) => step > 0),
      numbers.join(),
    );
  });

  for (const path of ['/worker', '/sound', '/late-connection'] as const) {
    it(`records a page in real time for its ${path.slice(1)}`, async () => {
      const before = await picturesInRealTime();
      const { durationMs, headers } = await gif(path);
      assert.equal(durationMs, 1000);
      assert.ok((await picturesInRealTime()) > before);
      const isLate = path === '/late-connection';
      assert.equal(/So the page was loaded twice/.test(headers.get('x-warnings') ?? ''), isLate);
    });
  }

  it('is dark, behind a password, with a name of its own', async () => {
    const httpAuth = Buffer.from('ada:secret').toString('base64url');
    const { pictures, headers } = await gif('/secret', { httpAuth, darkMode: 'true', fileName: 'film' });
    assert.match(headers.get('content-disposition') ?? '', /filename="film\.gif"/);
    assert.equal(headers.get('x-target-status'), '200');
    // Each channel is below 0x40.
    assert.match(pictures[0]?.at(290, 90) ?? '', /^#(?:[0-3][\da-f]){3}$/);
  });

  it('shows no banner and no advertisement, also none that comes later, by the options of a preset', async () => {
    const options = { blockAds: true, blockCookieBanners: true, vw: 200 };
    await served.service.admin('/presets/clean', { method: 'PUT', body: { endpoint: 'animated', options } });
    const { vw: _, ...others } = size;
    const { body, headers } = await served.get('/disturbed', { duration: '1', preset: 'clean', ...others });
    const { width, pictures } = decodeGif(body);
    assert.deepEqual([headers.get('x-warnings'), width], [null, 200]);
    assert.ok(pictures.length > 3, `${pictures.length} pictures`);
    // An advertisement may come between the last look and the first picture.
    const corners = pictures.slice(1).flatMap(({ at }) => [at(5, 20), at(5, 95)]);
    assert.deepEqual(new Set(corners), new Set([green, white]));
    assert.equal(pictures.at(-1)?.at(5, 20), green);
  });

  it('waits in virtual time for requests of the page', async () => {
    const { pictures } = await gif('/polling');
    assert.deepEqual(new Set(steps(pictures.map(numberOf))), new Set([3]));
  });

  it('keeps the exact time of a page whose beacon gets no answer', async () => {
    const recorded = await gif('/hung');
    const { pictures, durationMs, headers } = recorded;
    assert.match(headers.get('x-warnings') ?? '', /Requests of the page took more than 5 s in all/);
    assert.deepEqual([pictures.length, durationMs], [20, 1000]);
    assert.deepEqual(new Set(steps(pictures.map(numberOf))), new Set([3]));
    const lefts = pictures.map((picture) => boxLeft(recorded, picture, 25));
    assert.ok(
      steps(lefts).every((step) => Math.abs(step - 10) <= 1),
      lefts.join(),
    );
  });

  it('records a page in real time whose script waits for the time to pass', async () => {
    const { pictures, headers } = await gif('/busy');
    assert.ok(phaseOf(headers, 'capture') >= 1000 && phaseOf(headers, 'queue') < 1500, 'the first attempt is no queue');
    assert.match(
      headers.get('x-warnings') ?? '',
      /virtual time, .* So the page was loaded twice, and recorded in real time\./,
    );
    assert.ok(steps(pictures.map(numberOf)).every((step) => step > 0));
  });

  it('hides scrollbars, or shows them', async () => {
    const right = ({ pictures: [first] }: DecodedGif) => first?.at(295, 50);
    assert.equal(right(await gif('/tall')), green);
    assert.notEqual(right(await gif('/tall', { hideScrollbars: 'false' })), green);
  });

  it('has the size of the viewport and its pixel ratio, or of a known device', async () => {
    const sizeOf = async (options: Record<string, string>) => {
      const { width, height, pictures } = decodeGif((await served.get('/corner', { duration: '1', ...options })).body);
      assert.equal(pictures[0]?.at(width - 5, height - 5), green, 'the page fills it');
      return [width, height];
    };
    assert.deepEqual(await sizeOf({ vw: '301', vh: '203', scaleFactor: '1.5' }), [451, 304]);
    assert.deepEqual(await sizeOf({ emulateDevice: 'iphone_8' }), [750, 1334]);
    assert.deepEqual(await sizeOf({ emulateDevice: 'no_such_phone' }), [1440, 900]);
  });

  it('takes another rate and number of plays', async () => {
    const { pictures, loop } = await gif('/moving', { fps: '12', loop: '3' });
    // The file has the number of repetitions.
    assert.deepEqual([pictures.length, loop], [12, 2]);
    assert.deepEqual(new Set(steps(pictures.map(numberOf))), new Set([5]));
  });

  for (const path of ['/stripes', '/stripes-sandboxed'] as const)
    it(`scrolls smoothly through ${path}`, async () => {
      const { pictures } = await gif(path, { scroll: 'true', duration: '2', vh: '270' });
      const tops = pictures.map(({ at }) => Number.parseInt(at(150, 5).slice(1, 3), 16));
      assert.deepEqual([tops[0], tops.at(-1)], [0, 20]);
      // 20 stripes in 1.3 s are less than one a picture.
      assert.ok(
        steps(tops).every((step) => step === 0 || step === 1),
        tops.join(),
      );
    });

  const ffmpeg = installedFfmpeg();

  for (const type of ['mp4', 'webm'] as const) {
    it(`is a video of its whole duration as ${type}`, { skip: !ffmpeg && 'no ffmpeg' }, async () => {
      const answer = await served.get('/later', { type, duration: '1', vw: '301', vh: '201', fps: '20' });
      assert.equal(answer.status, 200, answer.body.toString('latin1').slice(0, 200));
      assert.equal(answer.headers.get('content-type'), `video/${type}`);
      const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'];
      const { stdout } = spawnSync(ffmpeg ?? '', ['-loglevel', 'error', '-i', 'pipe:0', ...raw], {
        input: answer.body,
        maxBuffer: 1e8,
      });
      const pictureBytes = 302 * 202 * 3;
      assert.equal(stdout.length, 20 * pictureBytes);
      // The page turns green meanwhile; the colours are not exact.
      const middle = (picture: number) => [...stdout.subarray((picture + 0.5) * pictureBytes).subarray(300, 303)];
      assert.ok(Math.min(...middle(0)) > 250, middle(0).join());
      const [red = 255, green = 0] = middle(19);
      assert.ok(red < 20 && green > 240, middle(19).join());
    });
  }

  it('is refused with more than 25 megapixels', async () => {
    const answer = await served.get('/still', { vw: '5000', vh: '5000', scaleFactor: '1.1' });
    assert.equal(answer.status, 422);
    assert.equal(answer.error().code, 'result_too_large');
    assert.match(answer.error().error, /30\.3 megapixels; the most is 25/);
  });
};
