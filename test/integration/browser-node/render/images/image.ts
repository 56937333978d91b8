import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { it } from 'node:test';
import { PNG } from 'pngjs';
import { html } from '../../../../kit/pages/pages.js';
import { decodePng } from '../../../../kit/pages/picture.js';
import { announcementOf } from '../../../../kit/render/render-job.js';
import { type SharedService, servePages } from '../../../../kit/render/served-pages.js';

const [red, green, blue, white] = ['#ff0000', '#00ff00', '#0000ff', '#ffffff'] as const;

const box = (style: string) => `<div style="${style}"></div>`;

/** Runs a script that decides when to paint the page green. */
const greenWhen = (script: string) =>
  html(
    `<meta name="viewport" content="width=device-width"><script>const green=()=>{document.body.style.background='${green}'};${script}</script>`,
  );

const pages = {
  '/sandboxed': (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('content-security-policy', 'sandbox');
    html(
      `${box('height:1500px')}<img loading="lazy" src="/pixel.svg?sandboxed" style="display:block;width:100px;height:500px">`,
    )(request, response);
  },
  '/undecodable': (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end('<p>not compressed');
  },
  '/bad-chunk': (_: IncomingMessage, response: ServerResponse) => {
    response.socket?.end(
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n<p>x\r\n',
    );
  },
  '/plain': html(box(`width:100px;height:100px;background:${red}`)),
  '/tall': html(
    [red, green, blue].map((colour) => box(`height:1000px;background:${colour}`)).join('') +
      box('height:1px;width:2000px'),
  ),
  '/hero': html(box(`height:100vh;background:${red}`) + box(`height:2000px;background:${blue}`)),
  '/fixed-height': html(
    `<div style="height:4000px;background:${blue}"><div style="height:100vh;background:${red}"></div></div>`,
  ),
  '/edge': html(
    `<div id="left" style="position:absolute;left:-50px;top:10px;width:100px;height:100px;background:${red}"></div>
     <div id="gone" style="position:absolute;left:-500px;top:10px;width:100px;height:100px"></div>`,
  ),
  '/wide': html(
    `<div style="width:980px;height:3000px;background:linear-gradient(90deg,${red} 50%,${blue} 50%)"></div>`,
  ),
  '/inner': html(
    `<div style="position:fixed;inset:0;overflow-y:auto">${box(`height:1800px;background:${red}`)}${box(`height:200px;background:${blue}`)}</div>`,
  ),
  '/lazy': html(
    `${box('height:5000px')}<img loading="lazy" src="/pixel.svg?lazy" style="display:block;width:100px;height:100px">
     <div id="seen" style="height:100px"></div>
     <script>new IntersectionObserver((entries)=>{if(entries.some((entry)=>entry.isIntersecting)) seen.style.background='${green}'}).observe(seen)</script>`,
  ),
  '/element': html(
    `${box('height:1500px')}<div id="here" class="a" style="width:120.5px;height:80px;background:${blue}"></div><i id="hidden" style="display:none">x</i>${box('height:500px')}`,
  ),
  '/later': greenWhen('setTimeout(()=>{green();document.body.innerHTML="<p id=done>done</p>"},700)'),
  '/fetching': greenWhen('addEventListener("load",()=>fetch("/slow").then(green))'),
  '/slow': (_: unknown, response: { end: (text: string) => void }) => {
    setTimeout(() => response.end('late'), 400);
  },
  '/font.ttf': (_: unknown, response: { end: (text: string) => void }) => {
    setTimeout(() => response.end('no font'), 300);
  },
  '/late-font': greenWhen(
    'addEventListener("load",()=>setTimeout(()=>new FontFace("late","url(/font.ttf)").load().catch(()=>0).then(green),300))',
  ),
  '/loader.js': (_: unknown, response: ServerResponse) => {
    response
      .setHeader('content-type', 'text/javascript')
      .end(
        'addEventListener("load",()=>setTimeout(()=>new FontFace("late","url(/font.ttf)").load().catch(()=>0).then(green),300))',
      );
  },
  '/late-font-of-file': html(
    `<script>const green=()=>{document.body.style.background='${green}'}</script><script src="/loader.js"></script>`,
  ),
  '/late-class': greenWhen(`const style=document.head.appendChild(document.createElement('style'));
    style.textContent='@font-face{font-family:late;src:url(/font.ttf)}.fonts-active{font-family:late}';
    document.body.append('text');document.fonts.onloadingdone=document.fonts.onloadingerror=green;
    addEventListener('load',()=>setTimeout(()=>document.body.classList.add('fonts-active'),200))`),
  '/size': greenWhen('if (innerWidth===393 && devicePixelRatio===3 && "ontouchstart" in window) green()'),
  '/noise': html(
    `<canvas id="c" width="1200" height="800"></canvas><script>
      const image=c.getContext('2d').createImageData(1200,800);let x=7;
      for(let i=0;i<image.data.length;i++) image.data[i]=i%4===3?255:(x=(x*1103515245+12345)%2147483648)>>16&255;
      c.getContext('2d').putImageData(image,0,0)</script>`,
  ),
  // 20×20 pixels: the left half is red, the right half transparent.
  '/half.png': (_: unknown, response: ServerResponse) => {
    const half = new PNG({ width: 20, height: 20 });
    for (let at = 0; at < half.data.length; at += 4)
      half.data.set((at / 4) % 20 < 10 ? [255, 0, 0, 255] : [0, 0, 0, 0], at);
    response.setHeader('content-type', 'image/png').end(PNG.sync.write(half));
  },
  '/pixel.svg': (_: unknown, response: import('node:http').ServerResponse) => {
    response
      .setHeader('content-type', 'image/svg+xml')
      .end(`<svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" fill="${red}"/></svg>`);
  },
} as const;

export const imageCases = (serviceOf: () => SharedService): void => {
  const served = servePages(pages, 'image', serviceOf);

  for (const path of ['/undecodable', '/bad-chunk']) {
    it(`is empty at once, with a warning, for ${path}`, async () => {
      const start = Date.now();
      const { status, headers } = await served.get(path);
      assert.deepEqual([status, Date.now() - start < 10_000], [200, true]);
      assert.match(headers.get('x-warnings') ?? '', /The page broke off/);
    });
  }

  it('is as fast of a sandboxed page', async () => {
    const start = Date.now();
    const { status, headers, body } = await served.get('/sandboxed', { full: 'true' });
    assert.deepEqual([status, decodePng(body).height], [200, 2000]);
    assert.match(headers.get('x-warnings') ?? '', /Lazy content may be missing/);
    const missing = await served.get('/sandboxed', { selector: '#none' });
    assert.deepEqual([missing.status, missing.error().code], [422, 'selector_not_found']);
    assert.ok(Date.now() - start < 20_000, `${Date.now() - start} ms`);
  });
  const { get } = served;

  const picture = async (path: string, options: Record<string, string> = {}) => {
    const answer = await get(path, options);
    assert.equal(answer.status, 200, answer.status === 200 ? '' : answer.body.toString());
    return { ...decodePng(answer.body), headers: answer.headers };
  };

  it('is the viewport, 1440×900, by default', async () => {
    const { width, height, at, headers } = await picture('/plain');
    assert.deepEqual([width, height], [1440, 900]);
    assert.deepEqual([at(0, 0), at(99, 99), at(100, 100)], [red, red, white]);
    assert.equal(headers.get('content-type'), 'image/png');
    assert.equal(headers.get('x-target-status'), '200');
    assert.match(headers.get('content-disposition') ?? '', /^inline; filename="127\.0\.0\.1-plain\.png"$/);
    for (const phase of ['queue', 'browser', 'navigate', 'wait', 'capture', 'store']) {
      assert.match(headers.get('server-timing') ?? '', new RegExp(`${phase};dur=[\\d.]+`));
    }
  });

  it('has the size of vw, vh and scaleFactor', async () => {
    const { width, height, at } = await picture('/plain', { vw: '300', vh: '200', scaleFactor: '1.5' });
    assert.deepEqual([width, height], [450, 300]);
    assert.deepEqual([at(149, 149), at(151, 151)], [red, white]);
  });

  it('is a clip of the document', async () => {
    const { width, height, at } = await picture('/tall', { left: '10', top: '950', width: '200', height: '1200' });
    assert.deepEqual([width, height], [200, 1200]);
    assert.deepEqual([at(0, 0), at(0, 49), at(0, 50), at(199, 1049), at(199, 1050)], [red, red, green, green, blue]);
  });

  it('is the full page, whose clip width still applies', async () => {
    const whole = await picture('/tall', { full: 'true', vw: '800' });
    assert.deepEqual([whole.width, whole.height], [800, 3001]);
    assert.deepEqual([whole.at(0, 999), whole.at(0, 1000), whole.at(0, 2999)], [red, green, blue]);
    const narrow = await picture('/tall', { full: 'true', width: '100', height: '10', top: '1000' });
    assert.deepEqual([narrow.width, narrow.height, narrow.at(0, 0)], [100, 2001, green]);
  });

  it('does not stretch elements as high as the window', async () => {
    const { height, at } = await picture('/hero', { full: 'true' });
    assert.equal(height, 2900);
    assert.deepEqual([at(0, 899), at(0, 900), at(0, 2899)], [red, blue, blue]);
  });

  it('does not stretch them even if the height of the page does not change', async () => {
    const { height, at } = await picture('/fixed-height', { full: 'true' });
    assert.deepEqual([height, at(0, 899), at(0, 900)], [4000, red, blue]);
  });

  it('shows a wide page on a phone as a phone does: whole, and small', async () => {
    for (const options of [{}, { full: 'true' }]) {
      const { width, height, at } = await picture('/wide', { emulateDevice: 'iphone_15_pro', ...options });
      assert.equal(width, 393 * 3);
      assert.deepEqual([at(10, 10), at(width - 10, 10)], [red, blue]);
      if ('full' in options) assert.ok(Math.abs(height - (3000 / 980) * 393 * 3) < 10, `${height} pixels high`);
    }
  });

  it('is the part of an element that lies in the document', async () => {
    const { width, height, at } = await picture('/edge', { selectorId: 'left' });
    assert.deepEqual([width, height, at(0, 0)], [50, 100, red]);
    const gone = await served.service.get({ url: served.site.url('/edge'), selectorId: 'gone' });
    assert.deepEqual([gone.status, gone.error().code], [422, 'selector_not_found']);
  });

  it('is the full page if an inner box scrolls, not the document', async () => {
    const { height, at } = await picture('/inner', { full: 'true' });
    assert.equal(height, 2000);
    assert.deepEqual([at(0, 1799), at(0, 1800), at(0, 1999)], [red, blue, blue]);
  });

  it('has the lazy parts of a full page', async () => {
    const { at } = await picture('/lazy', { full: 'true' });
    assert.deepEqual([at(50, 5050), at(50, 5150)], [red, green]);
  });

  for (const [name, value] of [
    ['selector', '.a'],
    ['selectorId', 'here'],
  ] as const) {
    it(`is one element by ${name}, in whole pixels`, async () => {
      const { width, height, at } = await picture('/element', { [name]: value });
      assert.deepEqual([width, height], [121, 80]);
      assert.deepEqual([at(0, 0), at(119, 79)], [blue, blue]);
    });
  }

  it('refuses a selector without a box and an invalid one', async () => {
    const hidden = await served.service.get({ url: served.site.url('/element'), selector: '#hidden' });
    assert.deepEqual([hidden.status, hidden.error().code], [422, 'selector_not_found']);
    for (const name of ['selector', 'waitFor']) {
      const bad = await served.service.get({ url: served.site.url('/element'), [name]: 'a[[' });
      assert.deepEqual([bad.status, bad.error().code], [400, 'invalid_option']);
    }
  });

  it('waits for a selector, an id, a delay and pending requests', async () => {
    assert.equal((await picture('/later')).at(700, 500), white);
    assert.equal((await picture('/later', { waitFor: '#done' })).at(700, 500), green);
    assert.equal((await picture('/later', { waitForId: 'done' })).at(700, 500), green);
    assert.equal((await picture('/later', { delay: '1.5' })).at(700, 500), green);
    assert.equal((await picture('/fetching')).at(700, 500), green);
  });

  for (const path of ['/late-font', '/late-font-of-file', '/late-class'] as const) {
    it(`waits for a font that a script asks for after the load event: ${path}`, async () => {
      assert.equal((await picture(path)).at(700, 500), green);
    });
  }

  it('warns if the clip lies outside the page', async () => {
    const { headers } = await picture('/plain', { top: '100000' });
    assert.match(headers.get('x-warnings') ?? '', /The clip lies outside the page/);
    assert.equal((await picture('/plain', { top: '10' })).headers.get('x-warnings'), null);
  });

  it("keeps a picture's own transparency", async () => {
    const { at } = await picture('/half.png', { transparent: 'true', vw: '60', vh: '60' });
    assert.deepEqual([at(25, 30), at(35, 30), at(5, 5)], [red, '#00000000', '#00000000']);
    const svg = await picture('/pixel.svg', { transparent: 'true', vw: '60', vh: '60' });
    assert.equal(svg.at(30, 30), red);
  });

  it('is transparent on request, with a warning for jpeg', async () => {
    const { at } = await picture('/plain', { transparent: 'true' });
    assert.deepEqual([at(50, 50), at(700, 500)], [red, '#00000000']);
    const jpeg = await served.service.get({ url: served.site.url('/plain'), transparent: 'true', type: 'jpeg' });
    assert.match(jpeg.headers.get('x-warnings') ?? '', /`transparent` has no effect on jpeg/);
  });

  it('emulates a device, and ignores an unknown one', async () => {
    const device = await picture('/size', { emulateDevice: 'iphone_15_pro' });
    assert.deepEqual([device.width, device.height], [393 * 3, 659 * 3]);
    assert.equal(device.at(500, 1000), green);
    const unknown = await picture('/size', { emulateDevice: 'no_such_phone' });
    assert.deepEqual([unknown.width, unknown.at(700, 500)], [1440, white]);
  });

  it('is png, jpeg or webp, and the better of two by bestFormat', async () => {
    const magic = async (options: Record<string, string>, accept = '*/*') => {
      const answer = await served.service.get({ url: served.site.url('/noise'), ...options }, { headers: { accept } });
      return { type: answer.headers.get('content-type'), start: answer.body.subarray(0, 12), answer };
    };
    const jpeg = await magic({ type: 'jpeg', quality: '90' });
    assert.deepEqual([jpeg.type, jpeg.start.subarray(0, 2).toString('hex')], ['image/jpeg', 'ffd8']);
    const worse = await magic({ type: 'jpeg', quality: '10' });
    assert.ok(worse.answer.body.length < jpeg.answer.body.length / 2);
    const webp = await magic({ type: 'webp' });
    assert.deepEqual([webp.type, webp.start.subarray(8).toString()], ['image/webp', 'WEBP']);
    const best = await magic({ bestFormat: 'true' }, 'image/avif,image/webp,*/*');
    assert.deepEqual([best.type, best.answer.headers.get('vary')], ['image/webp', 'Accept']);
    assert.equal((await magic({ bestFormat: 'true' }, 'image/png')).type, 'image/png');
  });

  it('arrives whole when it is larger than a message, unless it is larger than a result may be', async () => {
    const pairs = { url: served.site.url('/noise'), scaleFactor: '2' };
    const answer = await served.service.get(pairs);
    assert.ok(answer.body.length > 2_000_000, `${answer.body.length} bytes`);
    assert.deepEqual([decodePng(answer.body).width, answer.status], [2880, 200]);
    const limited = await announcementOf(served.service, { endpoint: 'image', pairs, resultBytes: 1_500_000 });
    assert.match(limited.ok ? '' : limited.message, /^The picture has more than 1 MiB as png\. Use `type=jpeg`/);
  });

  it('is refused, not cut, above 100 megapixels and the limit of its format', async () => {
    for (const [options, hint] of [
      [{ width: '50000', height: '50000' }, /megapixels/],
      [{ width: '100', height: '70000', type: 'jpeg' }, /jpeg/],
      [{ width: '100', height: '17000', type: 'webp' }, /webp/],
    ] as const) {
      const answer = await get('/plain', options);
      assert.deepEqual([answer.status, answer.error().code], [422, 'result_too_large']);
      assert.match(answer.error().error, hint);
    }
  });
};
