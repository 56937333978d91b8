import { PNG } from 'pngjs';
import { barCode } from '../kit/pages/bar-code.js';
import { html, type PageHandler, type PageServer, startPages } from '../kit/pages/pages.js';

const paragraph = 'The quick brown fox jumps over the lazy dog, and nobody has ever found out why. '.repeat(6);

/** Text only: the minimum cost of a capture. */
const simple = html(
  `<h1>A page</h1>${Array.from({ length: 30 }, (_, i) => `<p style="color:hsl(${i * 12} 60% 40%)">${paragraph}</p>`).join('')}`,
);

/** A banner that no rule names: the generic step has to find and close it. */
const banner = html(
  `<h1>A page</h1>${`<p>${paragraph}</p>`.repeat(30)}
  <div id="consent" style="position:fixed;inset:auto 0 0;padding:24px;background:#222;color:#fff;z-index:9">
    We use cookies to personalise content and ads. <button>Accept all</button>
    <button onclick="consent.remove()">Reject all</button></div>`,
);

const pictures = 48;

/** Each number gives another picture, which hardly compresses. */
const picture = (number: number): Buffer => {
  const png = new PNG({ width: 160, height: 120 });
  let state = number + 1;
  for (let at = 0; at < png.data.length; at += 4) {
    // Numerical Recipes' generator: equal pictures in each run.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    png.data.writeUInt32BE(((state & 0xf8f8_f8ff) | 0xff) >>> 0, at);
  }
  return PNG.sync.write(png, { deflateLevel: 1 });
};

const script = `
  const table = document.createElement('table');
  for (let row = 0; row < 400; row += 1) {
    const line = table.insertRow();
    for (let cell = 0; cell < 6; cell += 1) line.insertCell().textContent = (row * cell * 7919 % 1000).toFixed(2);
  }
  document.body.append(table);
  for (const box of document.querySelectorAll('figure')) box.dataset.width = box.getBoundingClientRect().width;
`;

const style = `
  body { font: 15px/1.5 sans-serif; background: linear-gradient(#fff, #dde) }
  main { display: grid; grid-template-columns: repeat(8, 1fr); gap: 8px }
  figure { margin: 0; border-radius: 12px; box-shadow: 0 4px 14px #0006; overflow: hidden }
  img { width: 100%; filter: saturate(1.3) }
`;

const figures = Array.from(
  { length: pictures },
  (_, i) => `<figure><img src="/picture-${i}.png"><figcaption>Figure ${i}</figcaption></figure>`,
).join('');

/** An ordinary page: 48 pictures, style sheets, a script that builds a table, shadows, grids, much text. */
const heavy = html(
  `<main>${figures}</main>${`<p>${paragraph}</p>`.repeat(40)}<script src="/script.js"></script>`,
  '<link rel="stylesheet" href="/style.css">',
);

const dots = Array.from({ length: 12 }, (_, i) => `<i style="animation-delay:-${i * 160}ms"></i>`).join('');

/** Cards and a typed text, which an interface moves, and the number of each frame. */
const moving = (script: string): PageHandler =>
  html(
    `${barCode}<h1>A page that moves</h1><main>${dots}</main><p id="typed"></p><script>
      let letters = 0;
      setInterval(() => { typed.textContent = '${paragraph}'.slice(0, letters++ % 200); }, 40);
      ${script}</script>`,
    `<style>@keyframes bounce { 50% { transform: translateY(300px) rotate(0.5turn); background: #e63 } }
      body { font: 16px sans-serif; background: #f4f6fb }
      i { display: inline-block; width: 80px; height: 80px; margin: 12px; border-radius: 12px; background: #36c;
        box-shadow: 0 4px 14px #0006; animation: bounce 2s infinite }</style>`,
  );

/** Another colour with each key. */
const keys = html(
  `<script>let dark = false; onkeydown = () => { dark = !dark; document.body.style.background = dark ? '#000' : '#fff'; }</script>`,
);

const endless: PageHandler = (_request, response) => {
  response.setHeader('content-type', 'text/event-stream').write('data: x\n\n');
};

const file =
  (type: string, body: Buffer | string): PageHandler =>
  (_request, response) =>
    response.setHeader('content-type', type).end(body);

const assets: [string, PageHandler][] = [
  ['/style.css', file('text/css', style)],
  ['/script.js', file('text/javascript', script)],
  ...Array.from({ length: pictures }, (_, i): [string, PageHandler] => [
    `/picture-${i}.png`,
    file('image/png', picture(i)),
  ]),
];

export const startSite = (): Promise<PageServer> =>
  startPages({
    '/simple': simple,
    '/heavy': heavy,
    '/banner': banner,
    '/moving': moving(''),
    '/moving-live': moving("new EventSource('/endless')"),
    '/keys': keys,
    '/endless': endless,
    ...Object.fromEntries(assets),
  });
