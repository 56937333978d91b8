import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { raceSignal } from '@tintype/runtime';
import { CdpConnection } from '../cdp/connection.js';
import { writeExtension } from './extension.js';
import { makeProfile, removeProfile, setPreferences, writePrograms } from './profiles.js';
import { renderSwitches, sessionPreferences, sessionSwitches } from './switches.js';

export interface LaunchOptions {
  /** A chromium-headless-shell, or a full Chromium when `full`. */
  binary: string;
  full: boolean;
  /** The unprivileged user it runs as; undefined: ours, which must not be root. */
  uid: number | undefined;
  switches: readonly string[];
  /** What it is for. Its other switches go by that. */
  role?: 'render' | 'session';
  /** Told once its process runs, long before it speaks. */
  onProcess?: () => void;
}

/** A browser process, its connection and its profile folder. */
export interface BrowserProcess {
  readonly connection: CdpConnection;
  readonly pid: number;
  readonly profile: string;
  /** Ends the browser, at once when it does not end by itself, and removes its profile. Idempotent. */
  close: () => Promise<void>;
  /** Ends one that does not answer any more. What is left is cleared up by `close`. */
  kill: () => void;
}

/** What a browser gets of our environment: no variable that could hold a secret. */
const environment = (home: string, path: string) => ({
  HOME: home,
  TMPDIR: home,
  PATH: path,
  LANG: 'C.UTF-8',
  // The same clock on every machine.
  TZ: 'UTC',
});

const switchesOf = ({ full, role = 'render' }: LaunchOptions): readonly string[] => {
  if (role === 'session') return sessionSwitches;
  return full ? ['--headless', ...renderSwitches] : renderSwitches;
};

const usualPath = '/usr/local/bin:/usr/bin:/bin';

/** What a browser finds in its profile at its start: where it looks for programs, and the switches that go with that. */
const furnish = async (profile: string, { role, uid }: LaunchOptions): Promise<{ path: string; own: string[] }> => {
  if (role !== 'session') return { path: usualPath, own: [] };
  await setPreferences(profile, sessionPreferences, uid);
  const own = await writeExtension(profile);
  return { path: `${await writePrograms(profile)}:${usualPath}`, own };
};

const lookMs = 10;
/** Processes that are killed go at once; one that nobody reaps, in a container without an init, never does. */
const groupEndMs = 2000;

/**
 * The processes of one browser. Those that the main one has started outlive it for a moment when it is killed, and write
 * to its profile meanwhile.
 */
class ProcessGroup {
  readonly #leader: number;
  /** From then on its number may be another's. */
  #isGone = false;

  constructor(leader: number) {
    this.#leader = leader;
  }

  kill(): void {
    this.#signal('SIGKILL');
  }

  /** Kills what is left, and waits until nothing is. */
  async end(): Promise<void> {
    const until = performance.now() + groupEndMs;
    while (this.#signal('SIGKILL') && performance.now() < until) await wait(lookMs);
  }

  /** False when there is nobody to hear it. */
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

/** What may be left of a browser once its main process has ended. */
interface Remains {
  profile: string;
  group: ProcessGroup | undefined;
}

const end = async (child: ChildProcess, connection: CdpConnection, { profile, group }: Remains) => {
  connection.browser.send('Browser.close').catch(() => undefined);
  const timer = setTimeout(() => child.kill('SIGKILL'), closeMs);
  await exited(child);
  clearTimeout(timer);
  await group?.end();
  // Only now: Chromium spins when its profile goes away under it.
  await removeProfile(profile);
};

/** The last that a process said on its standard error, for the message when it does not start. */
const lastOutput = (child: ChildProcess) => {
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-2000);
  });
  return () => tail.trim();
};

/** Starts a browser, and answers once it speaks. Throws when it does not start. */
export const launchBrowser = async (options: LaunchOptions): Promise<BrowserProcess> => {
  const { uid } = options;
  const profile = await makeProfile(uid);
  const { path, own } = await furnish(profile, options);
  const switches = [...switchesOf(options), ...options.switches, ...own, `--user-data-dir=${profile}`];
  const child = spawn(options.binary, switches, {
    env: environment(profile, path),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that all of it can be killed at once.
    detached: options.role === 'session',
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const connection = new CdpConnection(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const complaints = lastOutput(child);
  const group = options.role === 'session' && child.pid !== undefined ? new ProcessGroup(child.pid) : undefined;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= end(child, connection, { profile, group });
    return closing;
  };
  try {
    const patience = AbortSignal.timeout(startMs);
    await once(child, 'spawn', { signal: patience });
    options.onProcess?.();
    await raceSignal(connection.browser.send('Browser.getVersion'), patience);
  } catch (cause) {
    // A binary that cannot be started has no exit to wait for.
    if (child.kill('SIGKILL')) await exited(child);
    await group?.end();
    await removeProfile(profile).catch(() => undefined);
    throw new Error(`The browser ${options.binary} does not start: ${complaints()}`, { cause });
  }
  const kill = () => {
    child.kill('SIGKILL');
    group?.kill();
  };
  return { connection, pid: child.pid as number, profile, close, kill };
};
