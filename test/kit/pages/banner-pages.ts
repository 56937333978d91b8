export const red = '#ff0000';
export const green = '#00ff00';

const style = `position:fixed;z-index:9;top:0;left:0;width:100%;height:300px;background:${red};color:${red}`;
/** Its page gets a request for the choice that was made. */
const close = (choice: string) =>
  `onclick="this.closest('.box').remove();new Image().src='/${choice}?'+location.pathname"`;
export const words = 'We use cookies to personalise content and for analytics.';
export const box = (content: string, more = '') => `<div class="box" style="${style}" ${more}>${content}</div>`;
export const page = `<div style="width:100%;height:300px;background:${green}"></div>`;
export const both = `<button ${close('accept')}>Accept all</button><button ${close('reject')}>Reject all</button>`;
export const hidden = 'A cookie banner did not close by a click, so `blockCookieBanners` hid it.';
export const hiddenUnrejected =
  'A cookie banner shows no button that rejects at no cost, so `blockCookieBanners` hid it without a choice. It does not look behind settings.';
export const hiddenUnclicked =
  'A cookie banner was hidden without a click: the page did not load in time, or runs no scripts.';

const selection = (more: string) =>
  `${words}<label><input type="checkbox" checked disabled>Necessary</label><label><input type="checkbox" ${more}>Marketing</label>
   <button ${close('accept')}>Allow all</button><button ${close('save')}>Save my selection</button>`;

interface BannerPage {
  body: string;
  /** The choice whose request comes. */
  choice?: string;
  warnings?: string[];
  /** The banner has only begun to appear. */
  faint?: true;
}

/** Pages by path, each with a banner over its green box. `PORT` stands for the port of all sites. */
export const banners: Record<string, BannerPage> = {
  '/reject': { body: box(words + both), choice: 'reject' },
  '/close': { body: box(`${words}<button ${close('close')}>Close</button>`), choice: 'close' },
  // Even here, "OK" may consent.
  '/informing': { body: box(`${words}<button ${close('accept')}>OK</button>`), warnings: [hiddenUnrejected] },
  '/asking': {
    body: box(`${words} By clicking “Continue” you agree.<button ${close('accept')}>Continue</button>`),
    warnings: [hiddenUnrejected],
  },
  '/closing-consents': {
    body: box(`${words} By closing this notice you agree.<button ${close('accept')}>✕</button>`),
    warnings: [hiddenUnrejected],
  },
  '/settings-first': {
    body: box(`${words}<button ${close('accept')}>Accept all</button>
      <button onclick="later.hidden=false">Settings</button><div id="later" hidden>${both}</div>`),
    warnings: [hiddenUnrejected],
  },
  '/polish': {
    body: box(`Używamy plików cookies.<button ${close('accept')}>OK</button><button ${close('reject')}>Odmów</button>`),
    choice: 'reject',
  },
  '/accept-only': { body: box(`${words}<button ${close('accept')}>Accept</button>`), warnings: [hiddenUnrejected] },
  '/accept-or-close': {
    body: box(`${words}<button ${close('accept')}>Accept</button><button ${close('close')}>✕</button>`),
    choice: 'close',
  },
  '/selection': { body: box(selection('')), choice: 'save' },
  '/selection-ticked': { body: box(selection('checked')), warnings: [hiddenUnrejected] },
  '/wall': {
    body: box(`Read with ads or subscribe, without tracking.<button ${close('accept')}>Accept and continue</button>
      <a href="#" ${close('reject')}>Refuse and subscribe for 4.99 €</a>`),
    warnings: [hiddenUnrejected],
  },
  '/german-wall': {
    body: box(`Weiter mit Werbung oder Pur-Abo. Wir verwenden Cookies.<button ${close('accept')}>Weiter mit Werbung</button>
      <a href="/elsewhere">Pur-Abo für 3,99 €</a>`),
    warnings: [hiddenUnrejected],
  },
  '/wall-with-selection': {
    body: box(
      `Read with ads or subscribe, without tracking.${selection('')}<a href="#" ${close('reject')}>Reject and subscribe</a>`,
    ),
    choice: 'save',
  },
  '/wall-with-ticked': {
    body: box(`${selection('checked')}<a href="#" ${close('reject')}>Reject and subscribe for 4.99 €</a>`),
    warnings: [hiddenUnrejected],
  },
  '/wall-by-choices': {
    body: box(`We use cookies to personalise ads.<button ${close('accept')}>Accept</button>
      <button ${close('reject')}>Refuse and subscribe for 4.99 €</button>`),
    warnings: [hiddenUnrejected],
  },
  '/wall-by-subscription': {
    body: box(`Nous utilisons des cookies pour la publicité.<button ${close('accept')}>Accepter et continuer</button>
      <button ${close('subscribe')}>S’abonner pour 2 €</button>`),
    warnings: [hiddenUnrejected],
  },
  '/subscription-or-reject': {
    body: box(
      `Nous utilisons des cookies pour la publicité.<button ${close('subscribe')}>S’abonner pour 2 €</button>${both}`,
    ),
    choice: 'reject',
  },
  '/no-wall': {
    body: box(`We and our partners use cookies. Use our site with advertising cookies or reject them.${both}`),
    choice: 'reject',
  },
  '/between': {
    body: `<div class="box" style="position:fixed;z-index:9;top:180px;left:30%;right:0;height:200px;background:${red}">${words}${both}</div>`,
    choice: 'reject',
  },
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
    body: `<form><div style="position:fixed;z-index:8;inset:0;background:#0008"></div>${box(`${words}<button>Close</button>`)}
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
  '/leaves': { body: box(`${words}<a href="/elsewhere">Close</a>`), warnings: [hidden] },
  '/elsewhere': { body: box(`${words}<button onclick="location.href='/login'">Close</button>`), warnings: [hidden] },
  '/reloading': {
    body: `<script>if(!document.cookie)document.write(${JSON.stringify(box(`${words}<button onclick="document.cookie='choice=1';location.reload()">Close</button>`)).replaceAll('</', '<\\/')})</script>`,
  },
  '/reloading-again': { body: box(`${words}<button onclick="location.reload()">Close</button>`), warnings: [hidden] },
  '/listens-late': {
    body: `${box(`${words}<button id="late">Reject</button>`)}
      <script>onload=()=>setTimeout(()=>late.addEventListener('click',()=>document.querySelector('.box').remove()),150)</script>`,
  },
  '/minors': {
    body: box(`${words} If you are under 16, ask your legal guardians for permission, then log in.${both}`),
    choice: 'reject',
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
  '/framed-accept-only': {
    body: `<div class="box" style="${style}"><iframe src="http://other.test:PORT/inner-accept" width="800" height="200"></iframe></div>`,
    warnings: [hiddenUnrejected],
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
       <a href="/elsewhere">Do not sell my data</a><button ${close('close')}>Close</button>`,
    ),
    choice: 'close',
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

export const inScript = (text: string) => JSON.stringify(text).replaceAll('</', '<\\/');

export const beforePrint = `<script>
  onbeforeprint = () => document.body.insertAdjacentHTML('beforeend', ${inScript(box(words + both))})</script>`;

/** A page of 4,000 px. Scrolling brings its banner, and turns its last box green when it is reached. */
export const lateBanner = (banner: string) =>
  `${page}<div style="height:3600px"></div><div id="last" style="height:100px"></div><script>
    addEventListener('scroll',()=>{if(scrollY>2500) last.style.background='${green}'});
    if(!document.cookie) addEventListener('scroll',()=>{
      if(scrollY>1500&&!document.querySelector('.box')) document.body.insertAdjacentHTML('beforeend',${inScript(banner)})})</script>`;

/** Any click is a request. */
export const reportsClicks =
  "<script>addEventListener('click',()=>{new Image().src='/clicked?'+location.pathname},true)</script>";

/** Pages whose box over the green one is no banner. */
export const innocent: Record<string, string> = {
  '/log-in': box(`Sign in. We use cookies to keep you signed in: privacy.<input type="password"><button>OK</button>`),
  '/age': box(`Are you over 18? This site uses cookies.<button>Yes</button><button>No, thanks</button>`),
  '/age-both': box(`Are you over 18? This site uses cookies.${both}`),
  '/offer': box(`Subscribe for 10% off. By continuing you accept our privacy policy and cookies.${both}`),
  '/sign-in': box(`Sign in. We use cookies to keep you signed in, see privacy.<button>Continue with Mail</button>`),
  '/shop': box(`Subscribe for 10% off. You accept our privacy policy and cookies.<button>Accept</button>`),
  '/butter': box(`We use real butter in our cookies. Save the recipe?<button>OK</button>`),
  '/application': `<div style="position:fixed;inset:0;background:${red};color:${red}"><main>${words}</main><button>Accept</button></div>`,
  '/newsletter': box(`Our newsletter. We use cookies, see privacy.<input type="email"><button>OK</button>`),
  // A drawer beside the window, still closed.
  '/off-canvas': `<div role="dialog" class="box" style="${style};transform:translateX(100%)">${words}${both}</div>
    <div style="position:absolute;top:0;width:100%;height:300px;background:${red}"></div>`,
  '/free-cookies': box('Flash sale! Free cookies with every order. See our privacy policy.<button>Got it</button>'),
  '/cart': box(
    `Your cart: 12 cookies, 19.90 €. Personalise your cookies with our partner!<button>Reject item</button><button>Accept and pay</button>`,
  ),
  '/order': box('New order: 24 cookies for Anna, 19.90 €.<button>Accept</button><button>Decline purchase</button>'),
  '/stream': box('Continue with ads or go premium.<button>Accept</button>'),
  '/recipe': box('Chocolate chip cookies: bake for 12 minutes.<button>OK</button>'),
  '/policy': `<div style="height:300px;background:${red}">${words}<button>Accept</button><button>Reject</button></div>`,
};

/** One of each kind of both lists, for `make test`; `make test-long` takes all. */
export const shortBanners: ReadonlySet<string> = new Set([
  ...[
    '/reject',
    '/informing',
    '/closing-consents',
    '/accept-only',
    '/accept-or-close',
    '/selection',
    '/selection-ticked',
  ],
  ...['/wall', '/wall-by-subscription', '/no-wall'],
  ...['/between', '/fading', '/dead', '/nested', '/under-navigation', '/leaves', '/reloading', '/listens-late'],
  ...['/hebrew', '/shadow', '/framed', '/didomi'],
  ...['/log-in', '/age', '/offer', '/shop', '/cart', '/policy'],
]);
