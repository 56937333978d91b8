import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { pairsOfJson } from '@tintype/contracts';
import { html, type PageHandler, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { decodePng } from '../../../../kit/pages/picture.js';
import { readPdf } from '../../../../kit/render/pdf.js';
import { readDocument } from '../../../../kit/render/pdf-document.js';
import { type RenderOptions, startRenderStage } from '../../../../kit/render/render-stage.js';

const red = '#ff0000';
const green = '#00ff00';
const blue = '#0000ff';
const white = '#ffffff';

const box = (style: string, more = '') => `<div style="width:100px;height:100px;${style}" ${more}></div>`;
const strict = `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'none'; style-src 'unsafe-inline'">`;

/** Green if the script's expression is true in the page, else blue. */
const greenIf = (expression: string) =>
  html(`<script>document.body.style.background = ${expression} ? '${green}' : '${blue}'</script>`);

const pages: Record<string, PageHandler> = {
  '/boxes': html(
    `${box(`background:${red}`, 'class="first"')}${box(`background:${blue}`, 'id="second"')}<p>Some words</p><form><input type="hidden" name="remove"></form>`,
    strict,
  ),
  '/stubborn': html(
    box('', 'id="a" class="b"'),
    `<style>#a.b{background:${red};visibility:visible!important;display:block!important}#a.b *{visibility:visible}</style>`,
  ),
  '/tabs': html(
    `<div style="position:fixed;inset:0 0 50% 0;z-index:9" id="cover"></div>
     <button id="tab" style="width:100px;height:50px;margin-top:20px">tab</button><div id="panel" style="width:100px;height:100px"></div>
     <div style="height:3000px"></div><button id="far">far</button>
     <script>
       tab.onclick = () => setTimeout(() => { panel.innerHTML = '<button id=inner style="width:100px;height:100px">x</button>' }, 300);
       panel.onclick = () => { panel.innerHTML = ''; panel.style.background = '${green}' };
       far.onpointerdown = (event) => { if (event.isTrusted) tab.style.background = '${red}' };
     </script>`,
  ),
  '/leads-on': html('<a id="on" href="/boxes">on</a>'),
  '/moves-on': html(`<script>setTimeout(() => location.replace('/boxes'), 50)</script>`),
  '/asks': html(
    `<div class="box" style="position:fixed;inset:auto 0 0 0;height:200px;background:#ccc">We use cookies and similar technologies.
     <button onclick="document.cookie='asked=1';location.reload()">Reject all</button><button>Accept all</button></div>
     ${box(`background:${red}`, 'class="first"')}<script>if (document.cookie.includes('asked')) document.querySelector('.box').remove()
     else document.body.append(Object.assign(new Image(), { src: '/never.png' }))</script>`,
  ),
  '/never.png': () => undefined,
  '/shop': html(
    `<h1>Shop</h1><p>loose</p>loose<main style="display:grid;grid-template-columns:300px 1fr;padding:200px">
     <nav>menu</nav><x-frame><article id="lamp" itemscope style="border-left:9px solid ${red}"><h2>Lamp</h2><p>Bright</p>
     <p style="display:none">hidden</p><time datetime="2024-05-01">May</time>
     <script type="application/ld+json">{"@type":"Product","name":"Lamp of ours"}</script></article><i>beside</i></x-frame>
     <article id="ghost" style="display:none">ghost</article></main>
     <script>customElements.define('x-frame', class extends HTMLElement { constructor() { super();
       this.attachShadow({ mode: 'open' }).innerHTML = 'shadow<b>around</b><section>text<slot></slot></section>' } });
       addEventListener('beforeprint', () => document.body.append(Object.assign(document.createElement('p'), { textContent: 'later' })))</script>`,
    '<title>Shop</title><meta name="author" content="Jane"><style>main{break-before:page}</style>',
  ),
  '/zone': greenIf(`new Date(0).getHours() === 9 && Intl.DateTimeFormat().resolvedOptions().timeZone === 'Asia/Tokyo'`),
  '/language': (request, response) =>
    greenIf(
      `navigator.language === 'pt-BR' && navigator.languages.join() === 'pt-BR,pt' && (1234.5).toLocaleString() === '1.234,5'
       && '${request.headers['accept-language']}' === 'pt-BR,pt;q=0.9' && !/"/.test(navigator.userAgent)`,
    )(request, response),
  '/agent': (request, response) =>
    greenIf(`navigator.userAgent === 'tester' && '${request.headers['user-agent']}' === 'tester'`)(request, response),
  '/han': html('<p style="font-size:200px;margin:0;line-height:1">直</p>'),
  '/han-ja': (_, response) =>
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(
        '<!doctype html><html lang="ja"><style>html,body{margin:0}</style><p style="font-size:200px;margin:0;line-height:1">直</p>',
      ),
  '/place': html(`<script>navigator.geolocation.getCurrentPosition(({ coords: { latitude, longitude, accuracy } }) => {
      if (latitude === 52.5 && longitude === 13.25 && accuracy === 7) document.body.style.background = '${green}' },
      () => { document.body.style.background = '${red}' })</script>`),
  '/media': html(
    '',
    `<style>body{background:${blue}}@media print{body{background:${green}}}
    @media (prefers-reduced-motion:reduce){body{background:${red}}}</style>`,
  ),
  '/scripted': html(`<noscript>${box(`background:${green}`)}</noscript>
    <script>document.write('${box(`background:${red}`).replaceAll("'", '"')}')</script><img loading="lazy" src="/none.png">`),
};

export const pageOptionCases = (): void => {
  describe('options about the page', () => {
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

    const render = (path: string, json: Record<string, unknown> = {}, options: RenderOptions = {}) =>
      stage.render(site.url(path), { ...options, pairs: pairsOfJson(json) });
    const picture = async (path: string, json: Record<string, unknown> = {}) => {
      const { body, message, warnings } = await render(path, json);
      assert.equal(message, '');
      return { ...decodePng(body), warnings };
    };
    const colour = async (path: string, json: Record<string, unknown> = {}, [x, y]: [number, number] = [50, 50]) =>
      (await picture(path, json)).at(x, y);

    it('css styles the page, past its policy', async () => {
      assert.equal(await colour('/boxes', { css: `.first { background: ${green} !important }` }), green);
    });

    it('js runs in the page, past its policy, and may wait', async () => {
      const js = `let first = document.querySelector('.first');
      await new Promise((resolve) => setTimeout(resolve, 50)); window.ours = 1; first.style.background = '${green}'`;
      const { at, warnings } = await picture('/boxes', { js });
      assert.deepEqual([at(50, 50), warnings], [green, []]);
    });

    it('an error of js is a warning with its message', async () => {
      const { at, warnings } = await picture('/boxes', { js: 'null.x' });
      assert.equal(at(50, 50), red);
      assert.match(warnings.join(), /^The script of `js` failed: TypeError: Cannot read properties of null/);
      const odd = await render('/boxes', { js: 'if (' }, { endpoint: 'metadata' });
      assert.match(odd.warnings.join(), /^The script of `js` failed: SyntaxError/);
      const thrown = await render('/boxes', { js: 'throw "x\\ny"' }, { endpoint: 'metadata' });
      assert.deepEqual(thrown.warnings, ['The script of `js` failed: x']);
    });

    it('js that computes without end is ended, and the picture is made with a warning', async () => {
      const { at, warnings } = await picture('/boxes', { js: `document.querySelector('.first').remove(); for (;;);` });
      assert.notEqual(at(50, 50), red);
      assert.match(warnings.join(), /Scripts of the page ran for 5 s/);
    });

    it('js may leave the page, and runs once', async () => {
      assert.equal(await colour('/leads-on', { js: `document.querySelector('a').click()`, css: 'p{}' }), red);
      assert.equal(await colour('/boxes', { js: `location.href = '/media'; await new Promise(() => 0)` }), blue);
    });

    it('hide keeps the place, remove: does not', async () => {
      const hidden = await picture('/boxes', { hide: '.first' });
      assert.deepEqual([hidden.at(50, 50), hidden.at(50, 150)], [white, blue]);
      const removed = await picture('/boxes', { hide: 'remove:.first,p,form' });
      assert.equal(removed.at(50, 50), blue);
      const content = await render('/boxes', { hide: ['remove:p,form'] }, { endpoint: 'content' });
      assert.doesNotMatch(content.body.toString(), /Some words/);
      const pdf = await render('/boxes', { hide: '.first', printBackground: true }, { endpoint: 'pdf' });
      assert.ok(readPdf(pdf.body).drawn.includes('0 0 1 rg') && !readPdf(pdf.body).drawn.includes('1 0 0 rg'));
    });

    it('hide wins over a page that insists, and holds on the page that follows', async () => {
      assert.equal(await colour('/stubborn', { hide: '.b' }), white);
      assert.equal(await colour('/stubborn', { hide: 'remove:.b' }), white);
      assert.equal(await colour('/moves-on', { hide: '.first', delay: 0.5 }), white);
    });

    it('css and hide hold on a page that a cookie choice loads again', async () => {
      const { at, warnings } = await picture('/asks', {
        css: `body{background:${green}}`,
        hide: '.first',
        blockCookieBanners: true,
        waitUntil: 'domcontentloaded',
      });
      assert.deepEqual([at(50, 50), at(700, 850), warnings], [green, green, []]);
    });

    it('a selector without a match is a warning, one that does not parse an error', async () => {
      const { warnings } = await picture('/boxes', { hide: '.first,.none' });
      assert.deepEqual(warnings, ['No element matched .none of `hide`.']);
      for (const json of [{ hide: 'p,a[1]' }, { click: 'a:nonsense' }]) {
        const { code, message } = await render('/boxes', json);
        assert.equal(code, 'invalid_option');
        assert.match(
          message,
          /^The selector `(a\[1\]|a:nonsense)` is not valid CSS\. Use one that `document\.querySelector` takes\.$/,
        );
      }
    });

    it('click clicks in order, waits for each, and finds what is covered', async () => {
      const { at, warnings } = await picture('/tabs', { click: '#tab,#inner' });
      assert.deepEqual([at(50, 120), warnings], [green, []]);
    });

    it('click is that of a person, and leaves the window where it was', async () => {
      assert.equal(await colour('/tabs', { click: '#far' }, [5, 30]), red);
    });

    it('a missing click is a warning; one on a link leads on', async () => {
      const { at, warnings } = await picture('/leads-on', { click: '#none,#on', hide: '.first' });
      assert.deepEqual(warnings, ['No visible element matched #none of `click` within 5 s.']);
      assert.deepEqual([at(50, 50), at(50, 150)], [white, blue]);
    });

    it('selector prints one element alone, at the corner of the paper', async () => {
      const { body, warnings } = await render('/shop', { selector: 'article' }, { endpoint: 'pdf' });
      assert.deepEqual(warnings, []);
      const { pages: sheets } = await readDocument(body);
      const [first] = sheets;
      assert.deepEqual([sheets.length, first?.lines.map(({ text }) => text)], [1, ['Lamp', 'Bright', 'May']]);
      const [{ top, left } = { top: 0, left: 0 }] = first?.lines ?? [];
      assert.ok(top < 50 && left < 12, `${top} ${left}`);
    });

    it('selector is the part that content and metadata read', async () => {
      const read = async (endpoint: 'content' | 'metadata', json: Record<string, unknown>) =>
        JSON.parse((await render('/shop', json, { endpoint })).body.toString());
      const { html: source, textContent, markdown } = await read('content', { selectorId: 'lamp' });
      assert.match(source, /^<article id="lamp".*<\/article>$/s);
      assert.equal(textContent, 'Lamp\n\nBright\n\nMay');
      assert.equal(markdown, '## Lamp\n\nBright\n\nMay');
      const outer = await read('content', { selector: 'x-frame' });
      assert.match(outer.html, /^<x-frame><template shadowrootmode="open">shadow.*<\/x-frame>$/s);
      assert.match(outer.textContent, /^shadow\s*around/);
      const { title, author, date } = (await read('metadata', { selector: '#lamp' })).metadata;
      assert.deepEqual([title, author, date], ['Lamp of ours', null, '2024-05-01T00:00:00.000Z']);
    });

    it('selector of no visible element is 422 for each output', async () => {
      for (const endpoint of ['image', 'pdf', 'content', 'metadata'] as const) {
        const { code, message } = await render('/shop', { selector: '#ghost', timeout: 2 }, { endpoint });
        assert.equal(code, 'selector_not_found');
        assert.match(message, /^No visible element matches `#ghost`\./);
      }
      const { code } = await render('/shop', { selector: 'a[' }, { endpoint: 'metadata' });
      assert.equal(code, 'invalid_option');
    });

    it('timezone is that of the page’s clock', async () => {
      assert.equal(await colour('/zone', { timezone: 'asia/tokyo' }), green);
      assert.equal(await colour('/zone'), blue);
    });

    it('locale is the language of header, scripts and numbers', async () => {
      assert.equal(await colour('/language', { locale: 'pt-BR' }), green);
      assert.equal(await colour('/language'), blue);
      assert.equal(await colour('/agent', { locale: 'fr', userAgent: 'tester' }), green);
    });

    it('locale chooses the fonts, unless the page does', async (context) => {
      const [japanese, ours, chinese, none] = await Promise.all([
        render('/han-ja'),
        render('/han', { locale: 'ja' }),
        render('/han', { locale: 'zh-CN' }),
        render('/han-ja', { locale: 'zh-CN' }),
      ]);
      if (japanese.body.equals(chinese.body)) return context.skip('this machine has no fonts of both languages');
      assert.ok(japanese.body.equals(ours.body) && japanese.body.equals(none.body));
    });

    it('geolocation answers, without a question', async () => {
      assert.equal(await colour('/place', { geolocation: '52.5,13.25,7', delay: 0.3 }), green);
      assert.equal(await colour('/place', { delay: 0.3 }), red);
    });

    it('media and reducedMotion choose the styles', async () => {
      assert.equal(await colour('/media'), blue);
      assert.equal(await colour('/media', { media: 'print' }), green);
      assert.equal(await colour('/media', { reducedMotion: true }), red);
      const drawn = async (json: Record<string, unknown>) => {
        const { body } = await render('/media', { printBackground: true, ...json }, { endpoint: 'pdf' });
        return readPdf(body).drawn;
      };
      assert.match(await drawn({}), /0 1 0 rg/);
      assert.match(await drawn({ media: 'screen' }), /0 0 1 rg/);
    });

    it('javascript=false runs no script, and the page is captured all the same', async () => {
      assert.equal(await colour('/scripted'), red);
      assert.equal(await colour('/scripted', { javascript: false }), green);
      const { timings } = await render('/scripted', { javascript: false, full: true });
      assert.ok((timings.wait ?? 0) < 5000);
      const clicked = await render('/leads-on', { javascript: false, click: '#on', hide: '.first' });
      assert.deepEqual([decodePng(clicked.body).at(50, 150), clicked.warnings], [blue, []]);
      assert.ok((clicked.timings.wait ?? 0) < 4000, `${clicked.timings.wait} ms`);
    });
  });
};
