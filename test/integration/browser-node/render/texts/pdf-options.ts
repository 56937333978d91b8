import assert from 'node:assert/strict';
import { it } from 'node:test';
import { html } from '../../../../kit/pages/pages.js';
import { readPdf } from '../../../../kit/render/pdf.js';
import { readDocument } from '../../../../kit/render/pdf-document.js';
import { type SharedService, servePages } from '../../../../kit/render/served-pages.js';

const encoded = (text: string) => Buffer.from(text).toString('base64url');

const chapter = (number: number) =>
  `<h1 style="margin:0">Chapter ${number}</h1><h2>Part of ${number}</h2><table><tr><th>Head<td>Cell</table><div style="break-after:page"></div>`;
/** 1×1 pixel. */
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

const ends = '<b>Left</b><b>Right</b>';
const wide = (pixels: number) =>
  `<div style="width:${pixels}px;display:flex;justify-content:space-between">${ends}</div>`;
const cells = Array.from({ length: 12 }, (_, index) => `<td style="white-space:nowrap">Column ${index}</td>`).join('');

const pages = {
  '/wide': html(wide(1700), '<style>body{margin:0}</style>'),
  '/wide-css': html(wide(900), '<style>@page{size:A5;margin:0}body{margin:0}</style>'),
  '/wide-rtl': html(wide(1700), '<style>html{direction:rtl}body{margin:0}</style>'),
  '/rtl': html('<p>Text</p>', '<style>html{direction:rtl}body{margin:0}</style>'),
  '/fixed': html(wide(1100), '<style>html,body{overflow-x:hidden;margin:0}</style>'),
  '/menu': html(
    `<p>Text</p><div style="position:absolute;top:0;left:100%;width:3000px">Menu</div>`,
    '<style>body{overflow-x:hidden}</style>',
  ),
  '/boxes': html(
    `<pre style="overflow:auto">${'word '.repeat(60)}Right</pre><div style="overflow-x:auto"><table><tr>${cells}</table></div>
     <div style="overflow-x:auto;scroll-snap-type:x mandatory">${wide(5000)}</div>`,
  ),
  '/box': html(`<div style="overflow-x:auto">${wide(3000)}</div>`),
  '/tight': html(`<table><tr><td>Small table</table>
    <div style="overflow-x:auto"><div style="width:calc(100% + 2px);height:1px"></div><table><tr><td>Small table</table></div>`),
  '/margins': html('<p>Text</p>', '<style>@page{margin:0} @page :first{margin-bottom:1mm}</style>'),
  '/book': html([1, 2, 3, 4, 5].map(chapter).join(''), '<style>body{margin:0}</style>'),
  '/hero': html(
    `<form class="hero"><input type="hidden" name="style">Top</form>${[1, 2, 3].map(chapter).join('')}<div style="height:2000px"></div><p>End</p>`,
    '<style>@page{margin:3cm} html,body{height:100%} body{margin:0} .hero{height:100vh}</style>',
  ),
  '/short': html('<p>Short</p>', '<style>html,body{height:100%}</style>'),
  '/tower': html('<div style="height:30000px">Tower</div>'),
  '/a5': html('<p>A5</p>', '<style>@page{size:A5 landscape}</style>'),
  '/posters': html(
    '<p style="display:none;page:hidden">Hidden</p><div style="display:none"><p style="page:inside">Inside</p></div><p>Text</p>',
    '<style>@page hidden{size:300in 400in} @page inside{size:300in 400in} @page unused{size:300in 400in}</style>',
  ),
  '/poster': html('<p style="page:poster">Poster</p>', '<style>@page poster{size:300in 400in}</style>'),
  '/observed': html(`${'<p style="height:500px"></p>'.repeat(9)}<script>
    for(const row of document.querySelectorAll('p'))new IntersectionObserver(([entry])=>{
      if(entry.isIntersecting)row.textContent='Seen'}).observe(row);document.currentScript.remove()</script>`),
  '/spy.gif': html(''),
} as const;

export const pdfOptionCases = (serviceOf: () => SharedService): void => {
  const served = servePages(pages, 'pdf', serviceOf);

  const pdf = async (path: string, options: Record<string, string> = {}) => {
    const answer = await served.get(path, options);
    assert.equal(answer.status, 200, answer.status === 200 ? '' : answer.body.toString());
    const { images } = readPdf(answer.body);
    return { ...(await readDocument(answer.body)), images, warnings: answer.headers.get('x-warnings') };
  };
  type Pdf = Awaited<ReturnType<typeof pdf>>;

  const lines = ({ pages: sheets }: Pdf, page: number) => sheets[page - 1]?.lines ?? [];
  const textOf = (document: Pdf, page: number) =>
    lines(document, page)
      .map(({ text }) => text)
      .join(' ');
  const chaptersOf = (document: Pdf) =>
    document.pages.map((_, index) => Number(/Chapter (\d)/.exec(textOf(document, index + 1))?.[1]));
  const topOf = (document: Pdf, text: string) => lines(document, 1).find((line) => line.text.includes(text))?.top ?? -1;

  const header = encoded('<b><span class="title"></span></b>');
  const footer = encoded('<span>Page <span class="pageNumber"></span> of <span class="totalPages"></span></span>');

  it('have a header and a footer with their values on each page, and room for them', async () => {
    const document = await pdf('/book', { header, footer });
    assert.equal(document.warnings, null);
    assert.equal(document.pages.length, 5);
    for (const page of [1, 5]) {
      assert.match(textOf(document, page), /^test Chapter/);
      assert.match(textOf(document, page), new RegExp(`Page ${page} of 5$`));
    }
    const [head, body, foot] = [topOf(document, 'test'), topOf(document, 'Chapter'), topOf(document, 'Page')];
    const size = lines(document, 1).find(({ text }) => text === 'test')?.size ?? 0;
    assert.ok(size > 7 && size < 11, `${size} pt`);
    assert.ok(head > 15 && body - head > 20 && foot > 800 && foot < 842, `${[head, body, foot]}`);
    // Centred, because the template has no styles of its own.
    const left = lines(document, 1).find(({ text }) => text === 'test')?.left ?? 0;
    assert.ok(left > 250 && left < 320, `${left}`);
  });

  it('have a header alone, without the footer of Chromium', async () => {
    const document = await pdf('/book', { header });
    assert.match(textOf(document, 2), /Cell$/);
  });

  it('warn of a margin that is too small for the header, and name one that is large enough', async () => {
    const margins = (top: string) => ({ marginTop: top, marginRight: '1cm', marginBottom: '2cm', marginLeft: '1cm' });
    const tall = encoded('<div style="font-size:30px;line-height:60px">Tall</div>');
    const { warnings } = await pdf('/book', { header: tall, ...margins('1cm') });
    const [, advised = ''] =
      /The header overlaps the page: it needs `marginTop=(\d+mm)` or more/.exec(warnings ?? '') ?? [];
    const mended = await pdf('/book', { header: tall, ...margins(advised) });
    assert.equal(mended.warnings, null);
    assert.ok(topOf(mended, 'Chapter') - topOf(mended, 'Tall') > 20);
  });

  it('warn of margins of `@page` that are too small, and name styles that suffice', async () => {
    const { warnings } = await pdf('/margins', { header, footer });
    const advised = [...(warnings ?? '').matchAll(/`css`: `([^`]+)`/g)].map(([, css = '']) => css);
    assert.equal(advised.length, 3, warnings ?? 'none');
    assert.match(warnings ?? '', /`@page :first` has a `margin-bottom` of 1mm/);
    const mended = await pdf('/margins', { header, footer, css: encoded(advised.join('')) });
    assert.equal(mended.warnings, null);
    assert.ok(topOf(mended, 'Text') - topOf(mended, 'test') > 20);
  });

  it('have a date in the language and time zone of the request', async () => {
    const dated = encoded('<style>.date{font-size:20pt}</style><b class="date"></b>');
    const document = await pdf('/book', { header: dated, locale: 'de-DE', timezone: 'Asia/Tokyo' });
    const [line] = lines(document, 1);
    assert.match(line?.text ?? '', /^\d\d\.\d\d\.\d\d, \d\d:\d\d$/);
    assert.ok((line?.size ?? 0) > 18, `${line?.size} pt`);
  });

  it('have templates with styles of their own over the whole width of the paper', async () => {
    const row = '<div style="display:flex;justify-content:space-between;padding:0 1cm"><i>Left</i><i>Right</i></div>';
    const document = await pdf('/book', { header: encoded(row) });
    const leftOf = (text: string) => lines(document, 1).find((line) => line.text === text)?.left ?? -1;
    assert.ok(leftOf('Left') > 25 && leftOf('Left') < 32, `${leftOf('Left')}`);
    assert.ok(leftOf('Right') > 535 && leftOf('Right') < 567, `${leftOf('Right')}`);
  });

  it('show pictures of a template, and run no script of it', async () => {
    const spy = served.site.url('/spy.gif');
    const template = `<img width="9" src="${dot}"><i id="x">Quiet</i><img src="data:x" onerror="x.textContent='Loud';new Image().src='${spy}'">`;
    const document = await pdf('/book', { header: encoded(template) });
    assert.equal(document.images, 1);
    assert.match(textOf(document, 1), /Quiet/);
    assert.equal(served.site.hits('/spy.gif'), 0);
  });

  for (const template of [
    '<b style="background:u&#114;l(URL)">b</b>',
    `<b style="content:i&#109;age-set('URL' 1x)">b</b>`,
    '<svg><image><set attributeName="href" to="URL"/></image></svg>',
  ])
    it(`refuse what a template would load in spite of its disguise: ${template}`, async () => {
      const spy = served.site.url('/spy.gif');
      const answer = await served.get('/book', { footer: encoded(template.replace('URL', spy)) });
      assert.deepEqual([answer.status, answer.error().code], [400, 'invalid_option']);
      assert.match(answer.error().error, /The option `footer` loads `http:\/\/127\.0\.0\.1/);
      assert.equal(served.site.hits('/spy.gif'), 0);
    });

  it('count all pages of the document in `totalPages`, also with ranges', async () => {
    const document = await pdf('/book', { footer, pageRanges: '2-3' });
    assert.match(textOf(document, 1), /Page 2 of 5$/);
  });

  it('refuse a template that would load something', async () => {
    const answer = await served.get('/book', { header: encoded('<img src="/logo.png">') });
    assert.deepEqual([answer.status, answer.error().code], [400, 'invalid_option']);
  });

  for (const [pageRanges, chapters, warning] of [
    ['2', [2], undefined],
    ['4-,1', [1, 4, 5], undefined],
    ['2-3,3-4', [2, 3, 4], undefined],
    ['5-7', [5], 'no page 6'],
  ] as const) {
    it(`print the pages ${pageRanges}`, async () => {
      const document = await pdf('/book', { pageRanges });
      assert.deepEqual(chaptersOf(document), chapters);
      assert.match(document.warnings ?? 'none', new RegExp(warning ?? '^none$'));
    });
  }

  it('refuse ranges without any page of the document', async () => {
    const answer = await served.get('/book', { pageRanges: '6-' });
    assert.deepEqual([answer.status, answer.error().code], [400, 'invalid_option']);
    assert.match(answer.error().error, /has no page 6/);
  });

  it('make bookmarks of headings if asked', async () => {
    const { outline } = await pdf('/book', { outline: 'true' });
    assert.deepEqual(
      outline.map(({ title }) => title),
      ['Chapter 1', 'Chapter 2', 'Chapter 3', 'Chapter 4', 'Chapter 5'],
    );
    assert.deepEqual(
      outline[1]?.items.map(({ title }) => title),
      ['Part of 2'],
    );
    assert.deepEqual((await pdf('/book')).outline, []);
  });

  it('are tagged unless refused', async () => {
    const { isTagged, roles } = await pdf('/book');
    assert.ok(isTagged);
    for (const role of ['H1', 'H2', 'Table', 'TH']) assert.ok(roles.has(role), [...roles].join());
    const plain = await pdf('/book', { tagged: 'false' });
    assert.deepEqual([plain.isTagged, plain.roles.size], [false, 0]);
  });

  it('print one long page, without breaks and with a window-high part as high as the window', async () => {
    const margins = { marginTop: '1in', marginRight: '1in', marginBottom: '1in', marginLeft: '1in' };
    const document = await pdf('/hero', { singlePage: 'true', ...margins });
    assert.equal(document.warnings, null);
    assert.equal(document.pages.length, 1);
    assert.match(textOf(document, 1), /^Top Chapter 1 .*Chapter 3 .*End$/);
    const [top, first] = [topOf(document, 'Top'), topOf(document, 'Chapter 1')];
    assert.ok(first - top > 600 && first - top < 720, `${first - top} pt between`);
    assert.ok(top > 72 && top < 100, `${top}`);
    const [page] = document.pages;
    const below = (page?.height ?? 0) - topOf(document, 'End');
    assert.ok(below > 72 && below < 110, `${below} pt below the end`);
    assert.equal(page?.width, 596);
    const ofPage = topOf(await pdf('/hero', { singlePage: 'true' }), 'Top');
    assert.ok(ofPage > 85 && ofPage < 110, `${ofPage} pt: 3 cm are 85`);
  });

  it('print a short page on short paper', async () => {
    const [page] = (await pdf('/short', { singlePage: 'true' })).pages;
    assert.ok((page?.height ?? 999) < 100, `${page?.height}`);
  });

  it('refuse one page above 200 inches, and name a scale that fits', async () => {
    const answer = await served.get('/tower', { singlePage: 'true' });
    assert.deepEqual([answer.status, answer.error().code], [422, 'result_too_large']);
    const [, scale = ''] = /scale=([\d.]+)/.exec(answer.error().error) ?? [];
    assert.equal((await pdf('/tower', { singlePage: 'true', scale })).pages.length, 1);
  });

  it('have what a script shows that only observes, and has removed its element', async () => {
    const { pages: sheets } = await pdf('/observed');
    assert.equal(sheets.flatMap((sheet) => sheet.lines).length, 9);
  });

  it('take the size of `@page` if asked', async () => {
    const sizeOf = ({ pages: [page] }: Pdf) => [page?.width, page?.height];
    assert.deepEqual(sizeOf(await pdf('/a5', { preferCssPageSize: 'true' })), [595, 420]);
    assert.deepEqual(sizeOf(await pdf('/a5')), [842, 596]);
  });

  it('refuse a size of `@page` above 200 inches only if something is on such a page', async () => {
    assert.equal((await pdf('/posters', { preferCssPageSize: 'true' })).pages.length, 1);
    const answer = await served.get('/poster', { preferCssPageSize: 'true' });
    assert.deepEqual([answer.status, answer.error().code], [422, 'result_too_large']);
  });

  for (const [path, side, lost] of [
    ['/wide', 'right', 510],
    ['/wide-css', 'right', 61],
    ['/wide-rtl', 'left', 907],
  ] as const) {
    it(`warn of what is missing at the ${side} of ${path}, and name a scale that shows it`, async () => {
      const { warnings, ...cut } = await pdf(path);
      const [, pixels, scale = ''] =
        new RegExp(`(\\d+) pixels at the ${side} are missing. Use \`scale=([\\d.]+)\``).exec(warnings ?? '') ?? [];
      assert.ok(Math.abs(Number(pixels) - lost) < 5, warnings ?? 'none');
      assert.doesNotMatch(textOf({ ...cut, warnings }, 1), /Right/);
      const whole = await pdf(path, { scale });
      assert.equal(whole.warnings, null);
      assert.match(textOf(whole, 1), /Right/);
    });
  }

  it('have a page from right to left at its place with every scale', async () => {
    for (const [scale, right] of [
      ['0.5', 596],
      ['1.5', 596],
    ] as const) {
      const [line] = lines(await pdf('/rtl', { scale }), 1);
      const end = (line?.left ?? 0) + (line?.width ?? 0);
      assert.ok(Math.abs(end - right) < 3, `${scale}: ends at ${end} pt`);
    }
  });

  it('show what a fixed layout hides on paper only', async () => {
    const document = await pdf('/fixed');
    assert.equal(document.warnings, null);
    assert.match(textOf(document, 1), /Left Right/);
    assert.equal((await pdf('/menu')).warnings, null);
  });

  it('have lines of code and tables of boxes that scroll sideways', async () => {
    const document = await pdf('/boxes');
    assert.equal(document.warnings, null);
    assert.match(textOf(document, 1), /word Right.*Column 11/);
    const widths = lines(await pdf('/tight'), 1).map(({ width }) => width);
    assert.deepEqual([widths.length, widths[0]], [2, widths[1]]);
    const { warnings } = await pdf('/box');
    assert.match(warnings ?? '', /^A box that scrolls sideways shows only its beginning: up to 2\d\d\d pixels/);
  });
};
