import assert from 'node:assert/strict';
import type { Endpoint } from '@tintype/contracts';
import { PNG } from 'pngjs';
import { decodeGif } from '../../kit/pages/gif.js';
import { hostileSite, pathOf } from '../../kit/pages/hostile-pages.js';
import { html, type PageHandler } from '../../kit/pages/pages.js';
import { decodePng } from '../../kit/pages/picture.js';
import type { SeededRandom } from '../../kit/played/seeded-random.js';
import { type HostileOutput, shortOutputs } from '../../kit/render/hostile-outputs.js';
import { readPdf } from '../../kit/render/pdf.js';

/** A request, and what its answer has to be. */
export interface Planned {
  endpoint: Endpoint;
  path: string;
  options: Record<string, string>;
  /** Possible ends of a hostile page. Undefined: an ordinary page, whose result `check` judges. */
  ends: HostileOutput['ends'] | undefined;
  /** @throws if the result is not this page's. */
  check: (body: Buffer) => void;
}

/** Differs for all numbers below 2^24. */
const colourOf = (number: number): string => `#${((number * 0x9e3779) % 2 ** 24).toString(16).padStart(6, '0')}`;
const titleOf = (number: number): string => `Page ${number}`;

const side = 100;

const pictureOf = (colour: string): Buffer => {
  const png = new PNG({ width: side, height: side });
  for (let at = 0; at < png.data.length; at += 4)
    png.data.writeUInt32BE(Number.parseInt(`${colour.slice(1)}ff`, 16), at);
  return PNG.sync.write(png);
};

const numberIn = (url = ''): number => Number(new URL(url, 'http://x').searchParams.get('n'));

const paragraph = 'Words of an article that a visitor reads. '.repeat(20);

/** A page whose first picture has the colour of its number. */
const numbered =
  (body: (image: string, number: number) => string): PageHandler =>
  (request, response) => {
    const number = numberIn(request.url);
    const text = `${body(`/colour?n=${number}`, number)}<h1>${titleOf(number)}</h1><p>${paragraph}</p>`;
    const head = `<meta charset="utf-8"><title>${titleOf(number)}</title><style>html,body{margin:0}</style>`;
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><html><head>${head}</head><body>${text}</body></html>`);
  };

const img = (source: string, more = '') =>
  `<img src="${source}" width="${side}" height="${side}" style="display:block" ${more}>`;

const consent = `<div id="consent" style="position:fixed;inset:auto 0 0;height:100px;background:#ff0000;z-index:9">
  We use cookies to personalise content and ads. <button>Accept all</button>
  <button onclick="consent.remove()">Reject all</button></div>`;

const ordinary = {
  still: numbered((image) => img(image)),
  script: numbered((image) => {
    const add = `document.body.insertAdjacentHTML('afterbegin', ${JSON.stringify(img(image))})`;
    return `<script>fetch('${image}').then((answer) => answer.blob()).then(() => ${add})</script>`;
  }),
  lazy: numbered((image) => `<div style="height:2500px"></div>${img(image, 'loading="lazy"')}`),
  frame: numbered(
    (_image, number) =>
      `<iframe src="/framed?n=${number}" width="300" height="150" frameborder="0" style="display:block"></iframe>`,
  ),
  banner: numbered((image) => `${img(image)}${consent}`),
};
type Kind = keyof typeof ordinary;

export const soakSite: Record<string, PageHandler> = {
  ...hostileSite,
  ...Object.fromEntries(shortOutputs.map(({ name, page }) => [pathOf(name), page])),
  ...Object.fromEntries(Object.entries(ordinary).map(([kind, page]) => [`/${kind}`, page])),
  '/framed': (request, response) => html(img(`/colour?n=${numberIn(request.url)}`))(request, response),
  '/colour': (request, response) =>
    response.setHeader('content-type', 'image/png').end(pictureOf(colourOf(numberIn(request.url)))),
};

const kinds: Readonly<Record<Kind, number>> = { still: 3, script: 2, lazy: 2, frame: 1, banner: 2 };
const endpoints = { image: 7, pdf: 1, content: 1, metadata: 1, animated: 1 } as const;
const switches = ['darkMode', 'blockAds', 'full', 'stealth'] as const;

/** What a page needs so that its picture shows its colour. */
const needed: Partial<Record<Kind, string>> = { lazy: 'full', banner: 'blockCookieBanners' };

const checkPicture = (kind: Kind, number: number, body: Buffer) => {
  const { width, height, at } = decodePng(body);
  assert.equal(width, 1440);
  assert.ok(kind === 'lazy' ? height > 2500 : height >= 900, `${height} pixels high`);
  const top = kind === 'lazy' ? 2500 : 0;
  assert.equal(at(side / 2, top + side / 2), colourOf(number));
  if (kind === 'banner') assert.notEqual(at(5, height - 5), '#ff0000', 'the banner is closed');
};

const checks: Record<keyof typeof endpoints, (kind: Kind, number: number, body: Buffer) => void> = {
  image: checkPicture,
  pdf: (_kind, number, body) => {
    const { images, pages } = readPdf(body);
    assert.ok(pages.length >= 1 && images >= 1, `${pages.length} pages, ${images} images`);
    assert.ok(body.includes(`(${titleOf(number)})`), 'the title is in the file');
  },
  content: (_kind, number, body) =>
    assert.match(JSON.parse(body.toString()).textContent, new RegExp(`${titleOf(number)}\\b`)),
  metadata: (_kind, number, body) => assert.equal(JSON.parse(body.toString()).metadata.title, titleOf(number)),
  animated: (kind, number, body) => {
    const [first] = decodeGif(body).pictures;
    if (kind !== 'lazy') assert.equal(first?.at(side / 2, side / 2), colourOf(number));
  },
};

export const planOrdinary = (number: number, random: SeededRandom): Planned => {
  const kind = random.weighted(kinds);
  const endpoint = random.weighted(endpoints);
  const need = needed[kind];
  const added = random.chance(0.4) ? [random.oneOf(switches)] : [];
  const names = endpoint === 'image' ? [...(need ? [need] : []), ...added] : [];
  return {
    endpoint,
    path: `/${kind}?n=${number}`,
    options: endpoint === 'animated' ? { duration: '1' } : Object.fromEntries(names.map((name) => [name, 'true'])),
    ends: undefined,
    check: (body) => checks[endpoint](kind, number, body),
  };
};

/** Hostile pages, except those that end by a limit of the test's account, or only by the request's time. */
const hostile = shortOutputs.filter(({ name, ends }) => name !== 'noise' && ends.join() !== 'timeout');

const planHostile = (number: number, random: SeededRandom): Planned => {
  const { name, ends, options } = random.oneOf(hostile);
  const check = () => undefined;
  const { endpoint, pairs = {} } = options;
  return { endpoint, path: `${pathOf(name)}?n=${number}`, options: pairs, ends, check };
};

const hostileShare = 0.25;

export const plan = (number: number, random: SeededRandom): Planned =>
  random.chance(hostileShare) ? planHostile(number, random) : planOrdinary(number, random);
