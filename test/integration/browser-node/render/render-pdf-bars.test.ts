import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { html, type PageServer, startPages } from '../../../kit/pages/pages.js';
import { readPdf } from '../../../kit/render/pdf.js';
import { startRenderStage } from '../../../kit/render/render-stage.js';

const red = '1 0 0 rg';
const tall = '<div style="height:2500px">Text</div>';
const footer = '<footer style="position:sticky;bottom:0;background:#f00">Foot</footer>';
const shadow = (content: string) => `<div><template shadowrootmode="open">${content}</template></div>`;

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
    site = await startPages(pages);
    stage = await startRenderStage({ port: site.port });
  });
  after(async () => {
    await stage?.close();
    await site?.close();
  });

  it('has sticky ones once, where they cover nothing', async () => {
    const drawn = async (path: string, pageRanges: string) => {
      const pairs = { pageRanges, printBackground: 'true' };
      const { body, message } = await stage.render(site.url(path), { endpoint: 'pdf', pairs });
      assert.equal(message, '');
      return readPdf(body).drawn;
    };
    for (const path of Object.keys(pages)) {
      assert.ok(!(await drawn(path, '1-2')).includes(red), path);
      assert.ok((await drawn(path, '3')).includes(red), path);
    }
  });
});
