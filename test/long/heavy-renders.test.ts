import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { html, type PageServer, startPages } from '../kit/pages/pages.js';
import { decodePng } from '../kit/pages/picture.js';
import { renderAmongKills } from '../kit/render/killed-browsers.js';
import { startRenderStage } from '../kit/render/render-stage.js';

const green = '#00ff00';

/** 12,000 rows over 190 screens: the page loads, but printing takes more than 10 s. */
const rows = Array.from(
  { length: 12_000 },
  (_, row) => `<tr><td>row ${row}<td>some words of it<td>${row * 7}<td>more words`,
);
const pages = {
  '/table': html(`<table style="font-size:9px;line-height:1">${rows.join('')}</table>`),
  '/tall': html('<div style="height:69000px;background:linear-gradient(red,blue)"></div>'),
  '/ok': html(`<style>body{background:${green}}</style>`),
};

describe('heavy renders', () => {
  let site: PageServer;
  let stage: Awaited<ReturnType<typeof startRenderStage>>;
  before(async () => {
    site = await startPages(pages);
    stage = await startRenderStage({ port: site.port, slots: 4 });
  });
  after(async () => {
    await stage?.close();
    await site?.close();
  });

  it('prints a long table without an error about endless scripts', async () => {
    const { body, message, warnings } = await stage.render(site.url('/table'), { endpoint: 'pdf' });
    assert.equal(body.subarray(0, 5).toString(), '%PDF-', message);
    assert.doesNotMatch(warnings.join(' '), /did not end/);
  });

  it('the largest picture leaves a browser with the usual memory for two slots as it is', async () => {
    const usual = await startRenderStage({ port: site.port, browserMemory: 1536 });
    try {
      const { code, message } = await usual.render(site.url('/tall'), { pairs: { full: 'true' } });
      assert.equal(code, 'whole', message);
      assert.equal((await usual.render(site.url('/ok'))).code, 'whole');
      assert.deepEqual([usual.ends, usual.browsers.length], [[], 1]);
    } finally {
      await usual.close();
    }
  });

  it('no picture is lost while browsers are killed again and again', async (context) => {
    const one = async () => {
      const { code, message, body } = await stage.render(site.url('/ok'));
      assert.equal(code, 'whole', message);
      assert.equal(decodePng(body).at(700, 500), green);
    };
    context.diagnostic(await renderAmongKills(stage, one, 10));
  });
});
