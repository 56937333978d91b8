import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { it } from 'node:test';
import { html } from '../../../../kit/pages/pages.js';
import { readPdf } from '../../../../kit/render/pdf.js';
import { announcementOf } from '../../../../kit/render/render-job.js';
import { type SharedService, servePages } from '../../../../kit/render/served-pages.js';

/** PDF operators that fill with these colours. */
const red = '1 0 0 rg';
const green = '0 1 0 rg';
const blue = '0 0 1 rg';

/** The last one is a row of MathML. */
const rowColours = ['#f00', '#0f0', '#00f', '#ff0', '#0ff', '#f0f'];
const rowFills = [red, green, blue, '1 1 0 rg', '0 1 1 rg', '1 0 1 rg'];
/** Each row is hidden again when it leaves the window. */
const toggled = (css: string) =>
  html(
    `${rowColours.map((colour, at) => `<${at < 5 ? 'p' : 'math'} class="row" style="background:${colour}"></${at < 5 ? 'p' : 'math'}>`).join('')}<script>
      const rows=new IntersectionObserver((entries)=>{
        for(const {target,isIntersecting} of entries)target.classList.toggle('shown',isIntersecting)});
      for(const row of document.querySelectorAll('.row'))rows.observe(row)</script>`,
    `<style>.row{display:block;height:500px;opacity:0;transition:opacity .4s}.shown{opacity:1}${css}</style>`,
  );

const box = (colour: string, height: string) => `<div style="height:${height};background:${colour}"></div>`;
const virtual = (rows: number) =>
  `<form style="height:600px;overflow-y:auto"><input type="hidden" name="style"><div style="height:${rows * 40}px">${'<p style="height:40px;margin:0">Row</p>'.repeat(20)}</div></form>`;
/** Needs two sheets. */
const twoSheets = '<p>1<p style="break-before:page">2';

const password = Buffer.from('me:open sesame').toString('base64url');

const picture = (_: unknown, response: ServerResponse) => {
  // 1×1 pixel: a PDF draws vectors without images.
  const gif = 'R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';
  response.setHeader('content-type', 'image/gif').end(Buffer.from(gif, 'base64'));
};

const pages = {
  '/plain': html(box('red', '100px')),
  '/inch10': html(box('red', '960px')),
  '/inch20': html(box('red', '1919px')),
  '/styles': html(box('red', '10px'), '<style>@media print{div{background:#0f0!important}} @page{size:A5}</style>'),
  '/own-margins': html(box('red', '960px'), '<style>@page{margin:1in}</style>'),
  '/lazy': html(
    `${box('red', '5000px')}<img loading="lazy" src="/1.gif"><img id="seen">
     <script>new IntersectionObserver((entries)=>{if(entries.some((entry)=>entry.isIntersecting)) seen.src='/2.gif'}).observe(seen)</script>`,
  ),
  '/toggled': toggled(''),
  '/toggled-for-print': toggled(
    `.row{visibility:hidden}.shown{visibility:visible}
     @media print{body *{visibility:hidden!important}p:nth-of-type(2){visibility:visible!important}}`,
  ),
  '/app': html(
    `<nav>${'<p>Aside</p>'.repeat(60)}</nav><div id="app"><header>Top</header><main>${box('red', '3000px')}<p id="end">The end</p></main></div>`,
    `<style>html,body{height:100%;overflow:hidden}#app{height:100%;display:flex;flex-direction:column}
     main{flex:1;min-height:0;overflow-y:auto}nav{position:fixed;top:0;bottom:0;left:0;overflow-y:auto;width:80px}</style>`,
  ),
  // Lists that draw only the rows in view.
  '/virtual': html(virtual(100_000)),
  '/virtual-short': html(virtual(400)),
  '/printed-picture': html(
    '<div class="bg"></div>',
    '<style>@media print{.bg{width:99px;height:99px;background:url(/print.gif)}}</style>',
  ),
  '/print.gif': picture,
  '/narrow': html(
    `${box('red', '1000px')}<picture><source media="(max-width: 1000px)" srcset="/narrow.gif"><img src="/wide.gif"></picture>`,
  ),
  '/narrow.gif': picture,
  '/wide.gif': picture,
  '/chart': html(
    `<canvas id="chart"></canvas><script>new ResizeObserver(()=>{chart.width=document.body.clientWidth;chart.height=50;
     document.title=chart.width;if(chart.width===960&&document.images.length===0)document.body.insertAdjacentHTML('beforeend','<img>${twoSheets}')}).observe(document.body)</script>`,
  ),
  '/huge': html(box('red', '30000000px')),
  '/huge-print': html('<div>seen</div>', '<style>@media print{div{height:30000000px}}</style>'),
  '/report': html('<p style="margin:0;height:1000px">Part</p>'.repeat(300)),
  '/1.gif': picture,
  '/2.gif': picture,
  '/dark-screen': html('', '<style>@media screen and (prefers-color-scheme:dark){body{background:#00f}}</style>'),
  '/dark': html('', '<style>body{background:#f00}@media (prefers-color-scheme:dark){body{background:#00f}}</style>'),
  '/later': html(`<script>setTimeout(()=>{document.body.innerHTML='<i id="done">done</i>${twoSheets}'},500)</script>`),
  '/size': html(`<script>if (screen.width===393||innerWidth===393) document.write('${twoSheets}')</script>`),
  '/agent': html(`<script>if (navigator.userAgent==='me') document.write('${twoSheets}')</script>`),
  '/guarded': (request: IncomingMessage, response: ServerResponse) => {
    const expected = `Basic ${Buffer.from('me:open sesame').toString('base64')}`;
    if (request.headers.authorization === expected) return html(twoSheets)(request, response);
    response.writeHead(401, { 'www-authenticate': 'Basic realm="x"', 'content-type': 'text/html' }).end('no');
  },
  '/noise': html(
    `<img id="picture"><script>
      const canvas=Object.assign(document.createElement('canvas'),{width:1200,height:1200}), context=canvas.getContext('2d');
      const image=context.createImageData(1200,1200), row=1200*4;
      for(let y=0;y<1200;y++) crypto.getRandomValues(image.data.subarray(y*row,y*row+row));
      context.putImageData(image,0,0);picture.src=canvas.toDataURL()</script>`,
  ),
  '/endless': html('<script>addEventListener("beforeprint",()=>{for(;;);})</script>'),
  '/leaving': html('<script>addEventListener("beforeprint",()=>{location.href="/plain"})</script>'),
} as const;

export const pdfCases = (serviceOf: () => SharedService): void => {
  const served = servePages(pages, 'pdf', serviceOf);
  const { get } = served;

  const pdf = async (path: string, options: Record<string, string> = {}) => {
    const answer = await get(path, options);
    assert.equal(answer.status, 200, answer.status === 200 ? '' : answer.body.toString());
    return { ...readPdf(answer.body), headers: answer.headers };
  };

  const ten = { width: '10in', height: '10in' };

  it('is one sheet of A4 by default, a file with a name', async () => {
    const { pages: sheets, headers } = await pdf('/plain');
    assert.deepEqual(sheets, [[596, 842]]);
    assert.equal(headers.get('content-type'), 'application/pdf');
    assert.equal(headers.get('content-disposition'), 'inline; filename="127.0.0.1-plain.pdf"');
    assert.equal(headers.get('x-target-status'), '200');
    assert.match(headers.get('server-timing') ?? '', /capture;dur=/);
    const named = await pdf('/plain', { fileName: 'report' });
    assert.equal(named.headers.get('content-disposition'), 'inline; filename="report.pdf"');
  });

  const papers: [options: Record<string, string>, width: number, height: number][] = [
    [{ format: 'Letter' }, 612, 792],
    [{ format: 'Ledger' }, 1224, 792],
    [{ format: 'Ledger', landscape: 'true' }, 792, 1224],
    [{ format: 'a5', landscape: 'true' }, 596, 420],
    [{ width: '10cm', height: '360pt' }, 284, 360],
    [{ width: '96px', height: '25.4mm', landscape: 'true' }, 72, 72],
    [{ width: '1in', height: '2in', landscape: 'true', format: 'A3' }, 144, 72],
  ];
  for (const [options, width, height] of papers) {
    it(`is ${width} × ${height} pt with ${JSON.stringify(options)}`, async () => {
      assert.deepEqual((await pdf('/plain', options)).pages[0], [width, height]);
    });
  }

  it('has only the margins of the request and of the page', async () => {
    const margins = { marginTop: '1pt', marginRight: '0', marginBottom: '0', marginLeft: '0' };
    assert.equal((await pdf('/inch10', ten)).pages.length, 1);
    assert.equal((await pdf('/inch10', { ...ten, ...margins })).pages.length, 2);
    assert.equal((await pdf('/own-margins', ten)).pages.length, 2);
  });

  it('refuses margins that leave no space', async () => {
    const margins = { marginTop: '5in', marginRight: '0', marginBottom: '5in', marginLeft: '0' };
    const answer = await get('/inch10', { ...ten, ...margins });
    assert.deepEqual([answer.status, answer.error().code], [400, 'invalid_option']);
  });

  it('has all of a long page without scripts, without scrolling through it', async () => {
    const { headers, pages: sheets } = await pdf('/report');
    assert.deepEqual([headers.get('x-warnings'), sheets.length > 250], [null, true]);
  });

  it('is scaled', async () => {
    assert.equal((await pdf('/inch20', ten)).pages.length, 2);
    assert.equal((await pdf('/inch20', { ...ten, scale: '0.5' })).pages.length, 1);
  });

  it('has backgrounds on request and print styles always, on the paper of the request', async () => {
    const { drawn, pages: sheets } = await pdf('/styles', { printBackground: 'true' });
    assert.deepEqual([drawn.includes(green), drawn.includes(red), sheets], [true, false, [[596, 842]]]);
    assert.equal((await pdf('/styles')).drawn.includes(green), false);
  });

  it('has the whole document with lazy content', async () => {
    const { images, pages: sheets } = await pdf('/lazy', ten);
    assert.deepEqual([images, sheets.length], [2, 6]);
  });

  it('has all of a page whose boxes scroll inside the window', async () => {
    const { pages: sheets } = await pdf('/app', ten);
    assert.ok(sheets.length >= 4, `${sheets.length} sheets`);
  });

  for (const path of ['/virtual', '/virtual-short']) {
    it(`has of the list ${path} what its window shows, with a warning`, async () => {
      const { pages: sheets, headers } = await pdf(path, ten);
      assert.equal(sheets.length, 1);
      assert.match(headers.get('x-warnings') ?? '', /not printed in full/);
    });
  }

  it('has the pictures of print styles', async () => {
    const { images } = await pdf('/printed-picture', { ...ten, printBackground: 'true' });
    assert.deepEqual([images > 0, served.site.hits('/print.gif')], [true, 1]);
  });

  it('has the pictures for the width of the paper, also on a page without scripts', async () => {
    const { images } = await pdf('/narrow');
    assert.deepEqual([images > 0, served.site.hits('/narrow.gif')], [true, 1]);
  });

  it('lets scripts draw for the width of the paper', async () => {
    assert.equal((await pdf('/chart', ten)).pages.length, 2);
  });

  it('refuses a page of 30 million pixels at once, on screen or on paper', async () => {
    const start = Date.now();
    for (const path of ['/huge', '/huge-print']) {
      const answer = await get(path);
      assert.deepEqual([answer.status, answer.error().code], [422, 'result_too_large'], path);
    }
    assert.ok(Date.now() - start < 10_000, `${Date.now() - start} ms`);
  });

  it('is dark if the page has dark styles, else has a warning', async () => {
    const dark = await pdf('/dark', { darkMode: 'true', printBackground: 'true' });
    assert.deepEqual([dark.drawn.includes(blue), dark.headers.get('x-warnings')], [true, null]);
    assert.ok((await pdf('/dark', { printBackground: 'true' })).drawn.includes(red));
    assert.match((await pdf('/plain', { darkMode: 'true' })).headers.get('x-warnings') ?? '', /no dark styles/);
    const screen = { darkMode: 'true', printBackground: 'true' };
    assert.match(
      (await pdf('/dark-screen', screen)).headers.get('x-warnings') ?? '',
      /dark styles of the page are not/,
    );
    const shown = await pdf('/dark-screen', { ...screen, media: 'screen' });
    assert.deepEqual([shown.drawn.includes(blue), shown.headers.get('x-warnings')], [true, null]);
  });

  const shared: [path: string, options: Record<string, string>][] = [
    ['/later', { delay: '1.5' }],
    ['/later', { waitFor: '#done' }],
    ['/later', { waitForId: 'done' }],
    ['/size', { vw: '393' }],
    ['/size', { emulateDevice: 'iphone_15_pro' }],
    ['/agent', { userAgent: Buffer.from('me').toString('base64url') }],
    ['/guarded', { httpAuth: password }],
  ];
  for (const [path, options] of shared) {
    it(`heeds ${Object.keys(options)}`, async () => {
      assert.equal((await pdf(path)).pages.length, 1);
      assert.equal((await pdf(path, options)).pages.length, 2);
    });
  }

  // The images' tests have a result that is larger than a message.
  it('is refused above the limit', async () => {
    const pairs = { url: served.site.url('/noise') };
    const limited = await announcementOf(served.service, { endpoint: 'pdf', pairs, resultBytes: 2_000_000 });
    assert.equal(limited.ok ? 'ok' : limited.code, 'result_too_large');
    assert.match(limited.ok ? '' : (limited.message ?? ''), /more than 1 MiB. Try `tagged=false`/);
  });

  it('has what is shown only while a window shows it, unless print styles hide it', async () => {
    const fillsOf = async (path: string) => {
      const { drawn } = await pdf(path, { printBackground: 'true' });
      return rowFills.filter((fill) => drawn.includes(fill));
    };
    assert.deepEqual(await fillsOf('/toggled'), rowFills);
    assert.deepEqual(await fillsOf('/toggled-for-print'), [green]);
  });

  it('ends at its deadline if the page blocks printing', async () => {
    const result = await announcementOf(served.service, {
      endpoint: 'pdf',
      pairs: { url: served.site.url('/endless') },
      milliseconds: 1500,
    });
    assert.equal(result.ok ? 'ok' : result.code, 'timeout');
    assert.match(result.ok ? '' : (result.message ?? ''), /^The print alone had taken 1 s/);
    assert.equal((await get('/plain', { timestamp: 'after' })).status, 200);
  });

  it('succeeds if the page navigates during the print', async () => {
    assert.equal((await pdf('/leaving')).pages.length, 1);
  });
};
