import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readAccounts, type SeededAccount } from '@tintype/api';
import type { Session } from '@tintype/contracts';
import { askRunning, freePorts } from '@tintype/standalone/testing';
import { until } from '../until.js';

export type StackPart = 'api' | 'browser-node' | 'nats' | 'operator';

export interface StackOptions {
  /** They win over our settings: ports, data folder, no warm browsers. */
  environment?: Record<string, string>;
  /** Outlives the stack; by default a temporary folder. */
  dataDir?: string;
  /** A parent between this process and the supervisor, like make. */
  underParent?: boolean;
  /** Hides a file of this machine from the stack; needs root on Linux. */
  without?: string;
}

/** All of `make run`, as a process on free ports. */
export interface Stack {
  url: string;
  privateUrl: string;
  account: SeededAccount;
  examplePage: string;
  dataDir: string;
  pid: number;
  /** The parent if asked for, else the supervisor. */
  parentPid: number;
  pids: () => Promise<Partial<Record<StackPart, number>>>;
  kill: (part: StackPart, signal?: NodeJS.Signals) => Promise<void>;
  output: () => string;
  exited: Promise<number | null>;
  /** Ends it in order if it runs, removes a temporary data folder, returns the exit code. */
  stop: () => Promise<number | null>;
}

const main = fileURLToPath(new URL('../../../../standalone/dist/main.js', import.meta.url));
const startMs = 90_000;
/** Longer than any drain in a test. */
const stopMs = 45_000;

const inherited = () => {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'];
  const ours = ['TINTYPE_NATS_SERVER', 'TINTYPE_HEADLESS_SHELL', 'TINTYPE_CHROMIUM', 'TINTYPE_BROWSER_UID'];
  return Object.fromEntries([...names, ...ours].map((name) => [name, process.env[name]]));
};

/** Returns the processes that run, or whose group has a running member. Zombies do not count. */
export const livingOf = (pids: readonly number[]): number[] => {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,pgid=,stat='], { encoding: 'utf8' });
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  const living = rows.filter(([, , state]) => !state?.startsWith('Z'));
  return pids.filter((pid) => living.some(([id, group]) => Number(id) === pid || Number(group) === pid));
};

export const noneLeft = (pids: readonly number[]): Promise<void> =>
  until('every process is gone', () => livingOf(pids).length === 0);

export interface StackProcess {
  pid: number;
  output: () => string;
  exited: Promise<number | null>;
  /** Resolves when the text appears; rejects if the process ends first, or after 90 s. */
  printed: (text: string) => Promise<void>;
}

/** A second command keeps the shell. */
const parent = ['/bin/sh', '-c', '"$@"; exit $?', 'parent'];

/** Mounts a file that cannot run over it, for this program alone. */
const hiding = (path: string) => [
  ...['/usr/bin/unshare', '--mount', '/bin/sh', '-c'],
  ...['/usr/bin/mount --bind /dev/null "$0" && exec "$@"', path],
];

/** Starts the supervisor without waiting. It ends with this process. */
export const spawnStandalone = (
  environment: Record<string, string>,
  { underParent, without }: Pick<StackOptions, 'underParent' | 'without'> = {},
): StackProcess => {
  const around = [...(underParent ? parent : []), ...(without ? hiding(without) : [])];
  const [file = '', ...args] = [...around, process.execPath, main, '--end-with-parent'];
  const child = spawn(file, args, {
    env: { ...inherited(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group, for tests that signal it like a terminal.
    detached: true,
  });
  let output = '';
  const outputEvents = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      outputEvents.dispatchEvent(new Event('output'));
    });
  }
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const printed = async (text: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const fail = (why: string) => reject(new Error(`The stack ${why}, and did not say "${text}":\n${output}`));
    const look = () => output.includes(text) && resolve();
    const timer = setTimeout(() => fail(`ran ${startMs} ms`), startMs);
    outputEvents.addEventListener('output', look);
    exited.then((code) => fail(`ended with ${code}`), reject);
    look();
    await promise.finally(() => clearTimeout(timer));
  };
  return { pid: child.pid as number, output: () => output, exited, printed };
};

const readAccount = async (dataDir: string, given: string | undefined): Promise<SeededAccount> =>
  readAccounts(given ?? (await readFile(join(dataDir, 'account'), 'utf8')).trim())[0] as SeededAccount;

/** Asks the group to end, then kills it: a failed test must not hang too. */
const end = async ({ pid, exited }: StackProcess): Promise<number | null> => {
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-pid, name);
    } catch {
      // It is gone.
    }
  };
  signal('SIGTERM');
  const timer = setTimeout(() => signal('SIGKILL'), stopMs);
  return exited.finally(() => clearTimeout(timer));
};

/** Resolves when the service is ready; rejects with its output. */
export const startStack = async (options: StackOptions = {}): Promise<Stack> => {
  const { environment = {}, dataDir: given } = options;
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'tintype-stack-')));
  const [port, privatePort] = await freePorts(2);
  const ports = { TINTYPE_PORT: String(port), TINTYPE_PRIVATE_PORT: String(privatePort) };
  const usual = { TINTYPE_DATA_DIR: dataDir, TINTYPE_WARM_SESSIONS: '0' };
  const running = spawnStandalone({ ...ports, ...usual, ...environment }, options);
  const { output, exited } = running;
  const stop = async () => {
    const code = await end(running);
    if (!given) await rm(dataDir, { recursive: true, force: true });
    return code;
  };
  try {
    await running.printed('Ctrl-C drains');
  } catch (error) {
    await stop();
    throw error;
  }
  const state = await askRunning(dataDir);
  const pids: Stack['pids'] = async () => (await askRunning(dataDir))?.parts ?? {};
  const kill: Stack['kill'] = async (part, signal = 'SIGKILL') => {
    const target = (await pids())[part];
    if (target === undefined) throw new Error(`${part} does not run.`);
    process.kill(target, signal);
  };
  return {
    url: state?.url ?? '',
    privateUrl: state?.privateUrl ?? '',
    account: await readAccount(dataDir, environment.TINTYPE_ACCOUNT),
    examplePage: state?.examplePage ?? '',
    dataDir,
    pid: state?.pid ?? running.pid,
    parentPid: running.pid,
    pids,
    kill,
    output,
    exited,
    stop,
  };
};

const command = fileURLToPath(new URL('../../../../standalone/bin/tintype', import.meta.url));

export const tintype = async (args: readonly string[], environment: Record<string, string>) => {
  const child = spawn(command, args, { env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, complaint, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { output, complaint, code: code as number };
};

export interface SessionAnswer {
  success: boolean;
  sessionId: string;
  session: Session;
  sessions: Session[];
  error: string;
  [other: string]: unknown;
}

export const sessionCalls = ({ url, account }: Stack) => {
  const bearer = Buffer.from(`${account.id}:${account.secret}`).toString('base64');
  return async (method: string, path: string, body?: object): Promise<{ status: number; body: SessionAnswer }> => {
    const response = await fetch(`${url}/v1/sessions${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as SessionAnswer };
  };
};
