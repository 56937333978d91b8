import { type Logger, raceSignal } from '@tintype/runtime';
import type { BrowserProcess } from './launch.js';
import { atMost, type BrowserPart, readProcessTree, together } from './process-tree.js';

/** Why a browser must not go on as it is. */
export type Trouble = 'hung' | 'memory';

export interface SupervisionOptions {
  /** A browser above so many bytes is to be replaced. */
  browserBytes: number;
  /** A page's process above so many bytes is killed: its page alone fails. */
  rendererBytes: number;
  log: Logger;
}

export interface SupervisionReport {
  trouble: (trouble: Trouble) => void;
  /** Bytes of the whole browser. */
  memory: (bytes: number) => void;
  /** A page of it has been killed. */
  pageKilled: () => void;
}

/** Looks after one browser until the signal. */
export type Supervise = (browser: BrowserProcess, report: SupervisionReport, signal: AbortSignal) => void;

/** A page's process can take a gigabyte a second. */
const everyMs = 1000;
/** Many pages that start at once, or a machine that is busy otherwise, can keep a browser from answering for seconds. */
const patienceMs = 10_000;

const answers = async ({ connection }: BrowserProcess): Promise<boolean> => {
  const patience = AbortSignal.timeout(patienceMs);
  try {
    await raceSignal(connection.browser.send('Browser.getVersion'), patience);
  } catch {
    // A browser that has ended is somebody else's business.
    return !patience.aborted;
  }
  return true;
};

const kill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
};

/** Asks a browser whether it lives and reads its memory, again and again. */
export const createSupervision =
  (options: SupervisionOptions): Supervise =>
  (browser, report, signal) => {
    const killOvergrown = ({ pid, renderer, bytes }: BrowserPart) => {
      if (!renderer || bytes <= options.rendererBytes) return;
      options.log.warn({ pid, bytes }, 'killing a page that takes too much memory');
      // First: whoever hears of the crash asks why.
      report.pageKilled();
      kill(pid);
    };
    const measure = async () => {
      const parts = readProcessTree(browser.pid);
      parts.forEach(killOvergrown);
      // The exact answer takes long, and seldom matters.
      const bytes = atMost(parts) > options.browserBytes ? await together(parts) : atMost(parts);
      if (signal.aborted) return;
      report.memory(bytes);
      if (bytes > options.browserBytes) report.trouble('memory');
    };
    const ask = async () => {
      if (!(await answers(browser))) report.trouble('hung');
    };
    // Apart: a browser that does not answer may be one that grows.
    repeat(measure, signal);
    repeat(ask, signal);
  };

/** Does the work every second, one after the other, until the signal. */
const repeat = (work: () => void | Promise<void>, signal: AbortSignal): void => {
  const round = async () => {
    await work();
    if (!signal.aborted) timer = setTimeout(round, everyMs).unref();
  };
  let timer = setTimeout(round, everyMs).unref();
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
};
