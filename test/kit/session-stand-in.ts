/**
 * A program that stands in for the one in a session's pod, without a browser: it speaks its protocol, writes its
 * termination log, ends as it does, and has a child as it has a browser. `TINTYPE_TEST_TRICK` makes it misbehave: `deaf`
 * does not end when it is asked to, `late` is ready only once the file of `TINTYPE_TEST_GATE` is there, `broken` ends at once, `greedy` takes memory
 * until it is ended, and ends by itself at half a gigabyte.
 */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeTerminationMessage } from '@tintype/contracts';
import { Machine } from '../explorer/played/machine.js';
import { programOf, serveSessionAgent } from './session-pod-server.js';
import { until } from './until.js';

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
    // What it would know of itself anyway.
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
