import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { atMost } from '@tintype/runtime';
import { CdpConnection } from '../cdp/connection.js';
import { writeExtension } from './extension.js';
import { makeProfile, removeProfile, setPreferences, writePrograms } from './profiles.js';
import {
  frameControlSwitches,
  recordingSwitches,
  renderSwitches,
  sessionPreferences,
  sessionSwitches,
} from './switches.js';

export type BrowserRole = 'render' | 'recording' | 'session';

export interface LaunchOptions {
  /** A chromium-headless-shell, or a full Chromium if `full`. */
  binary: string;
  full: boolean;
  /** The unprivileged user of the browser; undefined: the current user, who must not be root. */
  uid: number | undefined;
  switches: readonly string[];
  role?: BrowserRole;
  /** Called long before the browser answers. */
  onProcess?: () => void;
}

export interface BrowserProcess {
  readonly connection: CdpConnection;
  readonly pid: number;
  readonly profile: string;
  /** Closes the browser, kills it after 3 s, and removes its profile. Idempotent. */
  close: () => Promise<void>;
  /** Kills a browser that does not respond; `close` cleans up. */
  kill: () => void;
}

/** The whole environment: no inherited variable could hold a secret. */
const environment = (home: string, path: string) => ({
  HOME: home,
  TMPDIR: home,
  PATH: path,
  LANG: 'C.UTF-8',
  // The same time zone on every machine.
  TZ: 'UTC',
});

const switchesOf = ({ full, role = 'render' }: LaunchOptions): readonly string[] => {
  if (role === 'session') return sessionSwitches;
  const ofRole = role === 'recording' ? recordingSwitches : renderSwitches;
  if (full) return ['--headless', ...ofRole];
  return role === 'recording' ? [...ofRole, ...frameControlSwitches] : ofRole;
};

const defaultPath = '/usr/local/bin:/usr/bin:/bin';

/** Prepares the profile. Returns the PATH and switches of a session. */
const prepareProfile = async (
  profile: string,
  { role, uid }: LaunchOptions,
): Promise<{ path: string; own: string[] }> => {
  if (role !== 'session') return { path: defaultPath, own: [] };
  await setPreferences(profile, sessionPreferences, uid);
  const own = await writeExtension(profile);
  return { path: `${await writePrograms(profile)}:${defaultPath}`, own };
};

const lookMs = 10;
/** Killed processes end at once, unless a container has no init that reaps them. */
const groupEndMs = 2000;

/** Children outlive a killed browser briefly and still write to its profile. */
class ProcessGroup {
  readonly #leader: number;
  /** Another process may get the number from then on. */
  #isGone = false;

  constructor(leader: number) {
    this.#leader = leader;
  }

  kill(): void {
    this.#signal('SIGKILL');
  }

  async end(): Promise<void> {
    const until = performance.now() + groupEndMs;
    while (this.#signal('SIGKILL') && performance.now() < until) await wait(lookMs);
  }

  /** False if the group is empty. */
  #signal(signal: NodeJS.Signals): boolean {
    try {
      return !this.#isGone && process.kill(-this.#leader, signal);
    } catch {
      this.#isGone = true;
      return false;
    }
  }
}

const closeMs = 3000;
const startMs = 30_000;

const exited = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

interface Leftovers {
  profile: string;
  group: ProcessGroup | undefined;
}

const end = async (child: ChildProcess, connection: CdpConnection, { profile, group }: Leftovers) => {
  connection.browser.send('Browser.close').catch(() => undefined);
  const timer = setTimeout(() => child.kill('SIGKILL'), closeMs);
  await exited(child);
  clearTimeout(timer);
  await group?.end();
  // Last: Chromium spins when its profile disappears.
  await removeProfile(profile);
};

/** The last 2,000 characters, for the error message. */
const lastOutput = (child: ChildProcess) => {
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-2000);
  });
  return () => tail.trim();
};

/** Resolves when the browser answers. Throws if it does not start. */
export const launchBrowser = async (options: LaunchOptions): Promise<BrowserProcess> => {
  const { uid } = options;
  const profile = await makeProfile(uid);
  const { path, own } = await prepareProfile(profile, options);
  const switches = [...switchesOf(options), ...options.switches, ...own, `--user-data-dir=${profile}`];
  const child = spawn(options.binary, switches, {
    env: environment(profile, path),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // One signal kills the whole group.
    detached: options.role === 'session',
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const connection = new CdpConnection(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const stderrTail = lastOutput(child);
  const group = options.role === 'session' && child.pid !== undefined ? new ProcessGroup(child.pid) : undefined;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= end(child, connection, { profile, group });
    return closing;
  };
  try {
    await atMost(startMs, async (signal) => {
      await once(child, 'spawn', { signal });
      options.onProcess?.();
      await connection.browser.send('Browser.getVersion');
    });
  } catch (cause) {
    // A binary that cannot start never exits.
    if (child.kill('SIGKILL')) await exited(child);
    await group?.end();
    await removeProfile(profile).catch(() => undefined);
    throw new Error(`The browser ${options.binary} did not start: ${stderrTail()}`, { cause });
  }
  const kill = () => {
    child.kill('SIGKILL');
    group?.kill();
  };
  return { connection, pid: child.pid as number, profile, close, kill };
};
