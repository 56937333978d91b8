import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { html, type PageHandler, type PageServer, startPages } from '../../../kit/pages/pages.js';
import { readPdf } from '../../../kit/render/pdf.js';
import { startRenderStage } from '../../../kit/render/render-stage.js';

/** PDF operators that fill with these colours. */
const green = '0 1 0 rg';
const blue = '0 0 1 rg';
/** Fills with a colour such as `#fed`. */
const fillOf = (colour: string): string =>
  `${[...colour.slice(1)].map((digit) => `${Number((Number.parseInt(digit, 16) / 15).toFixed(4))}`.replace(/^0\./, '.')).join(' ')} rg`;

const svg = (shape: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${shape}</svg>`)}`;
const photo = svg('<rect width="9" height="9"/>');
const lightPhoto = svg('<rect width="9" height="9" fill="#eee"/>');
const snow = svg('<rect x="8" y="8" width="1" height="1"/>');

const text = (colour: string, style = '') =>
  `<p style="position:absolute;margin:0;top:20px;left:20px;color:${colour};${style}">Two<br>lines</p>`;
const image = (src: string, more = '') =>
  `<img src="${src}" style="position:absolute;left:0;top:0;width:300px;height:200px;${more}">`;
const section = (content: string) => `<section>${content}</section>`;
/** Each section is over twice its picture's size, so its background is not printed. */
const sections = '<style>section{position:relative;height:400px;background:#123}</style>';

/** Texts that keep their colours on a picture. */
const kept = {
  '#fef': section(image(photo) + text('#fef')),
  '#fdf': section(
    `<div style="position:absolute;width:300px;height:200px;overflow:hidden">${image(photo)}</div>${text('#fdf')}`,
  ),
  '#fee': section(image('OTHER/photo.svg') + text('#fee')),
  '#eff': section(image(photo, 'object-fit:cover') + text('#eff')),
};

/** Light texts that no dark picture carries. */
const darkened = {
  '#ffd': section(image(photo, 'opacity:.1') + text('#ffd')),
  '#ddf': section(`<div style="opacity:.3">${image(photo)}</div>${text('#ddf')}`),
  '#dff': section(image('/none.png') + text('#dff')),
  '#eef': section(`<video style="position:absolute;width:300px;height:200px"></video>${text('#eef')}`),
  '#efe': section(image(lightPhoto) + text('#efe')),
  '#fed': section(
    `<img src="${photo}" style="float:left;width:50%;height:200px"><p style="margin:0;color:#fed">Beside</p>`,
  ),
  '#def': section(
    `<div style="position:absolute;width:300px;height:200px;overflow:hidden">
     <div style="position:relative">${image(photo)}${image(photo, 'left:300px')}</div></div>${text('#def', 'left:320px')}`,
  ),
  '#edf': section(image(photo, 'object-fit:contain;width:700px;height:100px') + text('#edf')),
};

const veil = (style: string, content = '') =>
  `<p>Words</p><div style="position:fixed;inset:0;${style}">${content}</div>`;
/** Boxes through which a person sees the words behind. */
const veils: Record<string, string> = {
  backdrop: veil('background:#0009', '<form><input type="hidden" name="matches"></form>'),
  frosted: veil('background:#fff8;backdrop-filter:blur(3px)'),
  gradient: veil('background:linear-gradient(transparent,#fff)'),
  grain: veil(`background:url(${snow});pointer-events:none`),
  pseudo:
    '<style>p{position:relative}p:after{content:"";position:absolute;inset:0;background:#fff9}</style><p>Words</p>',
  modal:
    '<p>Words</p><dialog style="background:none;outline:0">Hi</dialog><script>document.querySelector("dialog").showModal()</script>',
  caption: section(
    `${image(photo)}<p style="position:absolute;margin:0;top:20px;background:#0008;color:#fee">Caption</p>`,
  ),
};
/** Boxes that hide what is behind them, and one that makes its text readable. */
const screens: Record<string, string> = {
  solid: veil('background:#fff'),
  almostSolid: veil('background:#fffffff2'),
  picture: veil(`background:url(${photo})`),
  bar: veil('background:#fff8;backdrop-filter:blur(3px);bottom:auto', 'Bar'),
  light: `<div style="position:relative">${image(photo)}<p style="position:absolute;background:#fff9;top:0">Dark</p></div>`,
};

const pages: Record<string, PageHandler> = {
  ...Object.fromEntries(Object.entries({ ...veils, ...screens }).map(([name, body]) => [`/veil-${name}`, html(body)])),
  '/veil-caption': html(veils.caption ?? '', '<style>section{position:relative;height:400px}</style>'),
  '/inks': html(
    `<form><input type="hidden" name="style"><input type="hidden" name="childNodes"><h1><b>Gradient</b></h1></form>
     <p style="background:#111;color:#fff">White</p><p style="color:#0f0;print-color-adjust:exact;background:#00f">Exact</p>
     <div style="position:relative;height:200px;color:#ff0"><img src="${photo}" style="position:absolute;width:100%;height:200px">
     <i style="position:absolute;inset:0;background:#0ff"></i><p style="position:relative">On a picture</p></div>`,
    '<style>h1{background:linear-gradient(#004,#f0f);background-clip:text;color:transparent}</style>',
  ),
  '/white': html(
    `<canvas style="position:fixed;inset:0;width:100%;height:100%"></canvas><p style="color:#eef">Particles</p>
     <img src="${photo}" style="position:absolute;opacity:0;width:100%;height:200px"><p style="color:#fef">Hidden</p>
     <img src="${photo}" style="position:absolute;top:300px;left:0;width:100%;height:900px"><p style="position:absolute;top:400px;color:#ffe">Body</p><p style="color:#ff0">White <a style="color:#c00">red</a> <b style="print-color-adjust:exact">exact</b></p>`,
    '<style>body{background:#00f;min-height:100vh}</style>',
  ),
  '/kept': (request, response) =>
    html(Object.values(kept).join('').replace('OTHER', `http://other.test:${request.socket.localPort}`), sections)(
      request,
      response,
    ),
  '/darkened': html(Object.values(darkened).join(''), sections),
  '/snow': html(
    `<p style="color:#fef">Snow</p><img src="${snow}" style="position:fixed;inset:0;width:100%;height:100%">`,
    '<style>body{background:#00f;min-height:100vh}</style>',
  ),
  '/photo.svg': (_: unknown, response: ServerResponse) => {
    response.setHeader('content-type', 'image/svg+xml').end(decodeURIComponent(photo.slice(photo.indexOf(',') + 1)));
  },
};

describe('pdf without backgrounds', () => {
  let site: PageServer;
  let stage: Awaited<ReturnType<typeof startRenderStage>>;
  before(async () => {
    site = await startPages(pages);
    stage = await startRenderStage({ port: site.port });
    for (const name of ['news.test', 'other.test']) stage.egress.dns.set(name, { a: ['127.0.0.1'] });
  });
  after(async () => {
    await stage?.close();
    await site?.close();
  });
  const drawn = async (path: string): Promise<string> => {
    const { body, message } = await stage.render(`http://news.test:${site.port}${path}`, { endpoint: 'pdf' });
    assert.equal(message, '');
    return readPdf(body).drawn;
  };

  it('has each text readable on paper: a gradient, white, and light on a picture', async () => {
    const inks = await drawn('/inks');
    // The darkest stop of the gradient, dark grey for white, and the colours of what is printed exactly.
    for (const fill of ['0 0 .2667 rg', '.2275 .2275 .2275 rg', green, blue, '1 1 0 rg', '0 1 1 rg'])
      assert.ok(inks.includes(fill), fill);
    const white = await drawn('/white');
    // Over a canvas, over a hidden picture, and the page's own ground.
    for (const fill of ['.9333 .9333 1 rg', '1 .9333 1 rg']) assert.ok(!white.includes(fill), fill);
    // On a picture of the page itself, a link, what is printed exactly.
    for (const fill of ['1 1 .9333 rg', '.8 0 0 rg', '1 1 0 rg']) assert.ok(white.includes(fill), fill);
    assert.ok(!white.includes(blue));
  });

  it('keeps light texts on dark pictures, without the background of a large box around both', async () => {
    const print = await drawn('/kept');
    assert.deepEqual(
      Object.keys(kept).filter((colour) => !print.includes(fillOf(colour))),
      [],
    );
    assert.ok(!print.includes(fillOf('#123')));
  });

  it('darkens light texts that no dark picture carries', async () => {
    const print = await drawn('/darkened');
    assert.deepEqual(
      Object.keys(darkened).filter((colour) => print.includes(fillOf(colour))),
      [],
    );
    assert.ok(!(await drawn('/snow')).includes(fillOf('#fef')));
  });

  it('shows the page behind translucent boxes, which Chromium would paint white', async () => {
    for (const name of Object.keys(veils)) assert.ok(!(await drawn(`/veil-${name}`)).includes('1 1 1 rg'), name);
    for (const name of Object.keys(screens)) assert.ok((await drawn(`/veil-${name}`)).includes('1 1 1 rg'), name);
  });
});
