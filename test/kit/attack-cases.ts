export interface Attack {
  name: string;
  /** What the page runs; `target` is a URL of the forbidden server, `udp` the port of a socket beside it. */
  script: (target: string, udp: number) => string;
  /** How the forbidden server is reached when nothing guards the browser: what proves that the attack is one. */
  reaches: 'tcp' | 'udp' | 'not';
}

const hostOf = (target: string) => new URL(target).host;
const bySocket = (target: string) => target.replace('http:', 'ws:');
const element = (tag: string, attributes: string) => `new Promise((done) => {
  const made = Object.assign(document.createElement('${tag}'), ${attributes});
  made.onload = () => done('loaded');
  made.onerror = () => done('failed');
  document.body.append(made);
})`;
const image = (url: string) => element('img', `{ src: '${url}' }`);
const link = (rel: string, url: string) => element('link', `{ rel: '${rel}', href: '${url}' }`);
const fetched = (url: string, options = "{ mode: 'no-cors' }") =>
  `fetch('${url}', ${options}).then(() => 'answered', () => 'failed')`;
const spelled = (host: string) => (target: string) => image(target.replace('127.0.0.1', host));
const go = (url: string) => `(location.href = '${url}', 'asked')`;
const ice = (servers: string) => `(async () => {
  const peer = new RTCPeerConnection({ iceServers: [${servers}] });
  peer.createDataChannel('x');
  await peer.setLocalDescription(await peer.createOffer());
  if (peer.iceGatheringState === 'complete') return 'gathered';
  return new Promise((done) => {
    peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done('gathered');
  });
})()`;
const peers = (udp: number) => `(async () => {
  const peer = new RTCPeerConnection();
  peer.createDataChannel('x');
  const other = new RTCPeerConnection();
  await peer.setLocalDescription(await peer.createOffer());
  await other.setRemoteDescription(peer.localDescription);
  await other.setLocalDescription(await other.createAnswer());
  await peer.setRemoteDescription(other.localDescription);
  const candidate = 'candidate:1 1 udp 2113937151 127.0.0.1 ${udp} typ host';
  await peer.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 });
  return 'offered';
})()`;
const worker = (code: string, kind = 'Worker') => `new Promise((done) => {
  const made = new ${kind}(URL.createObjectURL(new Blob([${JSON.stringify(code)}])));
  (made.port ?? made).onmessage = ({ data }) => done(data);
  made.port?.start();
})`;

const all: [string, Attack['script'], Attack['reaches']][] = [
  ['image', (target) => image(target), 'tcp'],
  ['image by decimal address', spelled('2130706433'), 'tcp'],
  ['image by hexadecimal address', spelled('0x7f.1'), 'tcp'],
  ['image by octal address', spelled('0177.0.0.1'), 'tcp'],
  ['image by short address', spelled('127.1'), 'tcp'],
  ['image by IPv6 address', spelled('[::1]'), 'tcp'],
  ['image by mapped address', spelled('[::ffff:127.0.0.1]'), 'tcp'],
  ['image by the address of nothing', spelled('0.0.0.0'), 'not'],
  ['image by name', spelled('localhost'), 'tcp'],
  ['image after a redirect', (target) => image(`/redirect?to=${target}`), 'tcp'],
  ['script', (target) => element('script', `{ src: '${target}' }`), 'tcp'],
  ['style sheet', (target) => link('stylesheet', target), 'tcp'],
  ['video', (target) => element('video', `{ src: '${target}' }`), 'tcp'],
  ['object', (target) => element('object', `{ data: '${target}' }`), 'tcp'],
  ['font', (target) => `new FontFace('x', 'url(${target})').load().then(() => 'loaded', () => 'failed')`, 'tcp'],
  ['iframe', (target) => element('iframe', `{ src: '${target}' }`), 'tcp'],
  ['iframe after a redirect', (target) => element('iframe', `{ src: '/redirect?to=${target}' }`), 'tcp'],
  ['iframe to view-source:', (target) => element('iframe', `{ src: 'view-source:${target}' }`), 'not'],
  ['fetch', (target) => fetched(target), 'tcp'],
  ['fetch after a redirect', (target) => fetched(`/redirect?to=${target}`), 'tcp'],
  ['fetch by https', (target) => fetched(target.replace('http:', 'https:')), 'tcp'],
  ['fetch with keepalive', (target) => fetched(target, "{ mode: 'no-cors', keepalive: true }"), 'tcp'],
  ['beacon', (target) => `String(navigator.sendBeacon('${target}', 'x'))`, 'tcp'],
  [
    'event source',
    (target) => `new Promise((done) => (new EventSource('${target}').onerror = () => done('failed')))`,
    'tcp',
  ],
  [
    'WebSocket',
    (target) => `new Promise((done) => (new WebSocket('${bySocket(target)}').onclose = () => done('closed')))`,
    'tcp',
  ],
  [
    'worker',
    (target) =>
      worker(
        `fetch('${target}', { mode: 'no-cors' }).then(() => postMessage('answered'), () => postMessage('failed'))`,
      ),
    'tcp',
  ],
  [
    'worker that imports',
    (target) => worker(`try { importScripts('${target}'); postMessage('imported') } catch { postMessage('failed') }`),
    'tcp',
  ],
  [
    'shared worker',
    (target) =>
      worker(
        `onconnect = ({ ports: [port] }) => fetch('${target}', { mode: 'no-cors' }).then(() => port.postMessage('answered'), () => port.postMessage('failed'))`,
        'SharedWorker',
      ),
    'tcp',
  ],
  [
    'service worker',
    (target) =>
      `navigator.serviceWorker.register('/service-worker.js?to=${target}').then(() => navigator.serviceWorker.ready).then(() => 'ready')`,
    'tcp',
  ],
  [
    'WebTransport',
    (_target, udp) => `new WebTransport('https://127.0.0.1:${udp}/').ready.then(() => 'ready', () => 'failed')`,
    'udp',
  ],
  ['WebRTC, STUN', (_target, udp) => ice(`{ urls: 'stun:127.0.0.1:${udp}' }`), 'udp'],
  ['WebRTC, STUN by name', (_target, udp) => ice(`{ urls: 'stun:localhost:${udp}' }`), 'udp'],
  [
    'WebRTC, TURN by UDP',
    (_target, udp) => ice(`{ urls: 'turn:127.0.0.1:${udp}', username: 'a', credential: 'b' }`),
    'udp',
  ],
  [
    'WebRTC, TURN by TCP',
    (target) => ice(`{ urls: 'turn:${hostOf(target)}?transport=tcp', username: 'a', credential: 'b' }`),
    'tcp',
  ],
  ['WebRTC, candidate of a peer', (_target, udp) => peers(udp), 'udp'],
  ['prefetch', (target) => link('prefetch', target), 'tcp'],
  ['preload', (target) => element('link', `{ rel: 'preload', as: 'image', href: '${target}' }`), 'tcp'],
  ['module preload', (target) => link('modulepreload', target), 'tcp'],
  ['preconnect', (target) => link('preconnect', target), 'not'],
  ['dns-prefetch', (target) => link('dns-prefetch', target), 'not'],
  [
    'ping',
    (target) =>
      `(() => { const a = Object.assign(document.createElement('a'), { href: '#x', ping: '${target}' }); document.body.append(a); a.click(); return 'clicked'; })()`,
    'tcp',
  ],
  [
    'form',
    (target) =>
      `(() => { const form = Object.assign(document.createElement('form'), { action: '${target}', method: 'post' }); document.body.append(form); form.submit(); return 'sent'; })()`,
    'tcp',
  ],
  // No window is opened, with or without the guard.
  ['window.open', (target) => `String(open('${target}'))`, 'not'],
  ['navigation', (target) => go(target), 'tcp'],
  ['navigation after a redirect', (target) => go(`/redirect?to=${target}`), 'tcp'],
  [
    'refresh',
    (target) => `(document.head.innerHTML += '<meta http-equiv=refresh content="0;url=${target}">', 'asked')`,
    'tcp',
  ],
  ['navigation to view-source:', (target) => go(`view-source:${target}`), 'not'],
  ['navigation to file:', () => go('file:///etc/passwd'), 'not'],
  ['navigation to chrome:', () => go('chrome://net-internals/'), 'not'],
  ['navigation to devtools:', (target) => go(`devtools://devtools/bundled/inspector.html?ws=${hostOf(target)}`), 'not'],
];

/** What a page can try to reach a server that it must not reach. */
export const attacks: readonly Attack[] = all.map(([name, script, reaches]) => ({ name, script, reaches }));
