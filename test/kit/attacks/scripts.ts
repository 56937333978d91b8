/** Each is an expression with a promise of what the page saw. */

export const element = (tag: string, attributes: string) => `new Promise((done) => {
  const made = Object.assign(document.createElement('${tag}'), ${attributes});
  made.onload = () => done('loaded');
  made.onerror = () => done('failed');
  document.body.append(made);
})`;

export const image = (url: string) => element('img', `{ src: '${url}' }`);

export const link = (rel: string, url: string) => element('link', `{ rel: '${rel}', href: '${url}' }`);

export const markup = (text: string) =>
  `(document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(text)}), 'written')`;

export const fetched = (url: string, options = "{ mode: 'no-cors' }") =>
  `fetch('${url}', ${options}).then(() => 'answered', () => 'failed')`;

export const socketTo = (url: string) =>
  `new Promise((done) => (new WebSocket('${url}').onclose = () => done('closed')))`;

export const go = (url: string) => `(location.href = '${url}', 'asked')`;

export const click = (attributes: string) =>
  `(() => { const a = Object.assign(document.createElement('a'), ${attributes}); document.body.append(a); a.click(); return 'clicked'; })()`;

export const speculation = (kind: 'prefetch' | 'prerender', url: string) => {
  const rules = JSON.stringify({ [kind]: [{ source: 'list', urls: [url], eagerness: 'immediate' }] });
  return `(document.head.append(Object.assign(document.createElement('script'), { type: 'speculationrules', textContent: ${JSON.stringify(rules)} })), 'written')`;
};

/** Gathers ICE candidates through these WebRTC servers. */
export const ice = (servers: string) => `(async () => {
  const peer = new RTCPeerConnection({ iceServers: [${servers}] });
  peer.createDataChannel('x');
  await peer.setLocalDescription(await peer.createOffer());
  if (peer.iceGatheringState === 'complete') return 'gathered';
  return new Promise((done) => {
    peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done('gathered');
  });
})()`;

/** Gives one of two peers this address for the other. */
export const peerAt = (host: string, port: number) => `(async () => {
  const peer = new RTCPeerConnection();
  peer.createDataChannel('x');
  const other = new RTCPeerConnection();
  await peer.setLocalDescription(await peer.createOffer());
  await other.setRemoteDescription(peer.localDescription);
  await other.setLocalDescription(await other.createAnswer());
  await peer.setRemoteDescription(other.localDescription);
  const candidate = 'candidate:1 1 udp 2113937151 ${host} ${port} typ host';
  await peer.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 });
  return 'offered';
})()`;

/** Runs code in a worker; returns its first message. */
export const worker = (code: string, kind = 'Worker') => `new Promise((done) => {
  const made = new ${kind}(URL.createObjectURL(new Blob([${JSON.stringify(code)}])));
  (made.port ?? made).onmessage = ({ data }) => done(data);
  made.port?.start();
})`;

const reply = "then(() => postMessage('answered'), () => postMessage('failed'))";

export const fetchedByWorker = (url: string) => `fetch('${url}', { mode: 'no-cors' }).${reply}`;
