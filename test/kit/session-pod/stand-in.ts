/**
 * Stands in for a session pod's program without a browser. It speaks its protocol, writes its termination log, ends
 * like it, and has a child. `TINTYPE_TEST_TRICK` is `deaf` (ignores SIGTERM), `broken` (exits at once), `late` or
 * `greedy`. `late` is ready when the file `TINTYPE_TEST_GATE` exists; `greedy` takes memory, half a gigabyte at most.
 */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeTerminationMessage } from '@tintype/contracts';
import { Machine } from '../../explorer/played/machine.js';
import { until } from '../until.js';
import { programOf, serveSessionAgent } from './pod-server.js';

const { TINTYPE_TEST_TRICK: trick, TINTYPE_TEST_GATE: gate = '', TINTYPE_POD_KEY: podKey = '' } = process.env;

const machine = new Machine({ namespace: '', name: '', uid: '' });
machine.life = 'running';

const write = () => {
  if (!machine.written) return;
  const log = openSync(process.env.TINTYPE_TERMINATION_LOG ?? '', 'r+');
  writeSync(log, encodeTerminationMessage(machine.written), 0);
  closeSync(log);
};

const writing =
  <A extends unknown[], T>(act: (...args: A) => T) =>
  (...args: A) => {
    const answer = act(...args);
    // The real program knows this itself.
    if (machine.order && !machine.written) machine.confirm(machine.order.session);
    write();
    return answer;
  };

const end = () => {
  machine.stopBrowser(Date.now());
  write();
  process.exit(0);
};

if (trick === 'broken') process.exit(3);
if (trick === 'greedy') {
  const held = Array.from({ length: 512 }, () => Buffer.alloc(2 ** 20, 1));
  process.exit(held.length === 0 ? 5 : 4);
}
process.on('SIGTERM', () => trick === 'deaf' || end());
const uid = process.env.TINTYPE_BROWSER_UID;
const user = uid === undefined ? {} : { uid: Number(uid), gid: Number(uid) };
mkdtempSync(join(tmpdir(), 'tintype-browser-'));
spawn('sleep', ['600'], { ...user, stdio: 'ignore' });
if (trick === 'late') await until('the gate is open', () => existsSync(gate));
const { activate, confirm, close } = programOf(machine);
const program = { activate: writing(activate), confirm: writing(confirm), close: writing(close) };
await serveSessionAgent(program, podKey, { port: Number(process.env.TINTYPE_SESSION_PORT) });
setInterval(() => undefined, 1000);
