import assert from 'node:assert/strict';
import { it } from 'node:test';
import { html, type PageHandler } from '../../../../kit/pages/pages.js';
import { decodePng, type Picture } from '../../../../kit/pages/picture.js';
import { type SharedService, servePages } from '../../../../kit/render/served-pages.js';

/** Small, so that pictures are: most of a render's CPU time is in pixels. */
const tile = 100;
const viewport = { vw: '720', vh: '450' };
const [columns, rows] = [12, 20];
const hex = (value: number) => value.toString(16).padStart(2, '0');
const colourOf = (column: number, row: number) => `#${hex(column * 20)}${hex(row * 12)}80`;

const placed = (left: number, top: number, style: string) =>
  `position:absolute;left:${left}px;top:${top}px;width:${tile}px;height:${tile}px;${style}`;
const tiles = Array.from({ length: columns * rows }, (_, index) => {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  return `<i style="${placed(column * tile, row * tile, `background:${colourOf(column, row)}`)}"></i>`;
});

/** 1200×2000 pixels whose colours encode their place, with elements to scroll to. The query is the script. */
const grid = (head = '', body = '') =>
  html(
    `<div style="position:relative;width:${columns * tile}px;height:${rows * tile}px">${tiles.join('')}
      <i id="b" style="${placed(0, 1000, '')}"></i><i id="far" tabindex="0" style="${placed(900, 1500, 'outline:0')}"></i>${body}</div>
     <script>eval(decodeURIComponent(location.search.slice(1)))</script>`,
    head,
  );

/** The lossy picture of `/lossy`: Chromium decodes it into a PNG. */
let lossy = '';
const showLossy: PageHandler = (request, response) => html(`<img src="${lossy}">`)(request, response);

const style = (text: string) => `<style>${text}</style>`;

const pages = {
  '/grid': grid(),
  '/smooth': grid(style('html{scroll-behavior:smooth}')),
  '/autofocus': grid('', `<input autofocus style="${placed(0, 1500, 'border:0;padding:0;outline:0')}">`),
  '/text': grid('', `<b style="${placed(100, 1500, 'font:10px/100px Liberation Sans')}">needle</b>`),
  '/rtl': grid(style('html{direction:rtl}')),
  '/restless': grid(
    '',
    `<script>const {port1,port2}=new MessageChannel();let n=0;
      port1.onmessage=()=>{scrollTo(0,650+n++*7%300);port2.postMessage(0)};port2.postMessage(0)</script>`,
  ),
  '/rtl-hidden': grid(style('html{direction:rtl;overflow-x:hidden}')),
  '/rtl-body-hidden': grid(style('html{direction:rtl}body{overflow-x:hidden}')),
  '/rtl-clip': grid(style('html{direction:rtl;overflow-x:clip}')),
  '/rtl-skip': grid(style('html{direction:rtl}'), '<a style="position:absolute;left:-9999px">skip</a>'),
  '/rtl-body': grid(style('body{direction:rtl}')),
  '/vertical': grid(style('html{writing-mode:vertical-rl}')),
  '/upwards': grid(style('html{writing-mode:vertical-lr;direction:rtl}')),
  '/device': grid('<meta name="viewport" content="width=device-width,minimum-scale=1">'),
  '/holes': grid(style('i:nth-child(even){visibility:hidden}')),
  '/lossy': showLossy,
  '/fixed-scroller': html(
    `<div style="height:300px;overflow:auto"><div style="height:3000px;background:${colourOf(1, 1)}"></div></div>`,
  ),
  '/fixed-scroller-in-long': html(
    `<div style="height:300px;overflow:auto"><div style="height:3000px;background:${colourOf(1, 1)}"></div></div>
     <div style="height:1000px;background:${colourOf(2, 2)}"></div>`,
  ),
  '/zoomed': grid('<meta name="viewport" content="width=device-width,initial-scale=2">'),
} as const;

/** The first and last pixel, and those on both sides of the first tile border, at a distance of `margin`. */
const looksAt = (start: number, pixels: number, { scale = 1, margin = 0 }) => {
  const border = Math.ceil((tile - (start % tile)) * scale);
  return [0, border - 1 - margin, border + margin, pixels - 1].filter((at) => at >= 0 && at < pixels);
};

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

const difference = (one: string, other: string): number => {
  const others = channels(other);
  return Math.max(...channels(one).map((value, index) => Math.abs(value - (others[index] ?? 0))));
};

/** Adjacent tiles differ by at least 12. jpeg mixes them in blocks of 16 pixels. */
const lossyLook = { margin: 16, slack: 5 };

/** Compares the colours with the document's, from a point on. */
const assertShows = (
  picture: Picture,
  [x, y]: readonly [number, number],
  { scale = 1, margin = 0, slack = 0 } = {},
): void => {
  for (const across of looksAt(x, picture.width, { scale, margin })) {
    for (const down of looksAt(y, picture.height, { scale, margin })) {
      const [column, row] = [Math.floor((x + across / scale) / tile), Math.floor((y + down / scale) / tile)];
      const [actual, expected] = [picture.at(across, down), colourOf(column, row)];
      if (difference(actual, expected) > slack) assert.equal(actual, expected, `at ${across},${down}`);
    }
  }
};

type Case = [name: string, path: string, options: Record<string, string>, size: [number, number], at: [number, number]];

const scrolled = '/grid?scrollTo(150,500)';
const window = [720, 450] as [number, number];

const windows: Case[] = [
  ['a fragment', '/grid#b', {}, window, [0, 1000]],
  ['a fragment with smooth scrolling', '/smooth#b', {}, window, [0, 1000]],
  ['scrollTo, sideways too', scrolled, {}, window, [150, 500]],
  ['scrollIntoView, smooth', '/grid?b.scrollIntoView({behavior:"smooth"})', {}, window, [0, 1000]],
  ['focus()', '/grid?far.focus()', {}, window, [480, 1325]],
  ['autofocus', '/autofocus', {}, window, [0, 1325]],
  [
    'scrolling late',
    '/grid?setTimeout(()=>{scrollTo(0,750);b.id="done"},300)',
    { waitForId: 'done' },
    window,
    [0, 750],
  ],
  [
    'scrolling within the delay',
    '/grid?onload=()=>setTimeout(()=>scrollTo(150,750),50)',
    { delay: '1' },
    window,
    [150, 750],
  ],
  [
    'the place before a reload',
    '/grid?onload=()=>{if(sessionStorage.seen)b.id="again";else{sessionStorage.seen=1;scrollTo(0,350);setTimeout(()=>location.reload(),50)}}',
    { waitForId: 'again' },
    window,
    [0, 350],
  ],
  ['the right end from right to left', '/rtl', {}, window, [480, 0]],
  ['the same where only the body says so', '/rtl-body', {}, window, [480, 0]],
  ['the right end of vertical lines', '/vertical', {}, window, [480, 0]],
  ['the lower end of lines that go up', '/upwards', {}, window, [0, 1550]],
  ['scrolling from right to left', '/rtl?scrollTo(-250,50)', {}, window, [230, 50]],
];

const clips: Case[] = [
  ['within the window', scrolled, { left: '200', top: '550', width: '250', height: '150' }, [250, 150], [200, 550]],
  ['partly above it', scrolled, { left: '50', top: '450', width: '250', height: '150' }, [250, 150], [50, 450]],
  ['above it', scrolled, { top: '0', height: '150' }, [720, 150], [0, 0]],
  ['of the top', scrolled, { top: '0' }, window, [0, 0]],
  ['below it', '/grid#b', { top: '1750', height: '150' }, [720, 150], [0, 1750]],
  ['of the left end, from right to left', '/rtl', { left: '0', width: '250' }, [250, 450], [0, 0]],
  ['of the window where no left is named', '/rtl', { top: '25' }, [720, 425], [480, 25]],
  ['from left on to the edge of the window', '/rtl', { left: '850', height: '45' }, [350, 45], [850, 0]],
  ['of the whole page', '/grid?scrollTo(150,0)', { full: 'true' }, [720, 2000], [0, 0]],
  ['of the whole page, from right to left', '/rtl', { full: 'true' }, [1200, 2000], [0, 0]],
  ['of the whole page, scrolled to the left', '/rtl?scrollTo(-250,0)', { full: 'true' }, [1200, 2000], [0, 0]],
  ['of the whole page, which does not scroll to the left', '/rtl-hidden', { full: 'true' }, [720, 2000], [480, 0]],
  ['of the whole page, whose body does not', '/rtl-body-hidden', { full: 'true' }, [720, 2000], [480, 0]],
  ['of the whole page, which is cut at the left', '/rtl-clip', { full: 'true' }, [720, 2000], [480, 0]],
  ['of the whole page with lines that go up', '/upwards', { full: 'true', width: '150' }, [150, 2000], [0, 0]],
  ['of the whole page, wider than the window', '/grid', { full: 'true', width: '1000' }, [1000, 2000], [0, 0]],
  ['of an element', '/grid#far', { selectorId: 'b' }, [100, 100], [0, 1000]],
  ['of an element on a page that scrolls all the time', '/restless', { selectorId: 'b' }, [100, 100], [0, 1000]],
  ['of an element left of the window', '/rtl', { selectorId: 'b' }, [100, 100], [0, 1000]],
  ['of an element above a window that begins below', '/upwards', { selectorId: 'b' }, [100, 100], [0, 1000]],
];

const formats: Case[] = [
  ['a window as jpeg', scrolled, { type: 'jpeg' }, window, [150, 500]],
  [
    'a clip as jpeg',
    scrolled,
    { type: 'jpeg', left: '50', top: '450', width: '250', height: '150' },
    [250, 150],
    [50, 450],
  ],
  ['an element as jpeg', '/grid#far', { type: 'jpeg', selectorId: 'b' }, [100, 100], [0, 1000]],
  ['a window as webp', scrolled, { type: 'webp' }, window, [150, 500]],
];

export const imageWindowCases = (serviceOf: () => SharedService): void => {
  const served = servePages(pages, 'image', serviceOf);
  const get = (path: string, options: Record<string, string>) =>
    served.get(path, 'emulateDevice' in options ? options : { ...viewport, ...options });

  const picture = async (path: string, options: Record<string, string> = {}) => {
    const answer = await get(path, options);
    assert.equal(answer.status, 200, answer.status === 200 ? '' : answer.body.toString());
    return decodePng(answer.body);
  };

  const check = async ([, path, options, [width, height], at]: Case, scale = 1) => {
    const shown = await picture(path, options);
    assert.deepEqual([shown.width, shown.height], [width * scale, height * scale]);
    assertShows(shown, at, { scale });
  };

  for (const row of windows) it(`shows the window after ${row[0]}`, () => check(row));
  for (const row of clips) it(`shows a clip ${row[0]}`, () => check(row));

  for (const [name, path, options, size, at] of formats) {
    it(`shows ${name}`, async () => {
      const { body, headers } = await get(path, options);
      lossy = `data:${headers.get('content-type')};base64,${body.toString('base64')}`;
      assert.ok(lossy.startsWith(`data:image/${options.type};`), lossy.slice(0, 99));
      // A new URL each time: the service caches pictures.
      const shown = await picture(`/lossy?${encodeURIComponent(name)}`, { selector: 'img' });
      assert.deepEqual([shown.width, shown.height], size);
      assertShows(shown, at, lossyLook);
    });
  }

  it('shows the width of the window if content is hidden far to the left', async () => {
    const { body, headers } = await get('/rtl-skip', { full: 'true' });
    const shown = decodePng(body);
    assert.deepEqual([shown.width, shown.height], [720, 2000]);
    assert.equal(shown.at(719, 1999), colourOf(11, 19));
    assert.match(headers.get('x-warnings') ?? '', /The page reaches \d+ px to the left of the window\./);
  });

  it('shows the document if an inner box scrolls but does not grow with the window', async () => {
    const short = await picture('/fixed-scroller', { full: 'true' });
    assert.deepEqual([short.height, short.at(0, 299), short.at(0, 300)], [450, colourOf(1, 1), '#ffffff']);
    const long = await picture('/fixed-scroller-in-long', { full: 'true' });
    assert.deepEqual([long.height, long.at(0, 299), long.at(0, 1299)], [1300, colourOf(1, 1), colourOf(2, 2)]);
  });

  it('keeps the unpainted parts of a scrolled window transparent', async () => {
    const { at } = await picture('/holes?scrollTo(150,500)', { transparent: 'true' });
    assert.deepEqual([at(49, 449), at(50, 0), at(149, 99)], ['#00000000', colourOf(2, 5), colourOf(2, 5)]);
  });

  it('darkens a light scrolled window', async () => {
    const { at } = await picture('/holes?scrollTo(150,500)', { darkMode: 'true' });
    assert.ok(difference(at(49, 449), '#000000') < 0x40, at(49, 449));
    assert.equal(at(50, 0), colourOf(2, 5));
  });

  it('darkens a scrolled window as it does a clip', async () => {
    const dark = await picture('/holes?scrollTo(150,500)', { darkMode: 'true' });
    const clip = { left: '150', top: '500', width: '720', height: '450' };
    const expected = await picture('/holes', { ...clip, darkMode: 'true' });
    const colours = ({ at }: Picture) => [at(0, 0), at(49, 99), at(50, 100), at(699, 399), at(700, 400)];
    assert.deepEqual(colours(dark), colours(expected));
  });

  it('shows the window after a text fragment', async () => {
    const { at } = await picture('/text#:~:text=needle');
    assert.equal(at(650, 225), colourOf(6, 15));
  });

  it('does so at twice the scale', async () => {
    const twice = ([name, path, options, size, at]: Case): Case => [
      name,
      path,
      { ...options, scaleFactor: '2', vw: '250', vh: '200' },
      size,
      at,
    ];
    await check(twice(['', '/rtl', {}, [250, 200], [950, 0]]), 2);
    await check(twice(['', '/rtl', { selectorId: 'b' }, [100, 100], [0, 1000]]), 2);
    await check(twice(['', '/grid#b', {}, [250, 200], [0, 1000]]), 2);
    await check(twice(['', '/grid#b', { top: '950', height: '150' }, [250, 150], [0, 950]]), 2);
  });

  it('does so on a device, also zoomed in', async () => {
    const phone = { emulateDevice: 'iphone_15_pro' };
    const size: [number, number] = [393, 659];
    await check(['', '/device#b', phone, size, [0, 1000]], 3);
    await check(['', '/device#b', { ...phone, top: '950' }, size, [0, 950]], 3);
    assertShows(await picture('/zoomed#b', phone), [0, 1000], { scale: 6 });
    assertShows(await picture('/zoomed#b', { ...phone, top: '200', height: '150' }), [0, 200], { scale: 6 });
    assertShows(await picture('/zoomed#far', { ...phone, selectorId: 'b' }), [0, 1000], { scale: 6 });
  });
};
