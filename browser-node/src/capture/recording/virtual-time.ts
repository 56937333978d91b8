import { atMost, DeadlineExceeded } from '@tintype/runtime';
import type { CdpSession } from '../../browser/cdp/connection.js';

/**
 * A script waits in a loop until time passes, which it does only between scripts. Or virtual time is too slow for the
 * request. `renderJob` then loads the page again and records it in real time.
 */
export class VirtualTimeStuck extends Error {
  override name = 'VirtualTimeStuck';
}

/** Even a slow page paints a frame in this time, and `watch` ends scripts only later. */
const frameMs = 3000;

/** Runs what waits for the scripts of a page. Throws VirtualTimeStuck. */
export const whileTimeMoves = <T>(work: () => Promise<T>): Promise<T> =>
  atMost(frameMs, work, { late: () => new VirtualTimeStuck('A script of the page does not end.') });

/** For one grant, normally done in 2 ms. A request of the page may take this long and holds the time meanwhile. */
const grantMs = 2000;
/** What a grant takes beyond this counts as waiting for a request. */
const usualMs = 50;
/** For all requests of a recording. */
export const patienceMs = 5000;
/** Tasks of one moment, such as chained messages, before time passes anyway. */
const maxTasks = 1000;

/** The clock of a page: its timers, dates and animations. It moves only by `advance`. It cannot be made real again. */
export class VirtualTime {
  /** Milliseconds of the frames' clock at its begin. */
  readonly base: number;
  readonly #session: CdpSession;
  #waited = 0;

  private constructor(session: CdpSession, base: number) {
    this.#session = session;
    this.base = base;
  }

  static async begin(session: CdpSession): Promise<VirtualTime> {
    const { virtualTimeTicksBase } = await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });
    return new VirtualTime(session, virtualTimeTicksBase);
  }

  /** How long requests of the page have held the time. */
  get waitedMs(): number {
    return this.#waited;
  }

  /** Requests held the time for longer than a recording can wait: their answers may come late. */
  get lostPatience(): boolean {
    return this.#waited >= patienceMs;
  }

  /** Lets time pass; requests of the page take no time. Throws VirtualTimeStuck. */
  async advance(milliseconds: number): Promise<void> {
    if (!this.lostPatience && (await this.#grantPatiently(milliseconds))) return;
    if (!(await this.#grant(milliseconds, 'advance'))) throw new VirtualTimeStuck('The time of the page stands still.');
  }

  async #grantPatiently(milliseconds: number): Promise<boolean> {
    const begun = performance.now();
    const isDone = await this.#grant(milliseconds, 'pauseIfNetworkFetchesPending');
    this.#waited += Math.max(performance.now() - begun - usualMs, 0);
    return isDone;
  }

  async #grant(budget: number, policy: 'pauseIfNetworkFetchesPending' | 'advance'): Promise<boolean> {
    const passed = Promise.withResolvers<void>();
    const leave = this.#session.on('Emulation.virtualTimeBudgetExpired', () => passed.resolve());
    const grant = { policy, budget, maxVirtualTimeTaskStarvationCount: maxTasks };
    try {
      await atMost(grantMs, async () => {
        await this.#session.send('Emulation.setVirtualTimePolicy', grant);
        await passed.promise;
      });
      return true;
    } catch (error) {
      if (error instanceof DeadlineExceeded) return false;
      throw error;
    } finally {
      leave();
    }
  }
}
