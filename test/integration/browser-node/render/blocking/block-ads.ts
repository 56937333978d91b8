import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { usualFilterLists } from '@tintype/browser-node';
import { FilterLists } from '@tintype/browser-node/testing';
import { html, type PageHandler, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { decodePng } from '../../../../kit/pages/picture.js';
import { startRenderStage } from '../../../../kit/render/render-stage.js';

const red = '#ff0000';
const green = '#00ff00';
const white = '#ffffff';

/** Forms that EasyList has too. */
const rules = `||ads.test^
/ad-banner.
||tags.test^$script,redirect=noop.js
##.ad-banner
##.ad-list
##.ad-content
##.ad-box
##.ad-item
##.ad-slot
##[data-ad-slot]
##.ad-form
shop.test##.promo`;

const svg = (colour: string): PageHandler => {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="${colour}"/></svg>`;
  return (_request, response) => response.setHeader('content-type', 'image/svg+xml').end(picture);
};

const box = (colour: string, more = '') => `<div style="width:300px;height:50px;background:${colour}" ${more}></div>`;
const words = 'The quick brown fox jumps over the lazy dog and runs home again. '.repeat(3);

/** A place whose script is blocked keeps its label. */
const slot = `<div class="ad-slot" style="height:90px;text-indent:99px;background:red"><script>'Not the label'</script>Advertisement<div id="div-gpt-ad-1"></div></div>`;

/** `PORT` stands for the port of all sites. */
const pages: Record<string, string> = {
  '/picture': `<img src="http://ads.test:PORT/red" style="display:block">${box(green)}`,
  '/frame': `<iframe src="http://ads.test:PORT/red" width="300" height="250" style="display:block;border:0"></iframe>${box(green)}`,
  // Names of fields become properties of their form.
  '/element': `<form class="ad-banner" id="top"><input type="hidden" name="id"><input type="hidden" name="style"><a href="http://ads.test/"><img src="/red"></a></form><div class="ad-banner"><a href="http://ads.test/"><img src="/red"></a></div><ins data-ad-slot="1" style="display:block;height:90px;background:red"></ins>${box(green)}`,
  '/held': `<div class="ad-container" style="min-height:90px;background:red"><div id="ad-wrap">${slot}</div></div>${box(green)}`,
  // The place has another's content, or another's name.
  '/held-own': `<div class="ad-container">${slot}<p>An own word</p></div><div class="ad-container" id="switch">${slot}<button>Own</button></div>
     <div class="column" style="min-height:90px">${slot}</div>`,
  '/labelled': slot.repeat(3) + box(green),
  '/usual': `<script src="http://pagead2.googlesyndication.com:PORT/pagead/js/adsbygoogle.js"></script>${slot}
    <ins class="adsbygoogle" data-ad-client="ca-pub-1" style="display:block;height:90px;background:red"></ins>${box(green)}`,
  '/promo': `<div class="promo"><h2>Much <a href="/own">own</a></h2><p>${words}</p></div>${box(green)}`,
  '/nested': `<iframe src="http://other.test:PORT/element" style="border:0;width:100vw;height:100vh"></iframe>`,
  '/late': `<script>addEventListener('scroll',()=>{if(!window.late)window.late=document.body.insertAdjacentHTML('afterbegin',
     '<div class=ad-banner style="height:90px;background:red">Buy now</div>')||1})</script>${box(green)}<div style="height:3000px"></div>`,
  '/dropped': `<script>addEventListener('scroll',()=>{document.adoptedStyleSheets=[new CSSStyleSheet()]},{once:true})</script>
     <div class="promo" style="height:90px;background:red"></div>${box(green)}<div style="height:3000px"></div>`,
  '/tag': `<script src="http://tags.test:PORT/tag.js"></script><script>document.body.style.background='${green}'</script>`,
  '/own': `<div class="ad-content"><article><h1>Adders</h1><p>${words}</p></article><div class="ad-banner"><img src="http://ads.test:PORT/red"></div><a href="http://[x">no address</a></div>
     <ul class="ad-list"><li class="ad-item"><a href="/bike">Red bike</a> 120</li><li class="ad-item">Blue bike</li></ul>
     <div class="ad-slot" id="slot">Blue bike</div><div class="ad-slot">Old table</div><div class="ad-slot">120 €</div>
     <div class="ad-box"><img src="/ad-banner.svg" id="photo" style="display:block"></div>
     <form class="ad-form"><input value="admin"></form>
     <link rel="stylesheet" href="/ad-banner.css">`,
};

export const blockAdCases = (): void => {
  describe('blockAds', () => {
    const log = { info: () => undefined, warn: () => undefined };
    let site: PageServer;
    let folder: string;
    let filters: FilterLists;
    let inUse: FilterLists;
    let stage: Awaited<ReturnType<typeof startRenderStage>>;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tintype-lists-'));
      await writeFile(join(folder, 'list.txt'), rules);
      filters = new FilterLists({ paths: [folder], log });
      inUse = filters;
      const served: Record<string, PageHandler> = {
        '/red': svg(red),
        '/ad-banner.svg': svg(green),
        '/ad-banner.css': (_request, response) =>
          response.setHeader('content-type', 'text/css').end(`body{background:${white}}`),
        '/pagead/js/adsbygoogle.js': (_request, response) =>
          response.setHeader('content-type', 'text/javascript').end(`document.write('<p>filled</p>')`),
        '/tag.js': (_request, response) => response.setHeader('content-type', 'text/javascript').end('stop('),
      };
      for (const [path, body] of Object.entries(pages))
        served[path] = (request, response) => html(body.replaceAll('PORT', String(site.port)))(request, response);
      site = await startPages(served);
      stage = await startRenderStage({ port: site.port, filters: { engine: () => inUse.engine() } });
      const names = ['shop.test', 'news.test', 'other.test', 'ads.test', 'tags.test', 'pagead2.googlesyndication.com'];
      for (const name of names) stage.egress.dns.set(name, { a: ['127.0.0.1'] });
    });
    after(async () => {
      await stage?.close();
      await site?.close();
      filters?.close();
      await rm(folder, { recursive: true });
    });

    /** The colour of the window's corner. */
    const corner = async (path: string, pairs: Record<string, string>, host = 'news.test') => {
      const { body, message } = await stage.render(`http://${host}:${site.port}${path}`, { pairs });
      assert.equal(message, '');
      return decodePng(body).at(5, 5);
    };
    const blockAds = 'true';

    for (const path of ['/picture', '/frame', '/element', '/nested', '/labelled', '/held']) {
      it(`${path}: shows the advertisement without it, and with it not even its place`, async () => {
        assert.equal(await corner(path, {}), red);
        assert.equal(await corner(path, { blockAds }), green);
      });
    }

    it('applies rules for one site there only', async () => {
      assert.deepEqual(
        [await corner('/promo', { blockAds }), await corner('/promo', { blockAds }, 'shop.test')],
        [white, green],
      );
    });

    it('hides what scrolling brings into a full page', async () => {
      assert.equal(await corner('/late', { full: 'true' }), red);
      assert.equal(await corner('/late', { full: 'true', blockAds }), green);
    });

    it('hides again after the page has dropped its sheets', async () => {
      assert.equal(await corner('/dropped', { full: 'true', blockAds }, 'shop.test'), green);
    });

    it('sends no request for it, and lets scripts that wait for one go on', async () => {
      assert.equal(await corner('/tag', { blockAds }), green);
      assert.equal(site.hits('/tag.js'), 0);
    });

    it("leaves a site's own things with such names", async () => {
      const url = `http://news.test:${site.port}/own`;
      for (const selector of ['.ad-content h1', '.ad-content p', '.ad-item', '#slot', '.ad-form input'])
        assert.equal((await stage.render(url, { pairs: { blockAds, selector } })).code, 'whole', selector);
      const { body: picture } = await stage.render(url, { pairs: { blockAds, selectorId: 'photo' } });
      assert.equal(decodePng(picture).at(200, 100), green);
      assert.equal(
        (await stage.render(url, { pairs: { blockAds, selector: '.ad-banner' } })).code,
        'selector_not_found',
      );
      const held = `http://news.test:${site.port}/held-own`;
      for (const selector of ['.ad-container p', '#switch button', '.column'])
        assert.equal((await stage.render(held, { pairs: { blockAds, selector } })).code, 'whole', selector);
    });

    it('hides with the lists of Debian', { skip: !existsSync(usualFilterLists) && 'no lists of Debian' }, async () => {
      const path = '/usual';
      assert.equal(await corner(path, {}), white);
      inUse = new FilterLists({ paths: [usualFilterLists], log });
      try {
        assert.equal(await corner(path, { blockAds }), green);
        assert.equal(site.hits('/pagead/js/adsbygoogle.js'), 1);
      } finally {
        inUse.close();
        inUse = filters;
      }
    });

    it('warns if there are no lists', async () => {
      const bare = await startRenderStage({ port: site.port });
      try {
        const { warnings } = await bare.render(site.url('/own'), { pairs: { blockAds } });
        assert.deepEqual(warnings, [
          'Advertisements were not blocked: this service has no filter lists (TINTYPE_FILTER_LISTS).',
        ]);
      } finally {
        await bare.close();
      }
    });
  });
};
