import { type ConnectionReport, type Logger, type Program, runProgram, systemClock } from '@tintype/runtime';
import { findSessionBrowsers } from '../browser/process/find-browser.js';
import { findWall } from '../browser/process/find-wall.js';
import type { LaunchOptions } from '../browser/process/launch.js';
import { removeLeftProfiles } from '../browser/process/profiles.js';
import { createSupervision, type Trouble, troubles } from '../browser/process/supervision.js';
import { maxPixels } from '../capture/area/clip.js';
import { readSessionConfig, type SessionConfig } from '../config.js';
import { startEgress } from '../egress/start-egress.js';
import { startAgent } from './agent.js';
import { SessionBrowser } from './browser/session-browser.js';
import { TerminationLog } from './life/termination-log.js';
import { Session } from './session.js';

const mebibyte = 2 ** 20;
/** Chromium holds a picture four times on its way to us, at 4 bytes a pixel. */
const bytesPerPixel = 16;
/** Memory of a browser with an ordinary page. */
const browserBytes = 384 * mebibyte;
/** Enough for a window in any case. */
const minPixels = 10_000_000;

/** Pixels of the largest picture for a browser with this memory. A larger picture would crash the browser. */
export const pixelsIn = (bytes: number): number =>
  Math.min(maxPixels, Math.max(minPixels, Math.floor((bytes - browserBytes) / bytesPerPixel)));

/** MiB, if the configuration sets no `browserMemory`. */
const usualMemory = 4096;
/** One page may use this share of the browser's memory. */
const pageShare = 0.75;

/** The browser's memory in MiB. */
const memoryOf = ({ browserMemory = usualMemory }: SessionConfig): number => browserMemory;

/**
 * How long the agent answers after the end: the api at DELETE, the operator when the pod is unready. Later the
 * termination log has the record.
 */
const lingerMs = 30_000;
/** How long the agent lives on after a crash: then the end of the process informs the operator. */
const crashLingerMs = 3000;

interface SupervisedBrowser {
  browser: SessionBrowser;
  config: SessionConfig;
  log: Logger;
  isUsed: () => boolean;
}

const superviseBrowser = ({ browser, config, log, isUsed }: SupervisedBrowser): void => {
  const { process, gone, state } = browser;
  const over = new AbortController();
  const browserMemory = memoryOf(config);
  const supervise = createSupervision({
    browserBytes: browserMemory * mebibyte,
    // A page that takes too much memory ends alone.
    rendererBytes: Math.min(config.pageMemory, pageShare * browserMemory) * mebibyte,
    isUsed,
    log,
  });
  const trouble = (which: Trouble) => {
    log.warn({ trouble: which }, `ending the browser: ${troubles[which]}`);
    process.kill();
  };
  const pageKilled = () => {
    state.crash = 'The page took more memory than a page may use and was closed.';
  };
  supervise(process, { trouble, memory: () => undefined, pageKilled }, over.signal);
  void gone.then(() => over.abort());
};

/** Logs a failure of the account's proxy once, until it works again. */
const logUpstreamFailures = (log: Logger) => {
  let logged = '';
  return ({ outcome }: ConnectionReport): void => {
    const failure = outcome.startsWith('upstream') ? outcome : '';
    if (failure && failure !== logged) log.warn({ failure }, "the account's proxy failed");
    if (failure || outcome === 'open') logged = failure;
  };
};

const startSessionNode = async (config: SessionConfig, log: Logger): Promise<Program> => {
  log.level = config.logLevel;
  const found = findSessionBrowsers(config);
  const shells = found.shell ? [found.shell.binary] : [];
  const wall = await findWall(config, { binaries: [found.full.binary, ...shells], log });
  const terminationLog = new TerminationLog(config.terminationLog, systemClock, log);
  await removeLeftProfiles();
  const { guard, proxy, wayOut } = await startEgress(config, {
    wall,
    ports: [...config.ownPorts, config.port],
    onConnection: logUpstreamFailures(log),
  });
  const maxPixels = pixelsIn(memoryOf(config) * mebibyte);
  const start = async (which: Pick<LaunchOptions, 'binary' | 'full'> & { version?: string | undefined }) => {
    const browser = await SessionBrowser.start({ ...which, ...wayOut, uid: config.browserUid, maxPixels });
    superviseBrowser({ browser, config, log, isUsed: () => !session.isIdle });
    return browser;
  };
  const shell = wall && found.shell && { ...found.shell, version: config.shellVersion };
  const session = new Session({
    browser: await start(shell ?? found.full),
    startFull: () => start(found.full),
    useUpstream: (upstream) => proxy.useUpstream(upstream),
    explain: (hostname, port) => guard.explain(hostname, port),
    terminationLog,
    clock: systemClock,
    log,
  });
  const agent = await startAgent({ ...config, session, log }).catch(async (error: unknown) => {
    await session.stop();
    throw error;
  });
  const stopping = new AbortController();
  log.info({ port: config.port }, 'session browser ready');
  return {
    done: session.ended.then(({ crashed }) => linger(crashed ? crashLingerMs : lingerMs, stopping.signal)),
    stop: async () => {
      stopping.abort();
      await session.stop();
      agent.close();
      agent.closeAllConnections();
      await proxy.close();
      terminationLog.close();
    },
  };
};

/** Never settles if the program stops first, since a second end would cut the first short. */
const linger = (milliseconds: number, stopping: AbortSignal): Promise<void> => {
  const over = Promise.withResolvers<void>();
  if (stopping.aborted) return over.promise;
  const timer = setTimeout(over.resolve, milliseconds);
  stopping.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return over.promise;
};

/** The program of a session's pod. */
export const runSessionNode = (): Promise<void> =>
  runProgram({ name: 'session-node', hardMs: 30_000, start: (log) => startSessionNode(readSessionConfig(), log) });
