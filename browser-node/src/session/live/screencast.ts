import { type Clock, TokenBucket } from '@tintype/runtime';
import type { Protocol } from 'devtools-protocol';
import type { CdpSession } from '../../browser/cdp/connection.js';
import { CastPace } from './cast-pace.js';
import type { CastSettings } from './quality.js';

/** A JPEG, and the page's size in CSS pixels. */
export interface Picture {
  jpeg: Buffer;
  width: number;
  height: number;
}

export interface ScreencastOptions {
  clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Whether a viewer could get another picture now. Call `wake` when that becomes true. */
  isWanted: () => boolean;
  onPicture: (picture: Picture) => void;
}

/**
 * Each change restarts the screencast for all viewers. A viewer that joins makes two: one as it joins, one for its
 * screen.
 */
const changeRate = { perSecond: 4, burst: 1 };

/** The pictures of one page at a time, only while `settings` are set. */
export class Screencast {
  readonly #options: ScreencastOptions;
  readonly #pace = new CastPace();
  #page: CdpSession | undefined;
  readonly #changes = new TokenBucket(changeRate);
  #wanted: CastSettings | undefined;
  #settings: CastSettings | undefined;
  #isChangeDue = false;
  #leave: () => void = () => undefined;
  /** Numbers to acknowledge, oldest first. */
  #unacked: number[] = [];
  #cancelTimer: (() => void) | undefined;

  constructor(options: ScreencastOptions) {
    this.#options = options;
  }

  /** Shows this page from now on, or nothing. */
  show(page: CdpSession | undefined): void {
    if (page === this.#page) return;
    this.#end();
    this.#page = page;
    // Only a page in front is painted.
    page?.send('Page.bringToFront').catch(() => undefined);
    this.#begin();
  }

  /**
   * Undefined ends the screencast at once: nothing runs while no viewer looks. Other changes take effect at most every
   * 250 ms, after two at once.
   */
  change(settings: CastSettings | undefined): void {
    this.#wanted = settings;
    const waitMs = settings ? this.#changes.waitMs(this.#now()) : 0;
    if (waitMs === 0) this.#apply();
    else if (!this.#isChangeDue) this.#applyIn(waitMs);
  }

  #applyIn(ms: number): void {
    this.#isChangeDue = true;
    this.#options.clock.after(ms, () => {
      this.#isChangeDue = false;
      this.#apply();
    });
  }

  #apply(): void {
    const next = this.#wanted;
    const { quality, maxWidth, maxHeight } = this.#settings ?? {};
    if (quality === next?.quality && maxWidth === next?.maxWidth && maxHeight === next?.maxHeight) return;
    this.#end();
    this.#settings = next;
    if (next) this.#changes.spend(this.#now());
    this.#begin();
  }

  /** A viewer can take a picture again. */
  wake(): void {
    this.#schedule();
  }

  #begin(): void {
    const page = this.#page;
    if (!page || !this.#settings) return;
    this.#pace.begun();
    this.#unacked = [];
    this.#leave = page.on('Page.screencastFrame', (frame) => this.#receive(page, frame));
    page.send('Page.startScreencast', { format: 'jpeg', ...this.#settings }).catch(() => undefined);
  }

  #end(): void {
    this.#cancelTimer?.();
    this.#leave();
    this.#leave = () => undefined;
    if (this.#settings) this.#page?.send('Page.stopScreencast').catch(() => undefined);
  }

  #receive(page: CdpSession, { data, metadata, sessionId }: Protocol.Page.ScreencastFrameEvent): void {
    if (page !== this.#page) return;
    this.#pace.received(this.#now());
    this.#unacked.push(sessionId);
    const { deviceWidth: width, deviceHeight: height } = metadata;
    this.#options.onPicture({ jpeg: Buffer.from(data, 'base64'), width, height });
    this.#schedule();
  }

  #schedule(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const [what, inMs] = this.#next();
    if (inMs === undefined) return;
    this.#cancelTimer = this.#options.clock.after(inMs, () => {
      what();
      this.#schedule();
    });
  }

  #next(): [() => void, number | undefined] {
    const now = this.#now();
    const ackInMs = this.#options.isWanted() ? this.#pace.ackInMs(now) : undefined;
    return ackInMs === undefined
      ? [() => this.#restart(), this.#pace.restartInMs(now)]
      : [() => this.#acknowledge(), ackInMs];
  }

  #acknowledge(): void {
    const sessionId = this.#unacked.shift();
    this.#pace.acknowledged(this.#now());
    if (sessionId !== undefined) this.#page?.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  }

  #restart(): void {
    this.#end();
    this.#begin();
  }

  #now(): number {
    return this.#options.clock.monotonic();
  }
}
