import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { html, type PageServer, startPages } from '../../../kit/pages/pages.js';
import { readPdf } from '../../../kit/render/pdf.js';
import { startRenderStage } from '../../../kit/render/render-stage.js';

const red = '1 0 0 rg';
const tall = '<div style="height:2500px">Text</div>';
const footer = '<footer style="position:sticky;bottom:0;background:#f00">Foot</footer>';
const shadow = (content: string) => `<div><template shadowrootmode="open">${content}</template></div>`;

const header = (css = '') =>
  html(
    `<header>Head</header>${tall}`,
    `<style>header{position:fixed;top:0;left:0;right:0;height:50px;background:#f00}${css}</style>`,
  );
const fixed = {
  '/header': header(),
  '/modal': html(`<div style="position:fixed;inset:0;z-index:9;background:#f00"></div>${tall}`),
};
/** They are repeated by intention, or cover nothing. */
const repeated = {
  '/watermark': html(
    `<div style="position:fixed;inset:0;z-index:999;pointer-events:none;color:#f00">CONFIDENTIAL</div>${tall}`,
  ),
  '/letterhead': header('@page{margin:1in}'),
  '/print-only': header('@media screen{header{position:static}}'),
  '/ground': html(`<div style="position:fixed;inset:0;z-index:-1;background:#f00"></div>${tall}`),
  '/side': html(`<nav style="position:fixed;top:0;left:0;width:80px;height:300px;background:#f00">Side</nav>${tall}`),
};

/** The bar of each is at the end of the third sheet. */
const pages = {
  '/footer': html(tall + footer),
  '/form': html(`<form style="display:contents"><input type="hidden" name="style">${tall}${footer}</form>`),
  '/shadow': html(shadow(tall + footer)),
};

describe('pdf of a page with bars', () => {
  let site: PageServer;
  let stage: Awaited<ReturnType<typeof startRenderStage>>;
  before(async () => {
    site = await startPages({ ...pages, ...fixed, ...repeated });
    stage = await startRenderStage({ port: site.port });
  });
  after(async () => {
    await stage?.close();
    await site?.close();
  });

  const hasBar = async (path: string, pageRanges: string, document?: string) => {
    const pairs = { pageRanges, printBackground: 'true' };
    const { body, message } = await stage.render(site.url(path), {
      endpoint: 'pdf',
      pairs,
      ...(document && { document }),
    });
    assert.equal(message, '');
    return readPdf(body).drawn.includes(red);
  };

  it('has sticky ones once, where they cover nothing', async () => {
    for (const path of Object.keys(pages)) {
      assert.equal(await hasBar(path, '1-2'), false, path);
      assert.equal(await hasBar(path, '3'), true, path);
    }
  });

  it('has a fixed header or dialog on the first sheet only, unless the page is for paper', async () => {
    for (const path of Object.keys(fixed)) {
      assert.equal(await hasBar(path, '1'), true, path);
      assert.equal(await hasBar(path, '2-3'), false, path);
    }
    for (const path of Object.keys(repeated)) assert.equal(await hasBar(path, '2'), true, path);
    const letter = `<header style="position:fixed;top:0;left:0;right:0;background:#f00">Head</header>${tall}`;
    assert.equal(await hasBar('/posted', '2', letter), true);
  });
});
