import { setTimeout as sleep } from 'node:timers/promises';
import type { CdpConnection, CdpSession } from '../cdp/connection.js';

/** Ordinary screens show 60 frames a second. */
export const screenIntervalMs = 1000 / 60;
/** Interval while a page loads: its lazy content and its scripts' animation frames depend on frames. */
const loadingIntervalMs = 1000 / 30;

export interface FrameRequest {
  /** Milliseconds of the clock of the page's animations; by default now. It must never go back. */
  at?: number;
  /** Milliseconds to the next frame. */
  intervalMs?: number;
  screenshot?: boolean;
}

export interface Frame {
  /** The frame differs from the one before. */
  hasDamage: boolean;
  /** PNG in base64, if asked for. Chromium cannot always give one while a page starts. */
  png?: string | undefined;
}

/**
 * The newest frame of each browser. A browser's pages share one source of frames. If a second frame
 * begins before the first has ended, Chromium ends its graphics process ("Got overlapping IssueExternalBeginFrame").
 * After six such ends, Chromium ends itself.
 */
const newestFrames = new WeakMap<CdpConnection, Promise<unknown>>();

/**
 * The frames of a page under frame control. It paints, and runs its scripts' animation frames, only when we begin a
 * frame. See https://goo.gle/chrome-headless-rendering.
 */
export class FrameControl {
  readonly #connection: CdpConnection;
  readonly #session: CdpSession;
  #running: Promise<void> | undefined;
  #stopped = false;

  constructor(connection: CdpConnection, session: CdpSession) {
    this.#connection = connection;
    this.#session = session;
  }

  /**
   * Begins a frame after the frames that other pages of the browser have begun. Resolves when the page has painted it.
   */
  begin(request: FrameRequest): Promise<Frame> {
    const before = newestFrames.get(this.#connection) ?? Promise.resolve();
    const frame = before.then(() => this.#begin(request));
    newestFrames.set(
      this.#connection,
      frame.catch(() => undefined),
    );
    return frame;
  }

  async #begin({ at, intervalMs = screenIntervalMs, screenshot = false }: FrameRequest): Promise<Frame> {
    const { hasDamage, screenshotData } = await this.#session.send('HeadlessExperimental.beginFrame', {
      interval: intervalMs,
      ...(at === undefined ? {} : { frameTimeTicks: at }),
      ...(screenshot ? { screenshot: { format: 'png', optimizeForSpeed: true } } : {}),
    });
    return { hasDamage, png: screenshotData };
  }

  /** Begins frames until `stop`, or until the page ends. */
  run(): void {
    this.#running ??= this.#run().catch(() => undefined);
  }

  /** Resolves when no frame is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const next = performance.now() + loadingIntervalMs;
      await this.begin({ intervalMs: loadingIntervalMs });
      await sleep(Math.max(next - performance.now(), 0));
    }
  }
}
