import { type Logger, outlasts } from '@tintype/runtime';
import type { BrowserProcess } from './launch.js';
import { type BrowserPart, combinedBytes, ProcessTree, summedBytes } from './process-tree.js';

export type Trouble = 'hung' | 'memory';

/** Why a browser is ended, for the log. */
export const troubles: Record<Trouble, string> = {
  hung: 'it was asked, and sent nothing for 10 s',
  memory: 'it uses more than TINTYPE_BROWSER_MEMORY_MB',
};

interface SupervisionOptions {
  /** Above it, the pool replaces the browser. */
  browserBytes: number;
  /** Above it, a page's process is killed: only its page fails. */
  rendererBytes: number;
  /** False while no client has used the browser: its memory is not measured. The default is true. */
  isUsed?: () => boolean;
  log: Logger;
}

export interface SupervisionReport {
  trouble: (trouble: Trouble) => void;
  memory: (bytes: number) => void;
  pageKilled: () => void;
}

export type Supervise = (browser: BrowserProcess, report: SupervisionReport, signal: AbortSignal) => void;

/** A page's process can allocate a gigabyte per second. */
const intervalMs = 1000;
/** Many starting pages or a busy machine can delay an answer for seconds. */
const answerMs = 10_000;

/** On a busy machine, a flood of messages can delay an answer for longer. So any message is a sign of life. */
const isAlive = async ({ connection }: BrowserProcess): Promise<boolean> => {
  const answer = connection.browser.send('Browser.getVersion');
  let before = connection.received;
  // The pool handles a browser that has ended.
  while (await outlasts(answer, answerMs)) {
    if (connection.received === before) return false;
    before = connection.received;
  }
  return true;
};

const kill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
};

/** Checks every second that a browser responds, and measures its memory. */
export const createSupervision =
  (options: SupervisionOptions): Supervise =>
  (browser, report, signal) => {
    const { isUsed = () => true } = options;
    const tree = new ProcessTree();
    const killOvergrown = ({ pid, renderer, bytes }: BrowserPart) => {
      if (!renderer || bytes <= options.rendererBytes) return;
      options.log.warn(
        { pid, bytes, limit: options.rendererBytes },
        'killing a page: it uses more than TINTYPE_PAGE_MEMORY_MB, or 75 % of the memory of its session',
      );
      // Before the kill: the crash handler asks for the reason.
      report.pageKilled();
      kill(pid);
    };
    const measure = async () => {
      if (!isUsed()) return;
      const parts = tree.read(browser.pid);
      parts.forEach(killOvergrown);
      // The exact sum is slow and seldom needed.
      const bytes = summedBytes(parts) > options.browserBytes ? await combinedBytes(parts) : summedBytes(parts);
      if (signal.aborted) return;
      report.memory(bytes);
      if (bytes > options.browserBytes) report.trouble('memory');
    };
    const ask = async () => {
      if (!(await isAlive(browser))) report.trouble('hung');
    };
    // Separate loops: a browser that hangs may grow at the same time.
    repeat(measure, signal);
    repeat(ask, signal);
  };

/** Repeats the work every second, never twice at once. */
const repeat = (work: () => void | Promise<void>, signal: AbortSignal): void => {
  const round = async () => {
    await work();
    if (!signal.aborted) timer = setTimeout(round, intervalMs).unref();
  };
  let timer = setTimeout(round, intervalMs).unref();
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
};
