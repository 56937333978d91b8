import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { egressSwitches } from '@tintype/browser-node/testing';
import { fetched, ice, link, peerAt } from '../../../kit/attacks/scripts.js';
import { browserFolder, fullChromium, startBrowser } from '../../../kit/browser-node/guarded-browser.js';
import { canPolice, countLookUps, policedChromium } from '../../../kit/browser-node/policed-browser.js';
import { startStage } from '../../../kit/egress/egress-stage.js';
import { type Origin, startOrigin } from '../../../kit/pages/origin.js';

/** Ways out of a browser other than HTTP, as its own network log shows them. */

const turn = (url: string) => ice(`{ urls: '${url}', username: 'a', credential: 'b' }`);

/** Everything in a page that makes a browser resolve a name. The names do not exist. */
const asking = [
  link('dns-prefetch', 'http://prefetched.test/'),
  link('preconnect', 'http://preconnected.test/'),
  fetched('http://fetched.test/'),
  ice("{ urls: 'stun:stun.test' }"),
  turn('turn:turn.test'),
  turn('turn:turn-by-tcp.test?transport=tcp'),
  peerAt('candidate.test', 5000),
];

let example: Origin;

before(async () => {
  example = await startOrigin('127.0.0.1', 0, (_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>example</title>'),
  );
});

after(() => example.close());

interface Visit {
  full: boolean;
  role?: 'render' | 'session';
  wrapped?: string;
  /** Production switches that this browser lacks. */
  without?: readonly string[];
  /** Additional switches. */
  more?: readonly string[];
}

/** Runs scripts in one page behind the guard. Returns how many names the browser resolved. */
const visit = async (scripts: readonly string[], { without = [], more = [], ...kind }: Visit): Promise<number> => {
  await using stage = await startStage({ internal: [{ host: '127.0.0.1', port: example.port }] });
  const folder = await browserFolder();
  const log = join(folder, 'net.json');
  const guard = egressSwitches(stage.proxy.port).filter((each) => !without.includes(each.split('=')[0] ?? ''));
  const browser = await startBrowser([...guard, ...more, `--log-net-log=${log}`], kind);
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${example.port}/`);
    const patience = 'new Promise((done) => setTimeout(done, 1500))';
    await page.evaluate(`Promise.race([${patience}, Promise.allSettled([${patience}, ${scripts.join(', ')}])])`);
  } finally {
    await browser.close();
  }
  const asked = await countLookUps(log);
  await rm(folder, { recursive: true, force: true });
  return asked;
};

const skip = existsSync(fullChromium) ? false : 'no full Chromium on this machine';

describe('names', () => {
  test('headless shell asks no name server', async () => assert.equal(await visit(asking, { full: false }), 0));

  test('full Chromium asks no name server', { skip }, async () => assert.equal(await visit(asking, { full: true }), 0));

  test('the browser of a session asks no name server', { skip }, async () => {
    assert.equal(await visit(asking, { full: true, role: 'session' }), 0);
  });

  // Only through WebRTC: names of STUN and TURN servers and of candidates.
  test('control: full Chromium asks without --host-resolver-rules', { skip }, async () => {
    assert.ok((await visit(asking, { full: true, without: ['--host-resolver-rules'] })) > 0);
  });
});

describe('QUIC', () => {
  let packets = 0;
  const socket = createSocket('udp4').on('message', () => {
    packets += 1;
  });

  before(async () => {
    socket.bind(0, '0.0.0.0');
    await once(socket, 'listening');
  });

  after(() => void socket.close());

  /** Counts packets of a browser that must use QUIC, as after an alt-svc header. */
  const quic = async (options: Visit): Promise<number> => {
    packets = 0;
    const host = `127.0.0.1:${socket.address().port}`;
    await visit([fetched(`https://${host}/`)], { ...options, more: [`--origin-to-force-quic-on=${host}`] });
    return packets;
  };

  test('headless shell sends none', async () => assert.equal(await quic({ full: false }), 0));

  test('the browser of a session sends none', { skip }, async () => {
    assert.equal(await quic({ full: true, role: 'session' }), 0);
  });

  test('nor without --disable-quic: the proxy suffices', async () => {
    assert.equal(await quic({ full: false, without: ['--disable-quic'] }), 0);
  });

  test('control: without the proxy there are some', async () => {
    const without = ['--disable-quic', '--proxy-server', '--proxy-bypass-list'];
    assert.ok((await quic({ full: false, without })) > 0);
  });
});

describe('WebRTC without the switch', { skip }, () => {
  let packets = 0;
  const socket = createSocket('udp4').on('message', () => {
    packets += 1;
  });

  before(async () => {
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
  });

  after(() => void socket.close());

  const stun = async (kind: Omit<Visit, 'full'> = {}): Promise<number> => {
    packets = 0;
    const server = `{ urls: 'stun:127.0.0.1:${socket.address().port}' }`;
    await visit([ice(server)], { full: true, without: ['--webrtc-ip-handling-policy'], ...kind });
    return packets;
  };

  test('control: a full Chromium sends packets', async () => assert.ok((await stun()) > 0));

  test('the browser of a session sends none, by its profile', async () => {
    assert.equal(await stun({ role: 'session' }), 0);
  });

  test('nor does one with the policy of the images', { skip: !canPolice && 'no mounts of our own' }, async () => {
    const { binary, remove } = policedChromium();
    assert.equal(await stun({ wrapped: binary }), 0);
    remove();
  });
});
