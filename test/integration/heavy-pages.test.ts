import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { html, startPages } from '../kit/pages.js';
import { startRenderStage } from '../kit/render-stage.js';

/** Twelve thousand rows: to print them takes more than ten seconds, and 190 screens are not too long to be loaded. */
const rows = Array.from(
  { length: 12_000 },
  (_, row) => `<tr><td>row ${row}<td>some words of it<td>${row * 7}<td>more words`,
);
const longTable = html(`<table style="font-size:9px;line-height:1">${rows.join('')}</table>`);

describe('heavy pages', () => {
  it('a long table is printed, and is not said to have endless scripts', async () => {
    const site = await startPages({ '/table': longTable });
    const stage = await startRenderStage({ port: site.port, slots: 1 });
    try {
      const { body, message, warnings } = await stage.render(site.url('/table'), { endpoint: 'pdf' });
      assert.equal(body.subarray(0, 5).toString(), '%PDF-', message);
      assert.doesNotMatch(warnings.join(' '), /kept it busy/);
    } finally {
      await stage.close();
      await site.close();
    }
  });
});
