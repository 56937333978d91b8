import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { atMost } from '@tintype/runtime';
import { CdpConnection } from '../cdp/connection.js';
import { BrowserProcesses } from './browser-processes.js';
import { lastOutput, lowerPriority } from './child-process.js';
import { writeExtension } from './extension.js';
import { makeProfile, removeProfile, setPreferences, writePrograms } from './profiles.js';
import {
  deskPreferences,
  frameControlSwitches,
  hiddenSwitches,
  recordingSwitches,
  renderSwitches,
  sessionPreferences,
  sessionSwitches,
} from './switches.js';
import { followWall, type Wall, walledCommand, wallStdio } from './wall.js';

/** `hidden`: a full Chromium for renders that hide automation. */
export type BrowserRole = 'render' | 'recording' | 'hidden' | 'session';

export interface LaunchOptions {
  /** A chromium-headless-shell, or a full Chromium if `full`. */
  binary: string;
  full: boolean;
  /** The unprivileged user of the browser; undefined: the current user, who must not be root. */
  uid: number | undefined;
  switches: readonly string[];
  role?: BrowserRole;
  wall?: LaunchWall | undefined;
}

export interface LaunchWall extends Wall {
  /** Serves the proxy of the browser on a socket inside the wall. Returns a function that closes it. */
  serve: (listener: Server) => Promise<() => void>;
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

/** The whole environment. The browser inherits no variable: one could hold a secret. */
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
  if (role === 'hidden') return hiddenSwitches;
  const ofRole = role === 'recording' ? recordingSwitches : renderSwitches;
  if (full) return ['--headless', ...ofRole];
  return role === 'recording' ? [...ofRole, ...frameControlSwitches] : ofRole;
};

const defaultPath = '/usr/local/bin:/usr/bin:/bin';

/** Prepares the profile for `session` and `hidden`. Returns the browser's PATH and the switches of its extension. */
const prepareProfile = async (
  profile: string,
  { role, uid }: LaunchOptions,
): Promise<{ path: string; own: string[] }> => {
  if (role !== 'session' && role !== 'hidden') return { path: defaultPath, own: [] };
  const isSession = role === 'session';
  await setPreferences(profile, isSession ? sessionPreferences : deskPreferences, uid);
  const own = isSession ? await writeExtension(profile) : [];
  return { path: `${await writePrograms(profile)}:${defaultPath}`, own };
};

const closeMs = 3000;
const startMs = 30_000;

const exited = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

/**
 * Whether the browser leads a process group, so that one signal kills it with its children. A render's browser without
 * a wall stays in its node's group.
 */
const leadsGroup = ({ role, wall }: LaunchOptions): boolean => role === 'session' || wall !== undefined;

const start = async (profile: string, options: LaunchOptions): Promise<ChildProcess> => {
  const { binary, uid, wall } = options;
  const { path, own } = await prepareProfile(profile, options);
  const switches = [...switchesOf(options), ...options.switches, ...own, `--user-data-dir=${profile}`];
  const [program, args] = wall ? walledCommand(wall, { binary, profile }, switches) : [binary, switches];
  const child = spawn(program, args, {
    env: environment(profile, path),
    stdio: wall ? wallStdio() : ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: leadsGroup(options),
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  if (options.role === 'recording') lowerPriority(child);
  return child;
};

/** One browser from its start until nothing of it is left. */
class Launch {
  readonly #child: ChildProcess;
  readonly #profile: string;
  readonly #wall: LaunchWall | undefined;
  readonly #processes: BrowserProcesses | undefined;
  readonly connection: CdpConnection;
  #stopServing: (() => void) | undefined;
  #isOver = false;

  constructor(child: ChildProcess, profile: string, options: LaunchOptions) {
    this.#child = child;
    this.#profile = profile;
    this.#wall = options.wall;
    this.#processes = child.pid !== undefined && leadsGroup(options) ? new BrowserProcesses(child.pid) : undefined;
    const read = child.stdio[4] as Readable;
    this.connection = new CdpConnection(child.stdio[3] as Writable, read);
    // Behind a wall, the pipe stays open until the last process has ended: up to 2 s after the browser.
    child.once('exit', () => read.destroy());
  }

  async awaitWall(signal: AbortSignal): Promise<void> {
    if (!this.#wall) return;
    const { init, listener } = await followWall(this.#child, signal);
    this.#processes?.setInit(init);
    const stopServing = await this.#wall.serve(listener);
    // The launch may have failed meanwhile.
    if (this.#isOver) stopServing();
    else this.#stopServing = stopServing;
  }

  kill(): void {
    if (this.#processes) this.#processes.kill();
    else this.#child.kill('SIGKILL');
  }

  async close(): Promise<void> {
    this.connection.browser.send('Browser.close').catch(() => undefined);
    const timer = setTimeout(() => this.kill(), closeMs);
    await exited(this.#child);
    clearTimeout(timer);
    await this.#cleanUp();
  }

  async abandon(): Promise<void> {
    this.kill();
    // A binary that cannot start never exits.
    if (this.#child.pid !== undefined) await exited(this.#child);
    await this.#cleanUp().catch(() => undefined);
  }

  async #cleanUp(): Promise<void> {
    await this.#processes?.end();
    this.#isOver = true;
    this.#stopServing?.();
    // Last: Chromium spins when its profile disappears.
    await removeProfile(this.#profile);
  }
}

/** Resolves when the browser answers. Throws if it does not start. */
export const launchBrowser = async (options: LaunchOptions): Promise<BrowserProcess> => {
  const profile = await makeProfile(options.uid);
  const child = await start(profile, options);
  const stderrTail = lastOutput(child);
  const launch = new Launch(child, profile, options);
  try {
    await atMost(startMs, async (signal) => {
      await once(child, 'spawn', { signal });
      await Promise.all([launch.awaitWall(signal), launch.connection.browser.send('Browser.getVersion')]);
    });
  } catch (cause) {
    await launch.abandon();
    throw new Error(`The browser ${options.binary} did not start: ${stderrTail()}`, { cause });
  }
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= launch.close();
    return closing;
  };
  return { connection: launch.connection, pid: child.pid as number, profile, close, kill: () => launch.kill() };
};
