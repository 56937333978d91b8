import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { barCode, box, numberOf, steps } from '../../../kit/pages/bar-code.js';
import { decodeGif } from '../../../kit/pages/gif.js';
import { html, type PageHandler, startPages } from '../../../kit/pages/pages.js';
import { startRenderStage } from '../../../kit/render/render-stage.js';
import { until } from '../../../kit/until.js';

const stream: PageHandler = (_, response) => {
  response.setHeader('content-type', 'text/event-stream').write('data: x\n\n');
};

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
      '/never': () => {},
      '/live': html(`${barCode}<script>new EventSource('/stream')</script>`),
      '/hanging': hanging,
      '/moving': html(`${barCode}${box}`),
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
      const never = await record('/never', '1', { milliseconds: 3000 });
      assert.equal(never.code, 'timeout');
      assert.match(never.message, /^The page did not answer within .* The site is slow: try again later\.$/);
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
