import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type PageHandler, type PageServer, startPages } from '../../../kit/pages/pages.js';
import { pagesOfCards, paragraphs } from '../../../kit/pages/pages-of-rows.js';
import { startRenderStage } from '../../../kit/render/render-stage.js';

const titled =
  (title: string, body: string): PageHandler =>
  (_, response) =>
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>${title}</title><body>${body}</body>`);

const pages: Record<string, PageHandler> = {
  ...pagesOfCards,
  '/named-in-sections': titled(
    'Data - Charts',
    `<div><h1>Data</h1>${paragraphs}<h2>DataSet</h2>${paragraphs}<h2>Data and views</h2>${paragraphs}</div>`,
  ),
  '/numbered-heading': titled('Of foxes - Hound', `<div><h2>1. Of foxes</h2>${paragraphs}</div>`),
};

describe('the content of pages without a marked article', () => {
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
  const markdownOf = async (path: string): Promise<string> => {
    const { body, message } = await stage.render(site.url(path), { endpoint: 'content' });
    assert.equal(message, '');
    return JSON.parse(body.toString()).markdown;
  };

  it('is the whole of a page whose largest block is cards', async () => {
    for (const path of ['/cards', '/unnamed-cards'])
      assert.match(await markdownOf(path), /Hero words.*Feature 0.*Feature 5.*npm create.*Free/s, path);
  });

  it('is without navigation where the largest block is steps, sections with links, or prose above cards', async () => {
    for (const path of ['/steps', '/products', '/reference', '/prose-and-cards']) {
      const markdown = await markdownOf(path);
      assert.match(markdown, /Step 5|Part 5/, path);
      assert.doesNotMatch(markdown, /Home|Imprint/, path);
    }
  });

  it('has the first heading also where headings of sections begin with its words', async () => {
    assert.match(await markdownOf('/named-in-sections'), /^# Data\n\nPart 0: /);
    assert.match(await markdownOf('/numbered-heading'), /^#+ 1\\?\. Of foxes\n/);
  });
});
