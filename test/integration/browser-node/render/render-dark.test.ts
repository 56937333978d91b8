import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contrastOf, luminance } from '../../../kit/pages/contrast.js';
import { html } from '../../../kit/pages/pages.js';
import { decodePng, type Picture } from '../../../kit/pages/picture.js';
import { servePages } from '../../../kit/render/served-pages.js';

const style = (text: string) => `<style>${text}</style>`;

const rowPixels = 40;
/** Rows of 40 px, each a surface with a text of flat letters. */
const rowsOf = (rows: readonly string[]) => rows.map((css) => `<div class="row" style="${css}">HHHHHH</div>`).join('');
const rowStyle = style(`body{margin:0}.row{height:${rowPixels}px;font:bold 30px/40px Liberation Sans;width:600px}`);

/** Surfaces from white to black, between Chromium's limits for its own darkening, and strong. */
const surfaces = ['#fff', '#eee', '#ccc', '#b0c4de', '#9ad', '#888', '#a5d6a7', '#fc6', '#ef9a9a', '#555', '#222'];
const accents = ['#4caf50', '#f80', '#0a7cff', '#e91e63', '#ffb300', 'oklch(0.8 0.15 90)', '#f00'];
const light = [
  ...surfaces.map((colour) => `background:${colour};color:#222`),
  ...surfaces.map((colour) => `background:${colour};color:#c00`),
  'color:#666',
  'color:rgba(0,0,0,.6)',
  'background:linear-gradient(#fff,#cde);color:#123',
  ...accents.flatMap((colour) => [`background:${colour};color:#fff`, `background:${colour};color:#000`]),
];

const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80" fill="#ffee88"/></svg>',
)}`;
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>',
)}`;
/** 40 px of a light pattern. */
const texture = icon.replace('%3Crect', '%3Crect%20fill%3D%22%23eee%22');
const drawing = (parts: string) => `<svg width="40" height="40" style="display:block">${parts}</svg>`;
const square = (fill: string) => `<rect width="40" height="40" fill="${fill}"/>`;

/** A picture of 600 px, then what lies over it, each in a box of its own. */
const overPicture = (over: string) =>
  `<div style="position:relative;height:40px;width:600px">
    <img src="${picture}" style="position:absolute;width:600px;height:40px">${over}</div>`;
const cover = (css: string) => `<div style="position:absolute;inset:0;${css}"></div>`;
const label = (css: string) => `<div class="row" style="position:relative;${css}">HHHHHH</div>`;

const svgText = (attributes: string, parts: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${parts}</svg>`)}`;
const [plain, sizeless, dot] = [
  svgText('width="800" height="400"', '<rect width="800" height="400" fill="#fe8"/>'),
  svgText('viewBox="0 0 800 400" preserveAspectRatio="none"', '<rect width="800" height="400" fill="#fe8"/>'),
  svgText('width="800" height="400"', '<circle cx="20" cy="20" r="8" fill="#ddd"/>'),
];
const wave = (parts: string) =>
  `<svg viewBox="0 0 600 40" preserveAspectRatio="none" style="position:absolute;width:600px;height:40px">${parts}</svg>`;
const twoColours = '<rect width="600" height="40" fill="#fe8"/><circle cx="300" cy="20" r="10" fill="#bdf"/>';
const scaledPlate = (transform: string) => `<rect width="600" height="40" fill="#eef" style="transform:${transform}"/>`;
const besideText = (content: string) =>
  `<div style="position:relative;z-index:0;height:40px;width:600px">${content}<div class="row" style="position:relative">HHHHHH</div></div>`;
const backgrounds = [
  `url('${plain}') center/cover`,
  `url('${sizeless}')`,
  `linear-gradient(rgba(255,255,255,.6),rgba(255,255,255,.6)),url('${plain}') center/cover`,
];
/** Texts without a colour of their own, on what keeps its light colour. */
const onPictures = [
  ...backgrounds.map((css) => `<div class="row" style="background:${css}">HHHHHH</div>`),
  `<div class="row" style="background:${backgrounds[0]}"><a href="#top">HHHHHH</a></div>`,
  `<div style="background:${backgrounds[0]}"><div class="row" style="background:rgba(255,255,255,.25);backdrop-filter:blur(6px)">HHHHHH</div></div>`,
  besideText(`<img src="${plain}" style="position:absolute;z-index:-1;width:600px;height:40px">`),
  besideText(`<video poster="${plain}" style="position:absolute;width:600px;height:40px;object-fit:fill"></video>`),
  besideText(wave(twoColours)),
  `<div class="row before">HHHHHH</div>`,
];
/** Dark without style sheets, and unreadable there in the light scheme. */
const darkPhoto = `<div class="row" style="background:url('${plain.replaceAll('%23fe8', '%23112')}') center/cover">HHHHHH</div>`;
/** Texts on what hides nothing of the dark page, or becomes dark too. */
const onNoPictures = [
  darkPhoto,
  `<div class="row" style="background:#fff url('/missing.png') center/cover">HHHHHH</div>`,
  `<div class="row" style="background:#fff url('${dot}') center/cover">HHHHHH</div>`,
  besideText(`<img src="${dot}" style="position:absolute;width:600px;height:40px">`),
  besideText(wave('<rect width="600" height="40" fill="#eef"/>')),
  besideText(wave(['', 'scale(0)', 'scaleX(0)'].map(scaledPlate).join(''))),
];

/** Forgotten by a dark page. Their size is between 2 % of a low and of a high window. */
const lightBoxes = [
  'background:#fff;color:#222',
  'background:#eef;color:#114',
  'background:#cfc;color:#060',
  'background:linear-gradient(#fff,#ddd);color:#222',
];

const pages = {
  '/on-pictures': html(
    [...onPictures, ...onNoPictures].join(''),
    `${rowStyle}${style(`.before{position:relative;z-index:0}
      .before::before{content:'';position:absolute;inset:0;z-index:-1;background:${backgrounds[0]}}`)}`,
  ),
  '/plates': html(
    [
      `${cover('background:rgba(255,255,255,.85)')}${label('color:#222')}`,
      `${cover('background:#fff')}${label('color:#222')}`,
      `${cover('background:linear-gradient(rgba(255,255,255,.95),rgba(255,255,255,.75))')}${label('color:#222')}`,
      `${cover('background:#fff;z-index:1')}${label('color:#222;z-index:2')}`,
      // The picture lies behind the surface of the text.
      `<div style="position:relative;background:#fff">${label('color:#222')}</div>`,
    ]
      .map(overPicture)
      .join(''),
    rowStyle,
  ),
  '/effects': html(
    `<canvas width="700" height="400" style="position:fixed;inset:0;z-index:9"></canvas>
     <img src="${picture}" style="position:absolute;width:600px;height:80px;opacity:0">
     ${rowsOf(['color:#222', 'color:#333'])}`,
    `${rowStyle}${style('body{background:#fff}')}`,
  ),
  '/washed': html(
    overPicture(`${cover('background:rgba(255,255,255,.3)')}${label('color:#123456')}`) +
      overPicture(`${cover('background:#fff;opacity:0')}${label('color:#123456')}`),
    rowStyle,
  ),
  '/gradients': html(
    `<main style="background:linear-gradient(rgba(0,0,0,.06),transparent)">${rowsOf(['color:#222', 'background:#fff'])}</main>
     ${rowsOf(['background:linear-gradient(rgba(255,255,255,0),#fff);color:#222', 'background:linear-gradient(rgba(255,255,255,.1),rgba(255,255,255,.2));color:#222'])}`,
    `${rowStyle}${style('body{background:#fff;color:#222}')}`,
  ),
  '/taken-out': html(
    `<div id="list" style="height:40px;background:#fff"></div><div id="known" style="height:40px;background:#fff"></div>
     <script>const add=(place,css)=>place.insertAdjacentHTML('beforeend','<p style="margin:0;height:40px;'+css+'">');
       new MutationObserver((_,observer)=>{observer.disconnect();
         add(document.body,'background:#fdd');document.body.lastChild.remove();
         add(document.body,'background:#eee');
         known.remove();add(known,'background:#eee');document.body.append(known)}).observe(list,{attributes:true})</script>`,
    style('body{margin:0}'),
  ),
  '/crowded': html(`<script>document.body.innerHTML='<i></i>'.repeat(30010)</script>`),
  '/light': html(rowsOf(light), rowStyle),
  '/half': html(
    `${rowsOf(['', 'color:#333'])}<main>${rowsOf(['', 'background:#f4f4f4', 'color:#777'])}</main>`,
    `${rowStyle}${style('body{background:#1b1b1b;color:#ddd}main{background:#fff;color:#222}')}`,
  ),
  '/dark-boxes': html(
    `${rowsOf(lightBoxes)}<button style="display:block;border:0;background:#fff;color:#111;width:200px;height:40px">OK</button>
     <div style="width:600px;height:4px;background:#fff"></div>`,
    `${rowStyle}${style('body{background:#1b1b1b;color:#ddd}.row{width:520px}')}`,
  ),
  '/forgotten': html(
    rowsOf(['', 'background:#222']),
    `${rowStyle}${style('body,.row{color:#333}@media (prefers-color-scheme:dark){body{background:#111}}')}`,
  ),
  '/scheme': html(
    rowsOf(['', 'background:#fff', 'background:#f4f4f4;color:#222']),
    `${rowStyle}${style(':root{color-scheme:light dark}')}`,
  ),
  '/only-light': html(rowsOf(['', 'background:#fff']), `${rowStyle}${style(':root{color-scheme:only light}')}`),
  '/own': html(
    '<div class="row" style="background:#8ab4f8;color:#111;width:200px">HHHHHH</div><div class="row">HHHHHH</div>',
    `${rowStyle}${style('@media (prefers-color-scheme:dark){body{background:#101418;color:#aab}}')}`,
  ),
  '/names': html(
    `<form><input name="children"><input name="shadowRoot"><input name="style"><input name="contains">${rowsOf(['', 'background:#f4f4f4;color:#222'])}</form>
     <iframe name="body" hidden></iframe>`,
    `${rowStyle}${style('form input{display:none}body{background:#fff;color:#222}form{background:#fafafa;color:#333}')}`,
  ),
  '/pictures': html(
    `<img src="${picture}" style="display:block"><div style="width:80px;height:80px;background:url('${picture}')"></div>
     <canvas width="80" height="80" style="display:block"></canvas>
     <div class="row" style="height:80px;line-height:80px;background:url('${picture}') center/cover;color:#123456">HHHHHH</div>
     <script>const context=document.querySelector('canvas').getContext('2d');
       context.fillStyle='#ffee88';context.fillRect(0,0,80,80)</script>`,
    rowStyle,
  ),
  '/textured': html(
    rowsOf(['color:#222', `background:#fff url('${texture}') repeat-x;color:#222`]),
    `${rowStyle}${style(`body{background:url('${texture}');height:100%}html{height:100%}`)}`,
  ),
  '/icons': html(
    `${drawing(square('#111'))}${drawing(square('currentColor'))}
     ${drawing(`${square('#ffffff')}<rect width="20" height="40" fill="#111111"/>`)}
     <div style="width:40px;height:40px;background:#111;mask:url('${icon}')"></div>
     <p></p><div id="host"></div>
     <script>host.attachShadow({mode:'open'}).innerHTML='<i style="display:block;height:40px;background:#fff"></i>'</script>`,
    style(`body{margin:0}p{margin:0}p::before{content:'';display:block;height:40px;background:#fff}`),
  ),
  '/later': html(
    `<div id="list" style="transition:all 9s;background:#fff;height:40px"></div>
     <script>new MutationObserver((_,observer)=>{observer.disconnect();
       list.insertAdjacentHTML('afterend','<p style="margin:0;height:40px;background:#eee">')}).observe(list,{attributes:true})</script>`,
    style('body{margin:0}'),
  ),
};

/** The surface of a row, and the best contrast of a pixel of its letters. */
const rowAt = ({ at }: Picture, row: number) => {
  const surface = at(500, row * rowPixels + 20);
  let contrast = 1;
  for (let x = 0; x < 130; x += 1) contrast = Math.max(contrast, contrastOf(at(x, row * rowPixels + 15), surface));
  return { surface, contrast, brightness: luminance(surface) };
};

describe('dark mode', () => {
  const served = servePages(pages, 'image');

  const dark = async (path: keyof typeof pages, height: number) => {
    const answer = await served.get(path, { darkMode: 'true', vw: '700', vh: String(height) });
    assert.deepEqual([answer.status, answer.headers.get('x-warnings')], [200, null]);
    return decodePng(answer.body);
  };

  for (const [path, count] of [
    ['/light', light.length],
    ['/half', 5],
    ['/forgotten', 2],
    ['/scheme', 3],
    ['/only-light', 2],
    ['/names', 2],
    ['/plates', 5],
    ['/effects', 2],
    ['/gradients', 4],
    ['/textured', 2],
  ] as const) {
    it(`has readable text on dark surfaces: ${path}`, async () => {
      const shown = await dark(path, count * rowPixels + 60);
      for (let row = 0; row < count; row += 1) {
        const { surface, contrast, brightness } = rowAt(shown, row);
        assert.ok(contrast >= 4.4, `row ${row}: a contrast of ${contrast.toFixed(1)} on ${surface}`);
        assert.ok(brightness < 0.2, `row ${row}: ${surface}`);
      }
      assert.ok(luminance(shown.at(650, count * rowPixels + 50)) < 0.05);
    });
  }

  it('darkens the light boxes of a dark page, but not its buttons and lines, in a window of any height', async () => {
    for (const height of [240, 900, 1800]) {
      const shown = await dark('/dark-boxes', height);
      for (const row of lightBoxes.keys()) {
        const { surface, contrast, brightness } = rowAt(shown, row);
        assert.ok(contrast >= 4.4, `row ${row} of ${height}: a contrast of ${contrast.toFixed(1)} on ${surface}`);
        assert.ok(brightness < 0.1, `row ${row} of ${height}: ${surface}`);
      }
      const end = lightBoxes.length * rowPixels;
      assert.notEqual(shown.at(500, 20), shown.at(650, 20));
      assert.deepEqual([shown.at(190, end + 20), shown.at(500, end + 42)], ['#ffffff', '#ffffff']);
    }
  });

  it('has readable text without a colour of its own on pictures, and on what only seems one', async () => {
    const shown = await dark('/on-pictures', (onPictures.length + onNoPictures.length) * rowPixels);
    for (let row = 0; row < onPictures.length + onNoPictures.length; row += 1) {
      const { surface, contrast, brightness } = rowAt(shown, row);
      assert.ok(contrast >= 4.4, `row ${row}: a contrast of ${contrast.toFixed(1)} on ${surface}`);
      assert.equal(brightness < 0.2, row >= onPictures.length, `row ${row}: ${surface}`);
    }
  });

  it("keeps the page's own dark styles", async () => {
    const { at } = await dark('/own', 800);
    assert.deepEqual([at(190, 20), at(650, 20), at(650, 790)], ['#8ab4f8', '#101418', '#101418']);
    assert.equal(rowAt(await dark('/own', 800), 1).surface, '#101418');
  });

  it('keeps pictures, canvases, and text on pictures', async () => {
    const { at } = await dark('/pictures', 400);
    assert.deepEqual([at(40, 40), at(40, 120), at(40, 200), at(500, 280)], Array(4).fill('#ffee88'));
    const letters = Array.from({ length: 130 }, (_, x) => at(x, 275));
    assert.ok(letters.includes('#123456'), letters.join());
  });

  it('keeps a text on a picture with a faint wash', async () => {
    const { at } = await dark('/washed', 200);
    for (const y of [15, 55]) {
      const letters = Array.from({ length: 130 }, (_, x) => at(x, y));
      assert.ok(letters.includes('#123456'), letters.join());
    }
  });

  it('darkens what comes later also after parts were taken out, and put back', async () => {
    const { at } = await dark('/taken-out', 300);
    for (const y of [20, 60, 100]) assert.ok(luminance(at(300, y)) < 0.05, `${y}: ${at(300, y)}`);
  });

  it('warns where elements are too many', async () => {
    const { headers } = await served.get('/crowded', { darkMode: 'true' });
    assert.match(headers.get('x-warnings') ?? '', /Parts of the page stay light: `darkMode` takes 4 s at most/);
  });

  it('shows icons, and darkens pseudo-elements and shadow trees', async () => {
    const { at } = await dark('/icons', 300);
    for (const row of [0, 1, 3]) assert.ok(luminance(at(20, row * 40 + 20)) > 0.3, `${row}: ${at(20, row * 40 + 20)}`);
    assert.deepEqual([at(10, 100), at(30, 100)], ['#111111', '#ffffff']);
    for (const row of [4, 5]) assert.ok(luminance(at(300, row * 40 + 20)) < 0.05, `${row}: ${at(300, row * 40 + 20)}`);
  });

  it('darkens what comes later, without waiting for transitions', async () => {
    const { at } = await dark('/later', 200);
    for (const y of [20, 60]) assert.ok(luminance(at(300, y)) < 0.05, `${y}: ${at(300, y)}`);
  });
});
