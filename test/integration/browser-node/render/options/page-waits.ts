import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { pairsOfJson } from '@tintype/contracts';
import { html, type PageHandler, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { decodePng } from '../../../../kit/pages/picture.js';
import { type RenderOptions, startRenderStage } from '../../../../kit/render/render-stage.js';

const red = '#ff0000';
const green = '#00ff00';
const white = '#ffffff';

const paint = (colour: string) => `document.body.style.background='${colour}'`;
const after300 = (script: string) => `setTimeout(() => { ${script} }, 300)`;
const never = () => undefined;
const stream: PageHandler = (_, response) => {
  response.setHeader('content-type', 'text/plain').write('x');
  const timer = setInterval(() => response.write('x'), 50);
  response.on('close', () => clearInterval(timer));
};

/** Pages that never rest, each in its own way. */
const restless: Record<string, string> = {
  'a long poll': 'const poll = () => fetch("/never").then(poll); poll()',
  'a stream': 'fetch("/stream").then(async ({ body }) => { for await (const each of body) self.last = each })',
  'an event source': 'new EventSource("/events")',
  'a beacon': 'navigator.sendBeacon("/never", "x")',
  'a poll by POST': `setInterval(() => fetch("/quick", { method: "POST", body: '{"last":7}' }), 200)`,
  'a poll every 200 ms': 'setInterval(() => fetch("/quick?" + Math.random()), 200)',
};

const parts = 4;
const square = `width:100px;height:100px;background:${green}`;

/** Parts that an observer shows 400 ms after a person has reached them, by another class. */
const shownByClass = (before: string, hiding: string, after: string, attribute = '') =>
  html(`<style>.${before}{${hiding}} .in{opacity:1;animation:up 1s .1s both} @keyframes up{from{opacity:0}}</style>
    ${`<div style="height:900px"><p class="${before}" ${attribute} style="margin:0;${square}"></p></div>`.repeat(parts)}<script>
    const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) {
      observer.unobserve(target); setTimeout(() => { target.className = '${after}' }, 400) } });
    for (const part of document.querySelectorAll('p')) observer.observe(part)</script>`);

/** An application that puts as many parts into its list as it takes out. Their pictures load once scrolling rests. */
const swapped = html(`${`<div style="height:900px"><img style="${square}"></div>`.repeat(parts)}<script>
  const lower = [...document.querySelectorAll('div')].slice(2);
  let timer;
  let isSwapped = false;
  const load = () => { for (const image of document.querySelectorAll('[data-src]')) {
    const { top, bottom } = image.getBoundingClientRect();
    if (top < innerHeight && bottom > 0) { image.src = image.dataset.src; image.removeAttribute('data-src') } } };
  addEventListener('scroll', () => {
    if (!isSwapped && scrollY > 1000) {
      isSwapped = true;
      for (const part of lower) part.innerHTML = '<img data-src="/dot.svg" style="width:100px;height:100px">';
    }
    clearTimeout(timer);
    timer = setTimeout(load, 250);
  })</script>`);

const pages: Record<string, PageHandler> = {
  '/faded': shownByClass('js-fade', 'opacity:0', 'js-fade in'),
  '/invisible': shownByClass('elementor-invisible', 'visibility:hidden', 'animated in'),
  '/hinted': shownByClass('invisible', 'visibility:hidden', 'in', 'data-effect="up"'),
  '/swapped': swapped,
  '/endless': html(`<div id="feed"></div><script>
    let posts = 0;
    const add = () => { for (let i = 0; i < 10; i++)
      feed.insertAdjacentHTML('beforeend', '<div style="height:300px">Post ' + posts++ + '</div>') };
    add();
    addEventListener('scroll', () => {
      if (innerHeight + scrollY > document.body.scrollHeight - 600) setTimeout(add, 100) })</script>`),
  '/finishes-late': html(`<div style="height:3000px"></div><script>
    const isAtEnd = () => innerHeight + scrollY > document.body.scrollHeight - 100;
    let isAsked = false;
    addEventListener('scroll', () => {
      if (isAsked || !isAtEnd()) return;
      isAsked = true;
      fetch('/slow').then(() => document.body.insertAdjacentHTML('beforeend', '<div style="height:900px;background:${green}"></div>')) })</script>`),
  '/hung': html(`<script>addEventListener('load', () => {
    document.body.append(Object.assign(new Image(), { src: '/never?secret' })) })</script>`),
  '/never': never,
  '/stream': stream,
  '/events': (_, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n'),
  '/quick': (_, response) => response.end('x'),
  '/slow': (_, response) => void setTimeout(() => response.end('x'), 300),
  '/in-steps': html(
    `<script>addEventListener('load', () => ${after300(
      `fetch('/quick').then(() => ${after300(`fetch('/quick?2').then(() => ${after300(paint(green))})`)})`,
    )})</script>`,
  ),
  '/slow-picture': html(
    `<script>addEventListener('DOMContentLoaded', () => { ${paint(green)} })</script><img src="/never">`,
  ),
  '/late-picture': html(
    `<script>addEventListener('load', () => { document.images[0].src = '/part.svg' })</script><img>`,
  ),
  '/part.svg': (_, response) =>
    void response.writeHead(200, { 'content-type': 'image/svg+xml' }).write('<svg xmlns="http://www.w3.org/2000/svg">'),
  '/slow-page': (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).write('<body style="background:red">'),
  '/text': html(`<p style="text-transform:uppercase">all <span></span> done</p><b hidden>secret words</b>
    <script>${after300(`document.querySelector('span').textContent = ' is ';${paint(green)}`)}</script>`),
  '/parts': html(`<link rel="stylesheet" href="/red.css"><img src="/dot.svg?ad" style="width:50px;height:50px">
    <script src="/paint.js"></script>`),
  '/red.css': (_, response) => response.setHeader('content-type', 'text/css').end(`body{background:${red}}`),
  '/paint.js': (_, response) => response.setHeader('content-type', 'text/javascript').end('document.title="run"'),
  '/dot.svg': (_, response) =>
    response
      .setHeader('content-type', 'image/svg+xml')
      .end(`<svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" fill="${green}"/></svg>`),
  '/fine': html('<p class="here">fine</p><img src="/dot.svg"><script>console.log("words")</script>'),
  '/logs': html('<script>console.error("no", { a: 1 }, new Error("x"))</script>'),
  '/throws': html('<script>setTimeout(() => { throw new TypeError("odd") })</script>'),
  '/lacks': html('<img src="/none.png?token=abc">'),
  '/refused': html('<img src="http://127.0.0.1:1/x.png">'),
};
for (const [index, script] of Object.values(restless).entries())
  pages[`/restless-${index}`] = html(`<script>addEventListener('load', () => { ${script} })</script>`);

export const pageWaitCases = (): void => {
  describe('waits, blocked requests and failures of a page', () => {
    let site: PageServer;
    let stage: Awaited<ReturnType<typeof startRenderStage>>;
    before(async () => {
      site = await startPages(pages);
      stage = await startRenderStage({ port: site.port, slots: 5 });
    });
    after(async () => {
      await stage?.close();
      await site?.close();
    });

    const render = (path: string, json: Record<string, unknown> = {}, options: RenderOptions = {}) =>
      stage.render(site.url(path), { ...options, pairs: pairsOfJson(json) });
    const picture = async (path: string, json: Record<string, unknown> = {}) => {
      const began = performance.now();
      const { body, message, warnings } = await render(path, json);
      assert.equal(message, '');
      return { colour: decodePng(body).at(700, 450), warnings, tookMs: performance.now() - began };
    };

    it('networkidle waits for requests that follow each other', async () => {
      assert.equal((await picture('/in-steps')).colour, white);
      const { colour, warnings } = await picture('/in-steps', { waitUntil: 'networkidle' });
      assert.deepEqual([colour, warnings], [green, []]);
    });

    it(`networkidle ends beside ${Object.keys(restless).join(', ')}`, async () => {
      const ends = await Promise.all(
        Object.keys(restless).map((_, index) => picture(`/restless-${index}`, { waitUntil: 'networkidle' })),
      );
      for (const [index, name] of Object.keys(restless).entries())
        assert.deepEqual([name, ends[index]?.warnings], [name, []]);
      const tookMs = Math.max(...ends.map((end) => end.tookMs));
      assert.ok(tookMs < 15_000, `${tookMs} ms`);
    });

    it('domcontentloaded waits for no picture', async () => {
      const { colour, warnings, tookMs } = await picture('/slow-picture', { waitUntil: 'domcontentloaded' });
      assert.deepEqual([colour, warnings], [green, []]);
      assert.ok(tookMs < 5000, `${tookMs} ms`);
    });

    for (const path of ['/faded', '/invisible', '/hinted', '/swapped'])
      it(`full waits for parts that show when they are reached: ${path}`, async () => {
        const { body, message, warnings } = await render(path, { full: true, vw: 400 });
        assert.equal(message, '');
        const { at } = decodePng(body);
        const colours = Array.from({ length: parts }, (_, part) => at(50, part * 900 + 50));
        assert.deepEqual([colours, warnings], [colours.map(() => green), []]);
      });

    it('full warns where the picture of an endless list ends', async () => {
      const { body, warnings } = await render('/endless', { full: true, vw: 400 });
      const { height } = decodePng(body);
      assert.deepEqual(warnings, [
        `The page loaded more when its end was reached, and may still have more: the picture ends at ${height} px. For a certain part, use \`height\` without \`full\`.`,
      ]);
    });

    it('full does not warn where the page only finishes when its end is reached', async () => {
      const { body, warnings } = await render('/finishes-late', { full: true, vw: 400 });
      const { height, at } = decodePng(body);
      assert.deepEqual([warnings, at(200, height - 20)], [[], green]);
    });

    it('warns of a picture whose server does not answer, by its host only', async () => {
      const { warnings } = await picture('/hung');
      assert.deepEqual(warnings, ['Pictures or fonts of 127.0.0.1 did not arrive: the result may lack them.']);
      const { warnings: ofText } = await render('/hung', {}, { endpoint: 'content' });
      assert.deepEqual(ofText, []);
    });

    it('is kept for a short time only if the request had no time for its pictures', async () => {
      const { warnings, isShortLived } = await render('/late-picture', {}, { milliseconds: 5000 });
      assert.match(warnings.join(), /^Images or fonts did not load/);
      assert.equal(isShortLived, true);
      // A page whose picture never comes would be charged every 5 minutes.
      for (const options of [{ timeout: 1 }, {}]) {
        const cut = await render('/late-picture', options);
        assert.deepEqual([cut.warnings.length, cut.isShortLived], [1, false]);
      }
    });

    it('waitForText waits for text as it is seen', async () => {
      const found = await picture('/text', { waitForText: 'ALL IS DONE' });
      assert.deepEqual([found.colour, found.warnings], [green, []]);
      const { warnings } = await picture('/text', { waitForText: 'secret words', timeout: 1 });
      assert.match(
        warnings.join(),
        /^The text of `waitForText` did not appear within the `timeout` of 1 s\.,The `timeout` of 1 s ended/,
      );
    });

    it('timeout takes what is there, for pictures and text', async () => {
      const { colour, warnings, tookMs } = await picture('/slow-page', {
        timeout: 1.5,
        delay: 5,
        waitFor: 'i',
        full: true,
      });
      assert.equal(colour, red);
      assert.match(
        warnings.join(),
        /^No element matched i within the `timeout` of 1.5 s\.,The `timeout` of 1.5 s ended the waits/,
      );
      assert.ok(tookMs > 1500 && tookMs < 4500, `${tookMs} ms`);
      const content = await render('/slow-picture', { timeout: 1 }, { endpoint: 'content' });
      assert.deepEqual([content.code, content.warnings.length], ['partial', 1]);
    });

    it('a click for which timeout leaves no time is no missing element', async () => {
      const json = { timeout: 1, js: 'await new Promise(() => 0)', click: '.here', failOn: 'selector' };
      const { message, warnings } = await render('/fine', json);
      assert.equal(message, '');
      assert.match(warnings.join(), /There was no time for the click on \.here.*The `timeout` of 1 s/);
    });

    it('timeout of a page that does not answer is an error; a fast page has no warning', async () => {
      const { code, message } = await render('/never', { timeout: 1 });
      assert.deepEqual(
        [code, message],
        ['timeout', 'The page did not answer within the `timeout` of 1 s. Raise `timeout`.'],
      );
      assert.deepEqual((await picture('/fine', { timeout: 10 })).warnings, []);
    });

    it('block leaves out types and patterns, never the page itself', async () => {
      assert.equal((await picture('/parts')).colour, red);
      const hits = () => ['/red.css', '/dot.svg', '/paint.js'].map((path) => site.hits(path));
      const before = hits();
      assert.equal((await picture('/parts', { block: 'stylesheet,document,*?AD' })).colour, white);
      assert.deepEqual(hits(), [before[0], before[1], (before[2] ?? 0) + 1]);
      assert.equal((await picture('/parts', { block: ['*'] })).colour, white);
      assert.deepEqual(hits(), [before[0], before[1], (before[2] ?? 0) + 1]);
    });

    const all = 'status,console,request,selector';
    for (const [path, json, sentence] of [
      ['/none', {}, /^The page answered with the status 404\.$/],
      ['/logs', {}, /^The page wrote an error to its console: no Object Error: x/],
      ['/throws', { delay: 0.2 }, /^A script of the page failed: TypeError: odd/],
      [
        '/lacks',
        {},
        /^A request of the page failed: http:\/\/127\.0\.0\.1:\d+\/none\.png answered with the status 404\.$/,
      ],
      ['/refused', {}, /^A request of the page failed: http:\/\/127\.0\.0\.1:1\/x\.png got no answer\.$/],
      ['/fine', { hide: '.none' }, /^No element matched \.none of `hide`\.$/],
      ['/fine', { waitFor: 'i', timeout: 3 }, /^No element matched i within the `timeout` of 3 s/],
    ] as const) {
      it(`failOn fails ${path} ${JSON.stringify(json)}`, async () => {
        const { code, message } = await render(path, { ...json, failOn: all });
        assert.equal(code, 'page_failed');
        assert.match(message, sentence);
        assert.notEqual((await render(path, json)).body.length, 0);
      });
    }

    it('failOn fails nothing else', async () => {
      const fine = { failOn: all, hide: '.here', block: '*.svg' };
      assert.deepEqual((await picture('/fine', fine)).warnings, []);
      assert.equal((await render('/none', { failOn: 'console' })).code, 'whole');
      assert.equal((await render('/logs', { failOn: ['status', 'request'] })).code, 'whole');
    });
  });
};
