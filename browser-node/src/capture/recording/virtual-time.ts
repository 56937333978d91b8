import { atMost, DeadlineExceeded, outlasts } from '@tintype/runtime';
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/cdp/connection.js';
import type { PageActivity } from '../../browser/page/page-activity.js';

/**
 * Virtual time cannot record the page. It passes only between scripts, and a script may wait in a loop for time to pass.
 * Or it is too slow for the request. `renderJob` then loads the page again and records it in real time. The message is a
 * sentence for the client.
 */
export class VirtualTimeStuck extends Error {
  override name = 'VirtualTimeStuck';
  /** Virtual time is too slow: a smaller recording may get further. */
  readonly isSlow: boolean;

  constructor(message: string, isSlow = false) {
    super(message);
    this.isSlow = isSlow;
  }
}

/** Most pages paint a frame in this time. */
const frameMs = 3000;
/** A page without a busy script answers in this time, on a busy machine too. `watch` ends scripts only after both times. */
const answerMs = 1000;
/** Large or costly frames of a busy machine take more than `frameMs`. */
const slowFrameMs = 20_000;

export const tooSlow = () => new VirtualTimeStuck('Virtual time is too slow for this page.', true);
const endlessScript = () => new VirtualTimeStuck('In virtual time, a script of the page does not end.');

/** Runs `work`, which waits for a frame of the page and so for the page's scripts. Throws VirtualTimeStuck if it hangs. */
export const whileTimeMoves = async <T>(session: Pick<CdpSession, 'send'>, work: () => Promise<T>): Promise<T> => {
  const working = work();
  if (!(await outlasts(working, frameMs))) return working;
  if (await outlasts(session.send('Runtime.evaluate', { expression: '0' }), answerMs)) throw endlessScript();
  return atMost(slowFrameMs, () => working, { late: tooSlow });
};

/** Limit for one grant of time, which normally takes 2 ms. A request of the page may hold the time until then. */
const grantMs = 2000;
/** Only a busy script delays the answer to a pause. `watch` gives a script 0.5 s more than `grantMs` and `pauseMs` together. */
const pauseMs = 2500;
/** A longer grant is examined this often: does a request of the page hold it, or a busy script? */
const sampleMs = 50;
/** All requests of a recording together may hold the time for this long. */
export const patienceMs = 5000;
/** Tasks of one moment, such as chained messages, before time passes anyway. */
const maxTasks = 1000;

interface TimedPage {
  session: CdpSession;
  activity: Pick<PageActivity, 'holdsTime'>;
}

/** The clock of a page: its timers, dates and animations. It moves only by `advance`. It cannot be made real again. */
export class VirtualTime {
  /** Milliseconds of the frames' clock at its begin. */
  readonly base: number;
  readonly #session: CdpSession;
  readonly #activity: Pick<PageActivity, 'holdsTime'>;
  #waited = 0;

  private constructor({ session, activity }: TimedPage, base: number) {
    this.#session = session;
    this.#activity = activity;
    this.base = base;
  }

  static async begin(page: TimedPage): Promise<VirtualTime> {
    const { virtualTimeTicksBase } = await page.session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });
    return new VirtualTime(page, virtualTimeTicksBase);
  }

  /** How long requests of the page have held the time. Busy scripts do not count. */
  get waitedMs(): number {
    return this.#waited;
  }

  /** Requests held the time for longer than a recording can wait: their answers may come late. */
  get lostPatience(): boolean {
    return this.#waited >= patienceMs;
  }

  /** Lets time pass; requests of the page take no time. Throws VirtualTimeStuck. */
  async advance(milliseconds: number): Promise<void> {
    const passed = Promise.withResolvers<void>();
    let hasPassed = false;
    const leave = this.#session.on('Emulation.virtualTimeBudgetExpired', () => {
      hasPassed = true;
      passed.resolve();
    });
    const budget = { budget: milliseconds };
    try {
      if (this.lostPatience) return await this.#pass({ policy: 'advance', ...budget }, passed.promise);
      if (await this.#passPatiently(budget, passed.promise)) return;
      // The budget may have ended meanwhile. `advance` would then let time pass without limit. So pauses: Chromium reports
      // a budget's end before it answers.
      await atMost(pauseMs, () => this.#session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' }), {
        late: endlessScript,
      });
      // Continues the first budget. A second one would add to the time that has passed of the first.
      if (!hasPassed) await this.#pass({ policy: 'advance' }, passed.promise);
    } catch (error) {
      throw error instanceof DeadlineExceeded
        ? new VirtualTimeStuck('In virtual time, the clock of the page stands still.')
        : error;
    } finally {
      leave();
    }
  }

  /** Returns whether the time has passed. */
  async #passPatiently(budget: { budget: number }, passed: Promise<void>): Promise<boolean> {
    let since = performance.now();
    const sampling = setInterval(() => {
      const now = performance.now();
      if (this.#activity.holdsTime) this.#waited += now - since;
      since = now;
    }, sampleMs);
    try {
      await this.#pass({ policy: 'pauseIfNetworkFetchesPending', ...budget }, passed);
      return true;
    } catch (error) {
      if (error instanceof DeadlineExceeded) return false;
      throw error;
    } finally {
      clearInterval(sampling);
    }
  }

  /** Throws DeadlineExceeded. */
  async #pass(grant: Protocol.Emulation.SetVirtualTimePolicyRequest, passed: Promise<void>): Promise<void> {
    await atMost(grantMs, async () => {
      await this.#session.send('Emulation.setVirtualTimePolicy', {
        ...grant,
        maxVirtualTimeTaskStarvationCount: maxTasks,
      });
      await passed;
    });
  }
}
