import { wallProxyPort } from '@tintype/browser-node/testing';
import type { WallAim, WallAttack } from '../attacks/behind-wall.js';

const helpers = `
const [fs, net, os, dgram] = ['fs', 'net', 'os', 'dgram'].map((name) => require('node:' + name));
const soon = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const connect = (to) => new Promise((resolve, reject) => {
  const socket = net.connect(to, () => resolve('connected'));
  socket.on('error', reject);
  soon(1000).then(() => resolve(undefined));
});
const sendUdp = (port) => new Promise((resolve) => {
  const socket = dgram.createSocket('udp4');
  socket.on('message', () => resolve('answered'));
  socket.send('?', port, '127.0.0.1');
  soon(1000).then(() => resolve(undefined));
});
const tunnel = (port) => new Promise((resolve, reject) => {
  const socket = net.connect(${wallProxyPort}, '127.0.0.1');
  socket.on('error', reject);
  socket.on('data', (answer) => resolve(/^HTTP.1.1 200/.test(answer) ? 'open' : undefined));
  socket.write('CONNECT 127.0.0.1:' + port + ' HTTP/1.1\\r\\n\\r\\n');
});
const attempt = async (act) => {
  try {
    return (await act()) !== undefined;
  } catch {
    return false;
  }
};
`;

/** Answers the first DevTools command, so that it counts as started. */
const handshake = `
const asked = Buffer.alloc(4096);
const { id } = JSON.parse(asked.toString('utf8', 0, fs.readSync(3, asked) - 1));
fs.writeSync(4, JSON.stringify({ id, result: {} }) + '\\0');
`;

/** A program in the browser's place. It tries all attacks and writes into its profile which ones succeeded. */
export const attackerText = (
  interpreter: string,
  aim: WallAim,
  attacks: readonly WallAttack[],
): string => `#!${interpreter}
${helpers}
const aim = ${JSON.stringify(aim)};
const attacks = {
${attacks.map(({ name, script }) => `  ${JSON.stringify(name)}: async () => ${script},`).join('\n')}
};
(async () => {
  const report = {};
  for (const [name, act] of Object.entries(attacks)) report[name] = await attempt(act);
  fs.writeFileSync(os.homedir() + '/report', JSON.stringify(report));
  ${handshake}
  setInterval(() => undefined, 60_000);
})();
`;
