/** Launches an attacker in a browser's place, behind a wall and without one. Prints what it could do. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LaunchOptions, launchBrowser } from '@tintype/browser-node/testing';
import { type WallAim, wallAttacks } from '../attacks/behind-wall.js';
import { attackerText } from './attacker.js';
import { startWall } from './walled-browser.js';

const nobody = 65_534;
const uid = process.getuid?.() === 0 ? nobody : undefined;
const folder = await mkdtemp(join(tmpdir(), 'tintype-test-wall-'));
await chmod(folder, 0o755);

const listening = async (...at: Parameters<Server['listen']>): Promise<Server> => {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(...at);
  await once(server, 'listening');
  return server.unref();
};

const makeFile = async (path: string, mode: number, user?: number) => {
  await writeFile(path, 'ours');
  await chmod(path, mode);
  if (user !== undefined) await chown(path, user, user);
  return path;
};

const makeProfile = async () => {
  const profile = join(folder, 'profile');
  await mkdir(profile);
  await makeFile(join(profile, 'Cookies'), 0o600, uid);
  if (uid !== undefined) await chown(profile, uid, uid);
  return profile;
};

const startUdp = async () => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1').unref();
  await once(socket, 'listening');
  socket.on('message', (_message, { port }) => socket.send('!', port, '127.0.0.1'));
  return socket.address().port;
};

const sharedMemory = await makeFile(`/dev/shm/tintype-test-${process.pid}`, 0o644);
const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
const port = ((await listening(0)).address() as AddressInfo).port;
const abstract = `tintype-test-${process.pid}`;
await listening({ path: `\0${abstract}` });
const socket = join(folder, 'socket');
await listening({ path: socket });
await chmod(socket, 0o777);

const ownDescriptors = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const link = readlinkSync(`/proc/self/fd/${fd}`);
      return link.startsWith('socket:') ? [link] : [];
    } catch {
      return [];
    }
  });

const aim: WallAim = {
  pid: process.pid,
  file: await makeFile(join(folder, 'file'), 0o644),
  profile: await makeProfile(),
  port,
  address: addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2',
  abstract,
  socket,
  udp: await startUdp(),
  shared: sharedMemory,
  descriptors: ownDescriptors(),
  secret: process.env.TINTYPE_TEST_SECRET ?? '',
};

/** The wall shows a browser the folder of its binary: the attacker has its interpreter there. */
const attack = async (wall: LaunchOptions['wall']) => {
  const binaries = join(folder, wall?.proc ?? 'open');
  await mkdir(binaries);
  const [binary, interpreter] = [join(binaries, 'attacker'), join(binaries, 'node')];
  await copyFile(process.execPath, interpreter);
  await writeFile(binary, attackerText(interpreter, aim, wallAttacks));
  await chmod(binary, 0o755);
  const browser = await launchBrowser({ binary, full: false, uid, switches: [], wall });
  const report = JSON.parse(await readFile(join(browser.profile, 'report'), 'utf8'));
  browser.kill();
  await browser.close();
  return report;
};

const { wall, close } = startWall();
try {
  const walled = await attack(wall());
  const shared = await attack(wall('shared'));
  const open = await attack(undefined);
  process.stdout.write(JSON.stringify({ walled, shared, open }));
} finally {
  await rm(folder, { recursive: true });
  await rm(sharedMemory);
  await close();
}
