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

/** Counts packets to a UDP port of this machine. */
const countPackets = (address: string) => {
  let packets = 0;
  const socket = createSocket('udp4').on('message', () => {
    packets += 1;
  });
  before(async () => {
    socket.bind(0, address);
    await once(socket, 'listening');
  });
  after(() => void socket.close());
  return {
    port: () => socket.address().port,
    /** The packets that arrive meanwhile. */
    during: async (act: () => Promise<unknown>): Promise<number> => {
      packets = 0;
      await act();
      return packets;
    },
  };
};

describe('names and QUIC', () => {
  const { port, during } = countPackets('0.0.0.0');

  /** Counts look-ups, and packets of a browser that must use QUIC, as after an alt-svc header. */
  const counted = async (options: Visit) => {
    const host = `127.0.0.1:${port()}`;
    let names = -1;
    const packets = await during(async () => {
      const more = [`--origin-to-force-quic-on=${host}`];
      names = await visit([...asking, fetched(`https://${host}/`)], { ...options, more });
    });
    return { names, packets };
  };

  test('headless shell asks no name server and sends no QUIC', async () => {
    assert.deepEqual(await counted({ full: false }), { names: 0, packets: 0 });
  });

  test('the browser of a session asks no name server and sends no QUIC', { skip }, async () => {
    assert.deepEqual(await counted({ full: true, role: 'session' }), { names: 0, packets: 0 });
  });

  test('full Chromium asks no name server', { skip }, async () => assert.equal(await visit(asking, { full: true }), 0));

  test('headless shell sends no QUIC without --disable-quic: the proxy suffices', async () => {
    assert.equal((await counted({ full: false, without: ['--disable-quic'] })).packets, 0);
  });

  test('control: without the proxy there are some packets', async () => {
    const without = ['--disable-quic', '--proxy-server', '--proxy-bypass-list'];
    assert.ok((await counted({ full: false, without })).packets > 0);
  });
});

describe('WebRTC without the switch', { skip }, () => {
  const { port, during } = countPackets('127.0.0.1');
  const without = ['--webrtc-ip-handling-policy'];
  const stun = () => ice(`{ urls: 'stun:127.0.0.1:${port()}' }`);

  // The browser asks for names only through WebRTC: those of STUN and TURN servers and of candidates.
  test('control: a full Chromium sends packets, and asks without --host-resolver-rules', async () => {
    let names = 0;
    const packets = await during(async () => {
      names = await visit([...asking, stun()], { full: true, without: [...without, '--host-resolver-rules'] });
    });
    assert.ok(packets > 0 && names > 0, `${packets} packets, ${names} names`);
  });

  test('the browser of a session sends none, by its profile', async () => {
    assert.equal(await during(() => visit([stun()], { full: true, without, role: 'session' })), 0);
  });

  test('nor does one with the policy of the images', { skip: !canPolice && 'no mounts of our own' }, async () => {
    const { binary, remove } = policedChromium();
    assert.equal(await during(() => visit([stun()], { full: true, without, wrapped: binary })), 0);
    remove();
  });
});
