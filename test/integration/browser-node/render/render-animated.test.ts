import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { installedFfmpeg } from '@tintype/browser-node/testing';
import { barCode, box, boxLeft, numberOf, steps } from '../../../kit/pages/bar-code.js';
import { assertCounted, type DecodedGif, decodeGif } from '../../../kit/pages/gif.js';
import { html, type PageHandler, startPages } from '../../../kit/pages/pages.js';
import { silence } from '../../../kit/pages/silence.js';
import { startRenderStage } from '../../../kit/render/render-stage.js';
import { servePages } from '../../../kit/render/served-pages.js';
import { until } from '../../../kit/until.js';

const white = '#ffffff';
const green = '#00ff00';

const stream: PageHandler = (_, response: ServerResponse) => {
  response.setHeader('content-type', 'text/event-stream').write('data: x\n\n');
};

/** Milliseconds. */
const phaseOf = (headers: Headers, phase: string): number =>
  Number(new RegExp(`${phase};dur=([\\d.]+)`).exec(headers.get('server-timing') ?? '')?.[1]);

const pages = {
  '/moving': html(`${barCode}${box}`),
  '/still': html(`<h1>still</h1>`),
  '/later': html(`<script>setTimeout(() => { document.body.style.background = '${green}' }, 800)</script>`),
  '/live': html(`${barCode}<script>new EventSource('/stream')</script>`),
  '/stream': stream,
  '/worker': html(`<script>new Worker(URL.createObjectURL(new Blob(['setInterval(() => {}, 100)'])))</script>`),
  '/sound': html(`<script>new Audio('data:audio/wav;base64,${silence().toString('base64')}').play()</script>`),
  '/tall': html(`<div style="height:3000px;background:${green}"></div>`),
  // Each stripe of 30 px has its number as red.
  '/stripes': html(
    Array.from({ length: 29 }, (_, number) => `<div style="height:30px;background:rgb(${number} 9 9)"></div>`).join(''),
  ),
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

/** Encoders are threads of this process. One that is done may take a while to end. */
const encoders = () => {
  const { stdout } = spawnSync('sh', ['-c', `cat /proc/${process.pid}/task/*/comm`], { encoding: 'utf8' });
  return stdout.split('\n').filter((name) => name === 'gif-encoder').length;
};

/** Targets of the browser, once a warm page is there again. */
const settled = async (stage: Awaited<ReturnType<typeof startRenderStage>>) => {
  await until('one page is warm', async () => (await stage.leftovers()).contexts === 1);
  const { contexts, targets } = await stage.leftovers();
  return { contexts, targets };
};

describe('animated', () => {
  const served = servePages(pages, 'animated');

  /** Small, since a recording's cost grows with its pixels. */
  const size = { vw: '300', vh: '100' };

  const gif = async (path: keyof typeof pages, options: Record<string, string> = {}) => {
    const answer = await served.get(path, { duration: '1', ...size, ...options });
    assert.equal(answer.status, 200, answer.status === 200 ? '' : answer.body.toString());
    return { ...decodeGif(answer.body), headers: answer.headers };
  };

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
    const recorded = await gif('/moving', { duration: '1', vw: '1440', vh: '900' });
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
    const loops = await Promise.all([300, 301, 302].map(async (vw) => (await gif('/moving', { vw: `${vw}` })).width));
    assert.deepEqual(loops, [300, 301, 302]);
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

  for (const path of ['/worker', '/sound'] as const) {
    it(`records a page in real time for its ${path.slice(1)}`, async () => {
      const { durationMs, headers } = await gif(path);
      assert.ok(phaseOf(headers, 'capture') >= 1000, 'it takes its time');
      assert.equal(durationMs, 1000);
    });
  }

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
      const { width, height } = decodeGif((await served.get('/still', { duration: '1', ...options })).body);
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

  it('scrolls smoothly through the page', async () => {
    const { pictures } = await gif('/stripes', { scroll: 'true', duration: '2', vh: '270' });
    const tops = pictures.map(({ at }) => Number.parseInt(at(150, 5).slice(1, 3), 16));
    assert.deepEqual([tops[0], tops.at(-1)], [0, 20]);
    // 20 stripes in 1.3 s are less than one a picture.
    assert.ok(
      steps(tops).every((step) => step === 0 || step === 1),
      tops.join(),
    );
  });

  const ffmpeg = installedFfmpeg();

  it('is refused as a video where ffmpeg is absent', { skip: ffmpeg && 'ffmpeg is installed' }, async () => {
    const answer = await served.get('/later', { type: 'mp4' });
    const { code, error } = answer.error();
    assert.match(`${code} ${error}`, /^invalid_option .* needs ffmpeg, which this server does not have\. Use gif\.$/);
  });

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
});

describe('a recording that ends early', () => {
  const noise = html(`<canvas id="noise" width="1440" height="900"></canvas><script>
    const paint = noise.getContext('2d'), image = paint.createImageData(1440, 900), dots = new Uint32Array(image.data.buffer);
    let state = 1;
    const next = () => {
      for (let i = 0; i < dots.length; i++) dots[i] = (state = (state * 1664525 + 1013904223) >>> 0) | 0xff000000;
      paint.putImageData(image, 0, 0);
      requestAnimationFrame(next);
    };
    next();
  </script>`);

  it('is shorter, or a timeout, if its time is short; fails if the file is too large, and leaves nothing', async () => {
    const fill = 'position:absolute;inset:0;border:0;width:100vw;height:100vh';
    const framing: PageHandler = (request, response) =>
      html(`<iframe src="http://b.test:${site.port}/moving" style="${fill}"></iframe>`)(request, response);
    const hanging = html(
      `${barCode}<script>new EventSource('/stream'); setTimeout(() => { for (;;); }, 1500)</script>`,
    );
    const site = await startPages({
      '/noise': noise,
      '/stream': stream,
      '/live': pages['/live'],
      '/hanging': hanging,
      '/moving': pages['/moving'],
      '/framing': framing,
    });
    const stage = await startRenderStage({ port: site.port, slots: 1, role: 'recording' });
    const record = (path: string, duration: string, limits: { milliseconds?: number; resultBytes?: number } = {}) =>
      stage.render(new URL(path, site.url('/')).href, {
        endpoint: 'animated',
        pairs: { duration, vw: '400', vh: '300' },
        ...limits,
      });
    /** A busy machine may take the first 3 s to open the page. */
    const recordPart = async () => {
      let milliseconds = 5000;
      let part = await record('/live', '30', { milliseconds });
      for (; part.code === 'timeout' && milliseconds < 20_000; part = await record('/live', '30', { milliseconds }))
        milliseconds *= 2;
      return { milliseconds, part };
    };
    try {
      const first = record('/live', '1');
      await until('an encoder works', () => encoders() === 1);
      await first;
      const idle = await settled(stage);
      const { milliseconds, part } = await recordPart();
      assert.equal(part.code, 'partial', part.message);
      const [, seconds] =
        /ends after (\d+\.\d) s instead of 30: the page had used up/.exec(part.warnings.at(-1) ?? '') ?? [];
      assert.ok(Number(seconds) >= 1 && Number(seconds) < milliseconds / 1000 - 1, part.warnings.join());
      assert.equal((await record('/live', '30', { milliseconds: 1500 })).code, 'timeout');
      assert.equal((await record('/noise', '5', { resultBytes: 100_000 })).code, 'result_too_large');
      const { code, warnings } = await record('/hanging', '3');
      assert.equal(code, 'partial');
      assert.match(warnings.join(), /The page painted nothing in the last \d\.\d s of the recording/);
      await until('its encoders have ended', () => encoders() === 0);
      assert.deepEqual(await settled(stage), idle);
      for (const name of ['a.test', 'b.test']) stage.egress.dns.set(name, { a: ['127.0.0.1'] });
      const { body } = await record(`http://a.test:${site.port}/framing`, '1');
      assert.deepEqual(new Set(steps(decodeGif(body).pictures.map(numberOf))), new Set([3]), 'a frame of another site');
    } finally {
      await stage.close();
      await site.close();
    }
  });
});
