import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { it } from 'node:test';
import { html } from '../../../../kit/pages/pages.js';
import { decodePng } from '../../../../kit/pages/picture.js';
import { type SharedService, servePages } from '../../../../kit/render/served-pages.js';

const { resolve } = createRequire(import.meta.url);
const textOf = (module: string) => readFileSync(resolve(module), 'utf8');

const red = '#ff0000';
const green = '#00ff00';
const blue = '#0000ff';

const style = (text: string) => `<style>${text}</style>`;
const box = (css: string, more = '') => `<div style="${css}" ${more}></div>`;

const rowPixels = 500;
const rows = Array.from({ length: 12 }, (_, index) => index);
/** Narrow pictures: decoding wide ones takes seconds. */
const vw = '400';
/** Rows of 500 px. */
const inRows = (row: (index: number) => string) =>
  rows.map((index) => `<div style="height:${rowPixels}px">${row(index)}</div>`).join('');

const size = 'width:100px;height:100px;display:block';
/** Loads what the window shows; `waiting` and `give` are the ones of the page. */
const load = `const load=()=>{for(const e of waiting()){
  const {top,bottom}=e.getBoundingClientRect();if(top<innerHeight&&bottom>0) give(e)}};load();`;
const bySource = `const waiting=()=>document.querySelectorAll('img[data-src]');
  const give=(e)=>{e.src=e.dataset.src;e.removeAttribute('data-src')};${load}`;
const debounce = (ms: number) =>
  `let timer;addEventListener('scroll',()=>{clearTimeout(timer);timer=setTimeout(load,${ms})});`;
/** Takes the first event only, and forgets those of the next milliseconds. */
const throttle = (ms: number) =>
  `let last=0;addEventListener('scroll',()=>{if(Date.now()-last>=${ms}){last=Date.now();load()}});`;
const withScript = (body: string, script: string, head = '') => html(`${body}<script>${script}</script>`, head);
const sources = inRows(() => `<img data-src="/green.svg" style="${size}">`);

/** A list of 200 rows of 40 px that draws only those in the window, whose height is the expression. */
const listOn = (windowHeight: string) =>
  withScript(
    '<div id="list" style="position:relative;height:8000px"></div>',
    `const draw=()=>{const first=Math.floor(scrollY/40);let rows='';
      for(let row=first;row<Math.min(first+Math.ceil(${windowHeight}/40)+1,200);row++)
        rows+='<p style="position:absolute;left:0;margin:0;width:100px;height:40px;background:${green};top:'+row*40+'px"></p>';
      list.innerHTML=rows};draw();addEventListener('scroll',draw);addEventListener('resize',draw)`,
  );

const heroOn = (listener: string) =>
  withScript(
    box(`background:${red}`, 'id="hero"') + box(`height:3000px;background:${blue}`),
    `const fit=()=>{hero.style.height=innerHeight+'px'};fit();${listener}`,
  );

const toggled = (css: string) =>
  withScript(
    inRows(() => `<section>${box(size)}</section>`),
    `const observer=new IntersectionObserver((entries)=>{for(const {isIntersecting,target} of entries) target.classList.toggle('shown',isIntersecting)});
     for(const section of document.querySelectorAll('section')) observer.observe(section)`,
    style(
      `section{opacity:0;transform:translateY(300px);transition:all .4s}section.shown{opacity:1;transform:none}section div{background:${green}}${css}`,
    ),
  );

/** At the top, it hides what is below the window again. */
const byScroll = (css: string) =>
  withScript(
    inRows(() => `<section>${box(size)}</section>`),
    `const sections=[...document.querySelectorAll('section')];
     const update=()=>{for(const section of sections) section.classList.toggle('shown',section.getBoundingClientRect().top<innerHeight)};
     addEventListener('scroll',update);update()`,
    style(`section{opacity:0;transition:opacity .2s}section.shown{opacity:1}section div{background:${green}}${css}`),
  );

/** Sections that begin to hide when the window grows, as with a late throttle. The next scroll event shows them. */
const hidesAsItGrows = withScript(
  inRows(() => `<section>${box(size)}</section>`),
  `const sections=[...document.querySelectorAll('section')];
   const update=()=>{for(const section of sections) if(section.getBoundingClientRect().top<innerHeight)
     section.classList.add('shown',innerHeight>2000?'late':'soon')};
   addEventListener('scroll',update);update()`,
  style(`section{opacity:0;transition:opacity .2s 1s}section.shown{opacity:1}section div{background:${green}}
   @media (min-height:2000px){section:not(.late){opacity:0}}`),
);

const narrowHeader = `${style(`.header{height:80px;background:${red}}
  @media (min-width:60px){.header{background:${green};transition:background-color 2s}}`)}${box('', 'class="header"')}`;

const pages = {
  '/green.svg': (_: unknown, response: ServerResponse) => {
    response
      .setHeader('content-type', 'image/svg+xml')
      .end(`<svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" fill="${green}"/></svg>`);
  },
  '/debounce-60': withScript(sources, bySource + debounce(60)),
  '/debounce-250': withScript(sources, bySource + debounce(250)),
  '/throttle-250': withScript(sources, bySource + throttle(250)),
  '/last': withScript(
    `${box('height:3000px')}<img data-src="/green.svg" style="${size}">`,
    `addEventListener('load',()=>{${bySource}${debounce(200)}})`,
  ),
  '/no-names': withScript(
    inRows(() => `<img style="${size}">`),
    `const waiting=()=>document.querySelectorAll('img:not([src])');const give=(e)=>{e.src='/green.svg'};${load}${debounce(150)}`,
  ),
  '/backgrounds': withScript(
    inRows(() => box(size, 'data-bg="/green.svg"')),
    `const waiting=()=>document.querySelectorAll('[data-bg]:not([style*=svg])');
     const give=(e)=>{e.style.backgroundImage='url('+e.dataset.bg+')'};${load}${debounce(200)}`,
  ),
  '/lazysizes': withScript(
    inRows(() => `<img class="lazyload" data-src="/green.svg" style="${size}">`),
    textOf('lazysizes/lazysizes.min.js'),
  ),
  '/vanilla-lazyload': withScript(
    inRows(() => `<img class="lazy" data-src="/green.svg" style="${size}">`),
    `${textOf('vanilla-lazyload/dist/lazyload.min.js')};new LazyLoad({threshold:0})`,
  ),
  '/aos': withScript(
    inRows((row) => box(`${size};background:${green}`, `data-aos="${row % 2 === 0 ? 'fade-up' : 'zoom-in'}"`)),
    `${textOf('aos/dist/aos.js')};AOS.init()`,
    style(textOf('aos/dist/aos.css')),
  ),
  '/never': html(
    inRows(() => `<img data-src="/green.svg" style="${size}"><i style="opacity:0;transition:opacity 1s">x</i>`),
  ),
  '/revealed': withScript(
    inRows(() => `<section>${box(size)}</section>`),
    `const observer=new IntersectionObserver((entries)=>{for(const {isIntersecting,target} of entries) if(isIntersecting) target.classList.add('shown')});
     for(const section of document.querySelectorAll('section')) observer.observe(section)`,
    style(
      `section{opacity:0;transform:translateY(700px);transition:opacity 2s .5s,transform 2s .5s}
       section.shown{opacity:1;transform:none}section div{background:${green}}`,
    ),
  ),
  '/toggled': toggled(''),
  '/toggled-in-vh': toggled('body{padding-bottom:10vh}'),
  '/by-scroll': byScroll(''),
  '/by-scroll-in-vh': byScroll('body{padding-bottom:10vh}section.shown{transform:perspective(2500px) rotateY(0deg)}'),
  '/hides-as-it-grows': hidesAsItGrows,
  '/counter': withScript(
    box('height:2000px') + box(`${size};background:${red}`, 'id="counter"'),
    `new IntersectionObserver(([{isIntersecting}],observer)=>{if(!isIntersecting) return;observer.disconnect();
      const begun=performance.now();const step=()=>{const part=Math.min((performance.now()-begun)/1500,1);
      counter.textContent=Math.round(part*100);if(part<1) requestAnimationFrame(step);else counter.style.background='${green}'};step()}).observe(counter)`,
  ),
  '/header': withScript(
    `<header></header>${box('height:4000px')}`,
    `let last=0;const update=()=>document.querySelector('header').classList.toggle('away',scrollY>50);
     addEventListener('scroll',()=>{if(Date.now()-last>=200){last=Date.now();update()}})`,
    style(`header{position:fixed;inset:0 0 auto;height:100px;background:${green};transition:transform .3s}
      .away{transform:translateY(-100%)}`),
  ),
  '/list': listOn('innerHeight'),
  '/fixed-list': listOn('900'),
  '/blank': html(
    `<section style="height:2500px;background:linear-gradient(${green},${blue})"><h1>top</h1></section>
     <div style="height:2500px"></div><p>end</p>`,
  ),
  '/blurred-parts': html(
    `<iframe srcdoc="<div style='height:50px;backdrop-filter:blur(9px)'></div>" style="width:90px;height:90px"></iframe>
     <div id="host" style="position:sticky;top:0;height:0"></div>
     <script>host.attachShadow({mode:'open'}).innerHTML='<i style="display:block;height:50px;backdrop-filter:blur(9px)"></i>'</script>
     ${box(`height:19900px;background:${blue}`)}`,
  ),
  '/blurred': html(
    `<header></header>${box(`height:19900px;background:${blue}`)}${box(`height:100px;background:${green}`)}`,
    style(
      `header{position:sticky;top:0;height:0}header::before{content:'';position:absolute;inset:0 0 -50px;backdrop-filter:blur(9px)}`,
    ),
  ),
  // Names of a page become properties of its window, its document and its forms.
  '/names': html(
    `${['motion', 'isLoadLazyStopped', 'isResizeMuted', 'mainScroller'].map((id) => box('', `id="${id}"`)).join('')}
     <iframe name="body" style="display:none"></iframe><form><input name="attributes"><input name="children"></form>
     <form><input name="style"><input name="getAnimations"></form>${box(`height:3000px;background:${green}`)}`,
  ),
  '/low-names': html(box(`height:100px;background:${green}`, 'id="motion"')),
  '/stopped-animation': withScript(
    box(`height:3000px;background:${green}`, 'id="moved"'),
    `moved.animate([{opacity:1},{opacity:0.999}],2000).playbackRate=0`,
  ),
  '/without-scripts': html(inRows((row) => box(`${size};background:${red}`, `id="row${row}"`))),
  '/removed-script': html(`${inRows(() => `<img data-src="/green.svg" style="${size}">`)}<script>
    ${bySource}addEventListener('scroll',load);document.currentScript.remove()</script>`),
  '/removed-listener': html(`${inRows((row) => box(`${size};background:${red}`, `id="row${row}"`))}<script>
    addEventListener('scroll',()=>{for(const row of document.querySelectorAll('[id^=row]'))if(row.getBoundingClientRect().top<innerHeight)row.style.background='${green}'});document.currentScript.remove()</script>`),
  '/hero': heroOn("addEventListener('resize',fit)"),
  '/hero-late': heroOn("let timer;addEventListener('resize',()=>{clearTimeout(timer);timer=setTimeout(fit,150)})"),
  '/hero-handler': heroOn('onresize=fit'),
  '/hero-visual': heroOn("visualViewport.addEventListener('resize',fit)"),
  '/hero-vh': withScript(
    box(`background:${red}`, 'id="hero"') + box('height:100vh') + box(`height:3000px;background:${blue}`),
    `const fit=()=>{hero.style.height=innerHeight+'px'};fit();addEventListener('resize',fit)`,
  ),
  // In the page, in a shadow tree of a shadow tree, and in a frame.
  '/narrow-header': withScript(
    `<form hidden><input name="shadowRoot"></form>${narrowHeader}<div id="host"></div>
     <iframe srcdoc='<body style="margin:0">${narrowHeader}' style="display:block;border:0;width:100%;height:80px"></iframe>
     ${box('height:100vh')}${box(`height:3000px;background:${blue}`)}`,
    `host.attachShadow({mode:'open'}).innerHTML='<div></div>';
     host.shadowRoot.firstChild.attachShadow({mode:'open'}).innerHTML='${narrowHeader.replace(/\n/g, '')}'`,
  ),
} as const;

export const fullPageCases = (serviceOf: () => SharedService): void => {
  const served = servePages(pages, 'image', serviceOf);

  const picture = async (path: keyof typeof pages, options: Record<string, string> = {}) => {
    const answer = await served.get(path, { full: 'true', vw, ...options });
    assert.equal(answer.status, 200, answer.status === 200 ? '' : answer.body.toString());
    return { ...decodePng(answer.body), warnings: answer.headers.get('x-warnings') };
  };
  const colours = (at: (x: number, y: number) => string) => rows.map((row) => at(50, row * rowPixels + 50));
  const allGreen = rows.map(() => green);

  for (const path of [
    '/removed-script',
    '/removed-listener',
    '/debounce-60',
    '/debounce-250',
    '/throttle-250',
    '/no-names',
    '/backgrounds',
    '/lazysizes',
    '/vanilla-lazyload',
  ] as const) {
    it(`has every picture of a loader that waits: ${path}`, async () => {
      const { at, warnings } = await picture(path);
      assert.deepEqual([colours(at), warnings], [allGreen, null]);
    });
  }

  it('has what a script of the option `js` loads', async () => {
    const js = `for (const row of document.querySelectorAll('[id^=row]')) new IntersectionObserver(([entry]) => {
      if (entry.isIntersecting) row.style.background = '${green}' }).observe(row)`;
    const { at } = await picture('/without-scripts', { js: Buffer.from(js).toString('base64url') });
    assert.deepEqual(colours(at), allGreen);
  });

  it('has the picture at the end', async () => {
    assert.equal((await picture('/last')).at(50, 3090), green);
  });

  it('is captured although it waits for what never changes', async () => {
    assert.equal((await picture('/never')).height, rows.length * rowPixels);
  });

  for (const path of ['/revealed', '/toggled', '/by-scroll', '/hides-as-it-grows', '/aos'] as const) {
    it(`shows sections in their final state: ${path}`, async () => {
      const { at, height } = await picture(path);
      assert.deepEqual([colours(at), height], [allGreen, rows.length * rowPixels]);
    });
  }

  for (const path of ['/toggled-in-vh', '/by-scroll-in-vh'] as const) {
    it(`shows them also on a page that follows the window's height: ${path}`, async () => {
      assert.deepEqual(colours((await picture(path)).at), allGreen);
    });
  }

  for (const path of ['/names', '/low-names', '/stopped-animation'] as const) {
    it(`is captured in spite of names and animations: ${path}`, async () => {
      const { at, height } = await picture(path);
      assert.equal(at(50, Math.min(height, 100) - 50), green);
    });
  }

  it('has the last number of a counter', async () => {
    assert.equal((await picture('/counter')).at(90, 2090), green);
  });

  it('has the header that hides while the page scrolls', async () => {
    const { at } = await picture('/header');
    assert.deepEqual([at(50, 0), at(50, 99)], [green, green]);
  });

  for (const path of ['/hero', '/hero-late', '/hero-handler', '/hero-visual'] as const) {
    it(`keeps the height of a hero that follows the window: ${path}`, async () => {
      const { at, height } = await picture(path);
      assert.deepEqual([height, at(50, 899), at(50, 900), at(50, 3899)], [3900, red, blue, blue]);
    });
  }

  it('has the rows of a list that draws those in the window', async () => {
    const { at, height, warnings } = await picture('/list');
    assert.deepEqual([height, warnings], [8000, null]);
    for (let row = 0; row < 200; row += 1) assert.equal(at(50, row * 40 + 20), green, `row ${row}`);
  });

  it('warns of a list that never draws more rows', async () => {
    assert.match((await picture('/fixed-list')).warnings ?? '', /The page is empty for \d+ pixels/);
  });

  it('does not warn of a page that is empty when it is scrolled, too', async () => {
    const { height, warnings } = await picture('/blank');
    assert.ok(height > 5000);
    assert.equal(warnings, null);
  });

  it('is whole if a filter is in a shadow tree or in a frame', async () => {
    const { at, warnings } = await picture('/blurred-parts');
    assert.equal(at(50, 19_800), blue);
    assert.match(warnings ?? '', /backdrop-filter/);
  });

  it('is whole if it is longer than a filter reaches', async () => {
    const { at, height, warnings } = await picture('/blurred');
    assert.deepEqual([height, at(50, 16_390), at(50, 19_950)], [20_000, blue, green]);
    assert.match(warnings ?? '', /backdrop-filter/);
  });

  it('keeps it also beside a part that styles make as high as the window', async () => {
    const { at, height } = await picture('/hero-vh');
    assert.deepEqual([height, at(50, 899), at(50, 1799), at(50, 1800)], [4800, red, '#ffffff', blue]);
  });

  it('shows no transition from the rules for a narrow window', async () => {
    const { at, height } = await picture('/narrow-header');
    const headers = [40, 120, 200].map((y) => at(50, y));
    assert.deepEqual([height, headers, at(50, 4139)], [4140, [green, green, green], blue]);
  });
};
