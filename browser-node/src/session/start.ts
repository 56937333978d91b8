import { type ConnectionReport, type Logger, type Program, systemClock } from '@tintype/runtime';
import { findSessionBrowser } from '../browser/process/find-browser.js';
import { removeLeftProfiles } from '../browser/process/profiles.js';
import { createSupervision } from '../browser/process/supervision.js';
import { mostPixels } from '../capture/clip.js';
import type { SessionConfig } from '../config.js';
import { startEgress } from '../egress/start-egress.js';
import { egressSwitches } from '../egress/switches.js';
import { startAgent } from './agent.js';
import { SessionBrowser } from './browser/session-browser.js';
import { TerminationLog } from './life/termination-log.js';
import { Session } from './session.js';

const mebibyte = 2 ** 20;
/** Chromium holds a picture four times on its way to us, with four bytes a pixel. */
const bytesPerPixel = 16;
/** What a browser takes with an ordinary page. */
const browserBytes = 384 * mebibyte;
/** A window is to be shown in any case. */
const leastPixels = 10_000_000;

/** The largest picture that a browser can make with so many bytes of memory: a larger one would end it. */
export const pixelsIn = (bytes: number): number =>
  Math.min(mostPixels, Math.max(leastPixels, Math.floor((bytes - browserBytes) / bytesPerPixel)));

const usualMemory = 4096;
const pageShare = 0.75;

/** MiB of the browser. */
const memoryOf = ({ browserMemory = usualMemory }: SessionConfig): number => browserMemory;

/**
 * A session that has ended is asked for its record by whoever noticed first: the api that its client asked to close it,
 * or the operator once it sees that the pod is not ready any more. Then its process is over, and the record is in the
 * termination log.
 */
const lingerMs = 30_000;
/** A browser that has ended by itself: whoever was just told so may ask, and the rest learn it from the end of the process. */
const crashLingerMs = 3000;

/** Ends a browser that hangs, or takes too much memory; a page that does so alone ends alone. */
const superviseBrowser = ({ process, gone, state }: SessionBrowser, config: SessionConfig, log: Logger): void => {
  const over = new AbortController();
  const browserMemory = memoryOf(config);
  const supervise = createSupervision({
    browserBytes: browserMemory * mebibyte,
    // Below the browser's: a page that takes too much is to end alone.
    rendererBytes: Math.min(config.pageMemory, pageShare * browserMemory) * mebibyte,
    log,
  });
  const trouble = (which: string) => {
    log.warn({ trouble: which }, 'ending the browser');
    process.kill();
  };
  const pageKilled = () => {
    state.crash = 'The page took more memory than a page may have, and was ended.';
  };
  supervise(process, { trouble, memory: () => undefined, pageKilled }, over.signal);
  void gone.then(() => over.abort());
};

/** Says that the account's own proxy fails, once until it works again. */
const logUpstreamFailures = (log: Logger) => {
  let told = '';
  return ({ outcome }: ConnectionReport): void => {
    const failure = outcome.startsWith('upstream') ? outcome : '';
    if (failure && failure !== told) log.warn({ failure }, "the account's upstream proxy failed");
    if (failure || outcome === 'open') told = failure;
  };
};

/** The session role: one browser and one page, for the one session of this process's life. */
export const startSessionNode = async (config: SessionConfig, log: Logger): Promise<Program> => {
  log.level = config.logLevel;
  const binary = findSessionBrowser(config);
  const terminationLog = new TerminationLog(config.terminationLog, systemClock, log);
  await removeLeftProfiles();
  const { guard, proxy } = await startEgress(config, {
    ports: [...config.ownPorts, config.port],
    onConnection: logUpstreamFailures(log),
  });
  const browser = await SessionBrowser.start({
    binary,
    uid: config.browserUid,
    switches: egressSwitches(proxy.port),
    mostPixels: pixelsIn(memoryOf(config) * mebibyte),
  });
  superviseBrowser(browser, config, log);
  const session = new Session({
    browser,
    useUpstream: (upstream) => proxy.useUpstream(upstream),
    explain: (hostname, port) => guard.explain(hostname, port),
    terminationLog,
    clock: systemClock,
    log,
  });
  const agent = await startAgent({ ...config, session, log }).catch(async (error: unknown) => {
    await session.stop();
    await browser.clear();
    throw error;
  });
  const stopping = new AbortController();
  log.info({ port: config.port }, 'ready');
  return {
    done: session.ended.then(({ crashed }) => linger(crashed ? crashLingerMs : lingerMs, stopping.signal)),
    stop: async () => {
      stopping.abort();
      await session.stop();
      agent.close();
      agent.closeAllConnections();
      await browser.clear();
      await proxy.close();
      terminationLog.close();
    },
  };
};

/** Never settles when the program is stopped before: a second call to end would cut its end short. */
const linger = (milliseconds: number, stopping: AbortSignal): Promise<void> => {
  const over = Promise.withResolvers<void>();
  if (stopping.aborted) return over.promise;
  const timer = setTimeout(over.resolve, milliseconds);
  stopping.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return over.promise;
};
