import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAccounts, type SeededAccount } from '@tintype/api';
import { askRunning, freePorts } from '@tintype/standalone/testing';

export type StackPart = 'api' | 'browser-node' | 'nats' | 'operator';

export interface StackOptions {
  /** Settings besides the ports, the data folder, and no warm browsers; they win over ours. */
  environment?: Record<string, string>;
  /** A folder that outlives the stack; without it, a temporary one. */
  dataDir?: string;
  /** Between this process and the supervisor stands another, as make does. */
  underParent?: boolean;
  /** A file of this machine that is not there for it; for root on Linux. */
  without?: string;
}

/** Everything that `make run` starts, as a process of its own on free ports. */
export interface Stack {
  url: string;
  privateUrl: string;
  account: SeededAccount;
  examplePage: string;
  dataDir: string;
  /** The supervisor's process. */
  pid: number;
  /** What stands between, when it was asked for; else the supervisor too. */
  parentPid: number;
  /** What runs at present, by the names in `/readyz`. */
  pids: () => Promise<Partial<Record<StackPart, number>>>;
  kill: (part: StackPart, signal?: NodeJS.Signals) => Promise<void>;
  /** What the terminal shows so far. */
  output: () => string;
  /** The supervisor's exit code, once it is gone. */
  exited: Promise<number | null>;
  /** Ends it in order if it still runs, removes a temporary data folder, answers the exit code. */
  stop: () => Promise<number | null>;
}

const main = fileURLToPath(new URL('../../../standalone/dist/main.js', import.meta.url));
const startMs = 90_000;
/** Longer than any drain in a test takes. */
const stopMs = 45_000;

const inherited = () => {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'];
  const ours = ['TINTYPE_NATS_SERVER', 'TINTYPE_HEADLESS_SHELL', 'TINTYPE_CHROMIUM', 'TINTYPE_BROWSER_UID'];
  return Object.fromEntries([...names, ...ours].map((name) => [name, process.env[name]]));
};

/** Whether the process, or any of the group that it leads, runs; the dead that nobody has collected do not. */
export const isAlive = (pid: number): boolean => {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,pgid=,stat='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .some(([id, group, state]) => (Number(id) === pid || Number(group) === pid) && !state?.startsWith('Z'));
};

export interface StackProcess {
  pid: number;
  output: () => string;
  exited: Promise<number | null>;
  /** Resolves when the text has been said; throws when the process ends first, or after a minute and a half. */
  said: (text: string) => Promise<void>;
}

/** The shell stays, because it has a second command. */
const parent = ['/bin/sh', '-c', '"$@"; exit $?', 'parent'];

/** In place of the file there is one that nobody can run, for the program alone. */
const hiding = (path: string) => [
  ...['/usr/bin/unshare', '--mount', '/bin/sh', '-c'],
  ...['/usr/bin/mount --bind /dev/null "$0" && exec "$@"', path],
];

/** Starts the supervisor alone, and waits for nothing. It ends with this process. */
export const spawnStandalone = (
  environment: Record<string, string>,
  { underParent, without }: Pick<StackOptions, 'underParent' | 'without'> = {},
): StackProcess => {
  const around = [...(underParent ? parent : []), ...(without ? hiding(without) : [])];
  const [file = '', ...args] = [...around, process.execPath, main, '--end-with-parent'];
  const child = spawn(file, args, {
    env: { ...inherited(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, for tests that signal the group as a terminal would.
    detached: true,
  });
  let output = '';
  const heard = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      heard.dispatchEvent(new Event('output'));
    });
  }
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const said = async (text: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const fail = (why: string) => reject(new Error(`The stack ${why}, and did not say "${text}":\n${output}`));
    const look = () => output.includes(text) && resolve();
    const timer = setTimeout(() => fail(`ran ${startMs} ms`), startMs);
    heard.addEventListener('output', look);
    exited.then((code) => fail(`ended with ${code}`), reject);
    look();
    await promise.finally(() => clearTimeout(timer));
  };
  return { pid: child.pid as number, output: () => output, exited, said };
};

const readAccount = async (dataDir: string, given: string | undefined): Promise<SeededAccount> =>
  readAccounts(given ?? (await readFile(join(dataDir, 'account'), 'utf8')).trim())[0] as SeededAccount;

/** Asks the group to end, and kills it when it does not: a test that failed must not hang as well. */
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

/** Starts the whole service and resolves once it is ready. Throws with its output when it does not start. */
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
    await running.said('Ctrl-C drains');
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
