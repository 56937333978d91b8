import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { readProcessTree } from '@tintype/browser-node/testing';
import { tooMuchMemory } from '@tintype/contracts';
import { html, type PageHandler, type PageServer, startPages } from '../kit/pages/pages.js';
import { decodePng } from '../kit/pages/picture.js';
import { isAlive } from '../kit/process/is-alive.js';
import { renderAmongKills } from '../kit/render/killed-browsers.js';
import { type RenderStageOptions, startRenderStage } from '../kit/render/render-stage.js';
import { until } from '../kit/until.js';

const green = '#00ff00';

/** Turns green after its picture, which comes late. */
const slow = html(`<img src="/later" onload="document.body.style.background='${green}'">`);
const later: PageHandler = (_request, response) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  setTimeout(() => response.setHeader('content-type', 'image/svg+xml').end(svg), 1500);
};
/** Takes that many MiB, fast or slowly, and keeps them. */
const hungry: PageHandler = (request, response) => {
  const mebibytes = Number(new URL(request.url ?? '', 'http://x').searchParams.get('mebibytes'));
  html(
    `<script>const a=[];for(let i=0;i<${mebibytes};i++)a.push(new Uint8Array(2**20).fill(1))</script><img src="/later">`,
  )(request, response);
};
const pages = {
  '/slow': slow,
  '/later': later,
  '/hungry': hungry,
  '/ok': html(`<style>body{background:${green}}</style>`),
};

describe('supervision of browsers', () => {
  let site: PageServer;
  let close: (() => Promise<void>)[] = [];
  before(async () => {
    site = await startPages(pages);
  });
  after(() => site?.close());
  afterEach(async () => {
    for (const each of close.reverse()) await each();
    close = [];
  });

  const start = async (options: Partial<RenderStageOptions> = {}) => {
    const stage = await startRenderStage({ port: site.port, ...options });
    close.push(stage.close);
    const greenAt = async (path: string) => {
      const { code, message, body, warnings } = await stage.render(site.url(path));
      assert.equal(code, 'whole', `${message}${warnings}`);
      assert.equal(decodePng(body).at(700, 500), green);
    };
    return { ...stage, greenAt };
  };

  const askedFor = async (path: string) => {
    const before = site.hits(path);
    return () => until(`${path} is asked for`, () => site.hits(path) > before);
  };

  it('a browser that hangs is killed, and its jobs and the next ones are rendered in another', async () => {
    const { browsers, ends, greenAt } = await start();
    const asked = await askedFor('/later');
    const job = greenAt('/slow');
    await asked();
    const pid = browsers[0]?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    await Promise.all([job, greenAt('/ok'), greenAt('/ok?2')]);
    assert.deepEqual([browsers.length, ends, isAlive(pid)], [2, ['hung'], false]);
  });

  it('a browser that takes too much memory is replaced, and none of its jobs is lost', async () => {
    const { browsers, ends, greenAt, render } = await start({ browserMemory: 256 });
    await greenAt('/ok');
    await greenAt('/ok');
    const [hungryOne] = await Promise.all([render(site.url('/hungry?mebibytes=300')), greenAt('/slow')]);
    assert.equal(hungryOne?.code, 'whole');
    await until('it is replaced', () => ends.length > 0);
    await greenAt('/ok');
    assert.deepEqual([ends, browsers.length], [['memory'], 2]);
    await until('it has ended', () => !isAlive(browsers[0]?.pid ?? 0));
  });

  it('a page that takes too much memory is killed, and no other page with it', async () => {
    const { browsers, ends, pagesKilled, render, greenAt } = await start({ pageMemory: 300 });
    const [failed] = await Promise.all([render(site.url('/hungry?mebibytes=3000')), greenAt('/slow')]);
    assert.deepEqual([failed?.code, failed?.message], ['render_failed', tooMuchMemory]);
    assert.deepEqual([pagesKilled(), ends, browsers.length], [1, [], 1]);
  });

  it('a page whose process is killed is rendered once more', async () => {
    const { browsers, greenAt } = await start({ slots: 1 });
    const asked = await askedFor('/later');
    const job = greenAt('/slow');
    await asked();
    const parts = readProcessTree(browsers[0]?.pid ?? 0);
    for (const { pid, renderer } of parts) if (renderer) process.kill(pid, 'SIGKILL');
    await job;
    assert.equal(browsers.length, 1);
  });

  it('a browser is replaced after enough pages, without a gap and without a trace', async () => {
    const { browsers, ends, greenAt, leftovers } = await start({ pagesPerBrowser: 4 });
    for (let round = 0; round < 10; round += 1) await Promise.all([greenAt('/ok'), greenAt('/ok?2')]);
    assert.ok(browsers.length >= 4, `${browsers.length} browsers`);
    assert.deepEqual(new Set(ends), new Set(['pages']));
    await until('all but the last have ended', () => browsers.slice(0, -1).every(({ pid }) => !isAlive(pid)));
    await until('two pages are warm', async () => (await leftovers()).contexts === 2);
  });

  it('no picture is lost while browsers are killed again and again', async (context) => {
    // `test/long/` kills ten.
    const stage = await start({ slots: 4 });
    context.diagnostic(await renderAmongKills(stage, () => stage.greenAt('/ok'), 2));
  });
});
