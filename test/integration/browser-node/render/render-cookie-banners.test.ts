import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { html, type PageHandler, type PageServer, startPages } from '../../../kit/pages/pages.js';
import { decodePng } from '../../../kit/pages/picture.js';
import { startRenderStage } from '../../../kit/render/render-stage.js';

const red = '#ff0000';
const green = '#00ff00';

const style = `position:fixed;z-index:9;top:0;left:0;width:100%;height:300px;background:${red};color:${red}`;
/** Its page gets a request for the choice that was made. */
const close = (choice: string) =>
  `onclick="this.closest('.box').remove();new Image().src='/${choice}?'+location.pathname"`;
const words = 'We use cookies to personalise content and for analytics.';
const box = (content: string, more = '') => `<div class="box" style="${style}" ${more}>${content}</div>`;
const page = `<div style="width:100%;height:300px;background:${green}"></div>`;
const both = `<button ${close('accept')}>Accept all</button><button ${close('reject')}>Reject all</button>`;
const hidden = 'A cookie banner did not close by a click, so `blockCookieBanners` hid it.';

interface Case {
  body: string;
  choice?: string;
  warnings?: string[];
  /** The banner has only begun to appear. */
  faint?: true;
}

const banners: Record<string, Case> = {
  '/reject': { body: box(words + both), choice: 'reject' },
  '/accept': { body: box(`${words}<button ${close('accept')}>OK</button>`), choice: 'accept' },
  '/german': { body: box(`Wir verwenden Cookies.<a href="#" ${close('reject')}>Alle ablehnen</a>`), choice: 'reject' },
  '/fading': {
    body: box(
      `${words}<button onclick="const b=this.closest('.box');b.style.transition='opacity 10s';b.style.opacity=0;b.ontransitionend=()=>b.remove()">Reject</button>`,
    ),
  },
  '/sliding': {
    body: box(
      `${words}<button onclick="const b=this.closest('.box');b.style.transition='transform 10s';b.style.transform='translateY(-100%)'">Reject</button>`,
    ),
  },
  '/dead': {
    // Names of fields become properties of their form.
    body: `<form><div style="position:fixed;z-index:8;inset:0;background:#0008"></div>${box(`${words}<button>OK</button>`)}
      <input type="hidden" name="children"><input type="hidden" name="shadowRoot"></form>`,
    warnings: [hidden],
  },
  '/nested': {
    body: `<div class="box" style="position:fixed;z-index:8;inset:0;background:#0008"><div role="dialog">
      <div style="${style}">${words}${both}</div></div></div>`,
    choice: 'reject',
  },
  '/nested-dead': {
    body: `<div style="position:fixed;z-index:8;inset:0;background:#0008"><div role="dialog">
      <div style="${style}">${words}<input type="checkbox"><button>Reject all</button></div></div></div>`,
    warnings: [hidden],
  },
  '/under-navigation': {
    body: `<nav style="position:absolute;z-index:9;inset:0 0 auto;height:200px"><a href="/plain">Start</a></nav>
      <div role="dialog" class="box" style="height:300px;background:${red}">${words}${both}</div>`,
    choice: 'reject',
  },
  '/leaves': { body: box(`${words}<a href="/elsewhere">Accept</a>`), warnings: [hidden] },
  '/elsewhere': { body: box(`${words}<button onclick="location.href='/login'">Accept</button>`), warnings: [hidden] },
  '/reloading': {
    body: `<script>if(!document.cookie)document.write(${JSON.stringify(box(`${words}<button onclick="document.cookie='choice=1';location.reload()">OK</button>`)).replaceAll('</', '<\\/')})</script>`,
  },
  '/reloading-again': { body: box(`${words}<button onclick="location.reload()">OK</button>`), warnings: [hidden] },
  '/listens-late': {
    body: `${box(`${words}<button id="late">Reject</button>`)}
      <script>onload=()=>setTimeout(()=>late.addEventListener('click',()=>document.querySelector('.box').remove()),150)</script>`,
  },
  '/hebrew': {
    body: box(
      `<div dir="rtl">אנו משתמשים בעוגיות.<button ${close('accept')}>אישור</button><button ${close('reject')}>דחה</button></div>`,
    ),
    choice: 'reject',
  },
  '/fades-in': {
    body: `<style>@keyframes come{from{opacity:0;background:#f00}to{background:#f00}}.box{animation:come 60s}</style>${box(words + both)}`,
    choice: 'reject',
    faint: true,
  },
  '/nested-shadow': {
    body: `<div id="host" class="box"></div><script>
      const root = host.attachShadow({mode:'open'});
      root.innerHTML = '<div style="${style}"><x-text></x-text><x-button></x-button></div>';
      root.querySelector('x-text').attachShadow({mode:'open'}).textContent = '${words}';
      const inner = root.querySelector('x-button').attachShadow({mode:'open'});
      inner.innerHTML = '<span style="cursor:pointer">Reject all</span>';
      inner.firstChild.addEventListener('click', () => host.remove());</script>`,
  },
  '/shadow': {
    body: `<div id="host"></div><script>document.getElementById('host').attachShadow({mode:'open'}).innerHTML=${JSON.stringify(box(words + both))}</script>`,
    choice: 'reject',
  },
  '/closed-shadow': {
    body: `<div id="host"></div><script>host.attachShadow({mode:'closed'}).innerHTML=${JSON.stringify(box(words + both))}</script>`,
    choice: 'reject',
  },
  '/didomi': {
    body: `<div id="didomi-host" class="box"><div id="didomi-notice" style="${style}">${words}<button>Agree</button></div></div>
      <script>window.Didomi={setUserDisagreeToAll(){document.querySelector('.box').remove();new Image().src='/reject?/didomi'}}</script>`,
    choice: 'reject',
  },
  '/osano': {
    body: `<div class="osano-cm-window box"><div class="osano-cm-dialog" style="${style}">${words}
      <script>window.Osano={cm:{dialogOpen:true}}</script>
      <button class="osano-cm-accept">Accept</button><button class="osano-cm-denyAll" ${close('reject')}>✕</button></div></div>`,
    choice: 'reject',
  },
  '/cookiebot': {
    body: `${box(`${words}<button>Allow</button><i id="CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll" ${close('reject')}>…</i>`)}
      <script>window.Cookiebot={hasResponse:false,dialog:{visible:true}}</script>`,
    choice: 'reject',
  },
  '/framed': {
    body: `<div class="box" style="${style}"><iframe src="http://other.test:PORT/inner" width="800" height="200"></iframe></div>
      <script>addEventListener('message',()=>document.querySelector('.box').remove())</script>`,
  },
  '/framed-dead': {
    body: `<div class="box" style="${style}"><iframe src="http://other.test:PORT/inner-dead" width="800" height="200"></iframe></div>`,
    warnings: [hidden],
  },
  // The frame's address is not its `src`, and another frame has the same one.
  '/framed-moved': {
    body: `<iframe src="http://other.test:PORT/moved" width="10" height="10"></iframe>
      <div class="box" style="${style}"><iframe src="http://other.test:PORT/moved" width="800" height="200"></iframe></div>`,
    warnings: [hidden],
  },
  '/labels': {
    body: box(
      `${words}<label style="cursor:pointer"><span>Only necessary</span><input type="checkbox"></label>
       <a href="/elsewhere">Do not sell my data</a><button ${close('accept')}>Accept</button>`,
    ),
    choice: 'accept',
  },
  '/many-closed': {
    body: `${[
      'top:50%;left:50%',
      'top:50%;left:10%',
      'top:50%;left:90%',
      'top:85%;left:10%',
      'top:85%;left:50%',
      'top:85%;left:90%',
    ]
      .map(
        (place) =>
          `<x-part style="position:fixed;${place};width:20px;height:20px;transform:translate(-10px,-10px)"></x-part>`,
      )
      .join('')}<div id="host"></div>
      <script>for(const part of document.querySelectorAll('x-part')) part.attachShadow({mode:'closed'}).innerHTML='<i></i>';
        host.attachShadow({mode:'closed'}).innerHTML=${JSON.stringify(box(words + both))}</script>`,
    choice: 'reject',
  },
};

/** A page of 4,000 px. Scrolling brings its banner, and turns its last box green when it is reached. */
const lateBanner = (banner: string) =>
  `${page}<div style="height:3600px"></div><div id="last" style="height:100px"></div><script>
    addEventListener('scroll',()=>{if(scrollY>2500) last.style.background='${green}'});
    if(!document.cookie) addEventListener('scroll',()=>{
      if(scrollY>1500&&!document.querySelector('.box')) document.body.insertAdjacentHTML('beforeend',${JSON.stringify(banner).replaceAll('</', '<\\/')})})</script>`;

/** Any click is a request. */
const reportsClicks =
  "<script>addEventListener('click',()=>{new Image().src='/clicked?'+location.pathname},true)</script>";

const innocent: Record<string, string> = {
  '/log-in': box(`Sign in. We use cookies to keep you signed in: privacy.<input type="password"><button>OK</button>`),
  '/age': box(`Are you over 18? This site uses cookies.<button>Yes</button><button>No, thanks</button>`),
  '/sign-in': box(`Sign in. We use cookies to keep you signed in, see privacy.<button>Continue with Mail</button>`),
  '/shop': box(`Subscribe for 10% off. You accept our privacy policy and cookies.<button>Accept</button>`),
  '/butter': box(`We use real butter in our cookies. Save the recipe?<button>OK</button>`),
  '/application': `<div style="position:fixed;inset:0;background:${red};color:${red}"><main>${words}</main><button>Accept</button></div>`,
  '/newsletter': box(`Our newsletter. We use cookies, see privacy.<input type="email"><button>OK</button>`),
  // A drawer beside the window, still closed.
  '/off-canvas': `<div role="dialog" class="box" style="${style};transform:translateX(100%)">${words}${both}</div>
    <div style="position:absolute;top:0;width:100%;height:300px;background:${red}"></div>`,
  '/recipe': box('Chocolate chip cookies: bake for 12 minutes.<button>OK</button>'),
  '/policy': `<div style="height:300px;background:${red}">${words}<button>Accept</button><button>Reject</button></div>`,
};

const blockCookieBanners = 'true';

const shownBanners = Object.keys(banners).filter((path) => !banners[path]?.faint);

/** One page shows the banners in frames: a render for each takes 12 s of CPU. */
const frame = { width: 240, height: 260, columns: 8 };
const frames = shownBanners.map((path) => `<iframe src="${path}"></iframe>`).join('');
const allBanners = `<style>iframe{width:${frame.width}px;height:${frame.height}px;border:0}
  body{display:grid;grid-template-columns:repeat(${frame.columns},${frame.width}px)}</style>${frames}`;

describe('blockCookieBanners', () => {
  let site: PageServer;
  let stage: Awaited<ReturnType<typeof startRenderStage>>;
  before(async () => {
    const bodies: Record<string, string> = {
      '/inner': `${words}<button onclick="parent.postMessage('closed','*')">Reject all</button>`,
      '/inner-dead': `${words}<button>Reject all</button>`,
      '/moved': `<script>if(innerWidth>100) location.replace('/inner-dead')</script>`,
      '/late-dead': lateBanner(box(`${words}<button>OK</button>`)),
      '/late-reloading': lateBanner(
        box(`${words}<button onclick="document.cookie='choice=1';location.reload()">OK</button>`),
      ),
      '/all-banners': allBanners,
      '/plain': page,
      '/printing': `${page}<script>
        onbeforeprint = () => document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(box(words + both)).replaceAll('</', '<\\/')})</script>`,
      '/login': `<div style="height:900px;background:${red}">another page</div>`,
      '/locked': `<style>html,body{overflow:hidden;height:100%}</style>${box(words + both)}${page}<div style="height:3000px"></div>`,
    };
    for (const [path, { body }] of Object.entries(banners)) bodies[path] = body + page;
    for (const [path, body] of Object.entries(innocent)) bodies[path] = body + page + reportsClicks;
    const served: Record<string, PageHandler> = {};
    for (const [path, body] of Object.entries(bodies))
      served[path] = (request, response) => {
        const answer = () => html(body.replaceAll('PORT', String(site.port)))(request, response);
        // A page that is loaded again comes when all of it was scrolled.
        setTimeout(answer, path === '/late-reloading' && request.headers.cookie ? 400 : 0);
      };
    site = await startPages(served);
    stage = await startRenderStage({ port: site.port });
    for (const name of ['news.test', 'other.test']) stage.egress.dns.set(name, { a: ['127.0.0.1'] });
  });
  after(async () => {
    await stage?.close();
    await site?.close();
  });

  const render = async (path: string, pairs: Record<string, string> = {}) => {
    const rendered = await stage.render(`http://news.test:${site.port}${path}`, { pairs: { vw: '800', ...pairs } });
    assert.equal(rendered.message, '');
    return { ...rendered, picture: decodePng(rendered.body) };
  };
  const choicesOn = (path: string) =>
    site.requests.map((line) => line.split(' ')[1] ?? '').filter((target) => target.endsWith(`?${path}`));

  it('changes something: each banner shows without it', async () => {
    const { picture } = await render('/all-banners', { vw: `${frame.columns * frame.width}`, full: 'true' });
    for (const [at, path] of shownBanners.entries()) {
      const [column, row] = [at % frame.columns, Math.floor(at / frame.columns)];
      assert.equal(picture.at(column * frame.width + 230, row * frame.height + 250), red, path);
    }
  });

  for (const [path, { choice, warnings = [] }] of Object.entries(banners)) {
    it(`${path}: shows the page without its banner`, async () => {
      const rendered = await render(path, { blockCookieBanners });
      assert.equal(rendered.picture.at(700, 250), green);
      assert.deepEqual(rendered.warnings, warnings);
      if (choice) assert.deepEqual(choicesOn(path), [`/${choice}?${path}`]);
    });
  }

  for (const path of Object.keys(innocent)) {
    it(`${path}: stays, and gets no click`, async () => {
      const { picture, warnings } = await render(path, { blockCookieBanners });
      assert.equal(picture.at(700, 250), red);
      assert.deepEqual([warnings, choicesOn(path)], [[], []]);
    });
  }

  it('takes a full page whose scrolling the banner had locked', async () => {
    const { picture } = await render('/locked', { blockCookieBanners, full: 'true' });
    assert.ok(picture.height >= 3300, `${picture.height}`);
    assert.equal(picture.at(700, 250), green);
  });

  it('warns of one that comes late and does not close', async () => {
    const { picture, warnings } = await render('/late-dead', { blockCookieBanners, full: 'true' });
    assert.deepEqual([picture.at(700, 250), picture.at(700, 3950), warnings], [green, green, [hidden]]);
  });

  it('scrolls again if the choice of a late one loads the page again', async () => {
    const { picture } = await render('/late-reloading', { blockCookieBanners, full: 'true' });
    assert.deepEqual([picture.at(700, 250), picture.at(700, 3950)], [green, green]);
  });

  it('prints without the banner', async () => {
    const url = `http://news.test:${site.port}/reject`;
    const before = choicesOn('/reject').length;
    const { code } = await stage.render(url, { endpoint: 'pdf', pairs: { blockCookieBanners } });
    assert.deepEqual([code, choicesOn('/reject').length], ['whole', before + 1]);
  });

  it('closes one that appears while the page is printed', async () => {
    const url = `http://news.test:${site.port}/printing`;
    assert.equal((await stage.render(url, { endpoint: 'pdf' })).code, 'whole');
    assert.deepEqual(choicesOn('/printing'), []);
    await stage.render(url, { endpoint: 'pdf', pairs: { blockCookieBanners } });
    assert.deepEqual(choicesOn('/printing'), ['/reject?/printing']);
  });
});
