import type { VisitedPage } from '../browser-node/guarded-browser.js';
import * as page from './scripts.js';

/** The attack's target: servers that count all connections. */
export interface Aim {
  /** A URL on the forbidden server. */
  url: string;
  /** The same server through a name that resolves to its private address. */
  named: string;
  /** A UDP socket beside it. */
  udp: number;
}

/** What stops an attack. The tests check each case against its defence. */
export const defences = {
  proxy: 'the proxy refuses the address',
  udp: 'nothing but the proxy leads out, and it carries no UDP',
  chromium: 'Chromium itself refuses it',
} as const;

export interface Attack {
  class: string;
  name: string;
  /** Runs the attack in a page of an allowed server; returns what the page saw. */
  act: (page: VisitedPage, aim: Aim) => Promise<string>;
  stoppedBy: keyof typeof defences;
  /** Whether the attack succeeds without the guard. */
  arrivesUnguarded: boolean;
}

type Script = (aim: Aim) => string;
type Case = [name: string, script: Script, stoppedBy?: Attack['stoppedBy'], arrivesUnguarded?: false];

/** Attacks in the page's JavaScript. The proxy stops those without a third entry. */
const ofPage = (name: string, cases: readonly Case[]): Attack[] =>
  cases.map(([attack, script, stoppedBy = 'proxy', arrivesUnguarded = stoppedBy !== 'chromium']) => ({
    class: name,
    name: attack,
    act: (visited, aim) => visited.evaluate(`Promise.resolve().then(() => ${script(aim)})`),
    stoppedBy,
    arrivesUnguarded,
  }));

const spelled =
  (host: string): Script =>
  ({ url }) =>
    page.image(url.replace('127.0.0.1', host));

const redirected = (url: string, status = 302) => `/redirect?status=${status}&to=${encodeURIComponent(url)}`;
const socket = (url: string) => url.replace('http:', 'ws:');
const secure = (url: string) => url.replace('http:', 'https:');
const hostOf = (url: string) => new URL(url).host;
const turn = (host: string) => page.ice(`{ urls: 'turn:${host}', username: 'a', credential: 'b' }`);

const addresses = ofPage('literal forms', [
  ['decimal', spelled('2130706433')],
  ['hexadecimal', spelled('0x7f.1')],
  ['octal', spelled('0177.0.0.1')],
  ['short', spelled('127.1')],
  ['IPv6', spelled('[::1]')],
  ['IPv4-mapped IPv6', spelled('[::ffff:127.0.0.1]')],
  ['NAT64 IPv6', spelled('[64:ff9b::7f00:1]'), 'proxy', false],
  ['address of nothing', spelled('0.0.0.0'), 'proxy', false],
  ['zone id', spelled('[::1%25lo]'), 'chromium'],
]);

const names = ofPage('names that resolve to private addresses', [
  ['localhost', spelled('localhost')],
  ['name in the DNS', ({ named }) => page.image(named)],
  ['name in the DNS, by WebSocket', ({ named }) => page.socketTo(socket(named))],
]);

const redirects = ofPage('redirects', [
  ['image', ({ url }) => page.image(redirected(url))],
  ['fetch', ({ url }) => page.fetched(redirected(url))],
  ['fetch with a body, by 307', ({ url }) => page.fetched(redirected(url, 307), "{ method: 'POST', body: 'x' }")],
  ['twice, by 301 and 308', ({ url }) => page.image(redirected(redirected(url, 308), 301))],
  ['iframe', ({ url }) => page.element('iframe', `{ src: '${redirected(url)}' }`)],
  ['navigation', ({ url }) => page.go(redirected(url))],
  ['to a name', ({ named }) => page.image(redirected(named))],
]);

const subresources = ofPage('subresources', [
  ['image', ({ url }) => page.image(url)],
  ['image of SVG', ({ url }) => page.markup(`<svg><image href="${url}" width="9" height="9"/></svg>`)],
  ['background', ({ url }) => page.markup(`<p style="background:url('${url}')">x</p>`)],
  ['script', ({ url }) => page.element('script', `{ src: '${url}' }`)],
  ['style sheet', ({ url }) => page.link('stylesheet', url)],
  ['style sheet that imports', ({ url }) => page.markup(`<style>@import '${url}'</style>`)],
  ['font', ({ url }) => `new FontFace('x', 'url(${url})').load().then(() => 'loaded', () => 'failed')`],
  ['video', ({ url }) => page.element('video', `{ src: '${url}' }`)],
  ['object', ({ url }) => page.element('object', `{ data: '${url}' }`)],
  ['embed', ({ url }) => page.element('embed', `{ src: '${url}' }`)],
  ['fetch', ({ url }) => page.fetched(url)],
  ['fetch by https', ({ url }) => page.fetched(secure(url))],
  ['fetch with keepalive', ({ url }) => page.fetched(url, "{ mode: 'no-cors', keepalive: true }")],
  [
    'XMLHttpRequest that blocks',
    ({ url }) =>
      `(() => { const r = new XMLHttpRequest(); r.open('GET', '${url}', false); try { r.send(); return 'answered' } catch { return 'failed' } })()`,
  ],
  ['beacon', ({ url }) => `String(navigator.sendBeacon('${url}', 'x'))`],
  ['event source', ({ url }) => `new Promise((done) => (new EventSource('${url}').onerror = () => done('failed')))`],
]);

const frames = ofPage('iframes', [
  ['iframe', ({ url }) => page.element('iframe', `{ src: '${url}' }`)],
  ['text of its own', ({ url }) => page.element('iframe', `{ srcdoc: '<img src="${url}">' }`)],
  ['data URL', ({ url }) => page.element('iframe', `{ src: 'data:text/html,<img src="${url}">' }`)],
  ['in a sandbox', ({ url }) => page.element('iframe', `{ sandbox: 'allow-scripts', src: '${url}' }`)],
]);

const workers = ofPage('workers', [
  ['worker', ({ url }) => page.worker(page.fetchedByWorker(url))],
  [
    'worker that imports',
    ({ url }) =>
      page.worker(`try { importScripts('${url}'); postMessage('imported') } catch { postMessage('failed') }`),
  ],
  [
    'worker with a WebSocket',
    ({ url }) => page.worker(`new WebSocket('${socket(url)}').onclose = () => postMessage('closed')`),
  ],
  [
    'shared worker',
    ({ url }) =>
      page.worker(
        `onconnect = ({ ports: [port] }) => { const postMessage = (text) => port.postMessage(text); ${page.fetchedByWorker(url)} }`,
        'SharedWorker',
      ),
  ],
]);

const serviceWorkers = ofPage('service workers', [
  [
    'at its installation',
    ({ url }) =>
      `navigator.serviceWorker.register('/service-worker.js?to=${url}').then(() => navigator.serviceWorker.ready).then(() => 'ready')`,
  ],
]);

const sockets = ofPage('WebSocket', [
  ['ws:', ({ url }) => page.socketTo(socket(url))],
  ['wss:', ({ url }) => page.socketTo(socket(secure(url)).replace('https:', 'wss:'))],
]);

const udp = ofPage('WebRTC and other UDP', [
  ['STUN', (aim) => page.ice(`{ urls: 'stun:127.0.0.1:${aim.udp}' }`), 'udp'],
  ['STUN by name', (aim) => page.ice(`{ urls: 'stun:localhost:${aim.udp}' }`), 'udp'],
  ['TURN by UDP', (aim) => turn(`127.0.0.1:${aim.udp}`), 'udp'],
  ['TURN by TCP', ({ url }) => turn(`${hostOf(url)}?transport=tcp`)],
  ['candidate of a peer', (aim) => page.peerAt('127.0.0.1', aim.udp), 'udp'],
  [
    'WebTransport',
    (aim) => `new WebTransport('https://127.0.0.1:${aim.udp}/').ready.then(() => 'ready', () => 'failed')`,
    'udp',
  ],
]);

const prefetches = ofPage('prefetch', [
  ['prefetch', ({ url }) => page.link('prefetch', url)],
  ['preload', ({ url }) => page.element('link', `{ rel: 'preload', as: 'image', href: '${url}' }`)],
  ['module preload', ({ url }) => page.link('modulepreload', url)],
  ['speculation rules, prefetch', ({ url }) => page.speculation('prefetch', url)],
]);

const navigations = ofPage('navigations', [
  ['location', ({ url }) => page.go(url)],
  ['refresh', ({ url }) => `(document.head.innerHTML += '<meta http-equiv=refresh content="0;url=${url}">', 'asked')`],
  // No window opens, with or without the guard.
  ['window.open', ({ url }) => `String(open('${url}'))`, 'chromium'],
  [
    'form',
    ({ url }) =>
      `(() => { const form = Object.assign(document.createElement('form'), { action: '${url}', method: 'post' }); document.body.append(form); form.submit(); return 'sent'; })()`,
  ],
  ['ping of a link', ({ url }) => page.click(`{ href: '#x', ping: '${url}' }`)],
]);

const schemes = [
  ...ofPage('file:', [
    ['navigation', () => page.go('file:///etc/passwd'), 'chromium'],
    ['fetch', () => page.fetched('file:///etc/passwd'), 'chromium'],
    [
      'iframe after a redirect',
      () => page.element('iframe', `{ src: '${redirected('file:///etc/passwd')}' }`),
      'chromium',
    ],
  ]),
  ...ofPage('view-source:', [
    ['navigation', ({ url }) => page.go(`view-source:${url}`), 'chromium'],
    ['iframe', ({ url }) => page.markup(`<iframe src="view-source:${url}"></iframe>`), 'chromium'],
  ]),
  ...ofPage('chrome:', [
    ['navigation', () => page.go('chrome://net-internals/'), 'chromium'],
    ['devtools:', ({ url }) => page.go(`devtools://devtools/bundled/inspector.html?ws=${hostOf(url)}`), 'chromium'],
  ]),
];

const downloads = ofPage('downloads', [
  ['link', ({ url }) => page.click(`{ href: '${url}', download: 'x' }`)],
  [
    'link of the same site that is redirected',
    ({ url }) => page.click(`{ href: '${redirected(url)}', download: 'x' }`),
  ],
]);

const made: [string, Attack['act']][] = [
  ['page made with the URL', (visited, { url }) => visited.open(url)],
  ['page made with view-source:', (visited, { url }) => visited.open(`view-source:${url}`)],
  ['page that another page navigates', (visited, { url }) => visited.goto(url).then(() => 'loaded')],
  ['redirect', (visited, { url }) => visited.goto(new URL(redirected(url), visited.home).href).then(() => 'loaded')],
  ['resource fetched for the client', (visited, { url }) => visited.fetchAsClient(url)],
];

const pagesByProtocol = made.map(
  ([name, act]): Attack => ({ class: 'CDP-made pages', name, act, stoppedBy: 'proxy', arrivesUnguarded: true }),
);

/** Ways of a page to reach a forbidden server. */
export const attacks: readonly Attack[] = [
  ...addresses,
  ...names,
  ...redirects,
  ...subresources,
  ...frames,
  ...workers,
  ...serviceWorkers,
  ...sockets,
  ...udp,
  ...prefetches,
  ...navigations,
  ...schemes,
  ...downloads,
  ...pagesByProtocol,
];

/** The first of each class: for a second level, where `test/long/` plays all. */
export const attackOfEachClass: readonly Attack[] = attacks.filter(
  (attack) => attack === attacks.find((each) => each.class === attack.class),
);
