import { isDeepStrictEqual } from 'node:util';
import { type LiveRight, type LiveState, liveLevels } from '@tintype/contracts';
import { type Clock, ifInTime } from '@tintype/runtime';
import type { WebSocket } from 'ws';
import type { CdpSession } from '../../browser/cdp/connection.js';
import type { SessionBrowser } from '../browser/session-browser.js';
import { FollowedPage } from './followed-page.js';
import type { PageSize } from './input-command.js';
import { InputLine } from './input-line.js';
import { type CastSettings, castSettings, type QualityLevel } from './quality.js';
import { type Picture, Screencast } from './screencast.js';
import { Viewer, type ViewerOptions } from './viewer.js';

export interface LiveViewOptions {
  browser: Pick<SessionBrowser, 'process' | 'targets'>;
  clock: Pick<Clock, 'monotonic' | 'after'>;
  /** ISO 8601. */
  expiresAt: string;
}

/** Limit for a new page, which opens within 100 ms. */
const pageMs = 5000;

type Viewport = Extract<LiveState, { type: 'viewport' }>;

const levelRank = ({ level }: Viewer) => liveLevels.indexOf(level);

/** The viewers of a session's browser. They share one screencast, which runs only while one of them looks. */
export class LiveView {
  readonly #options: LiveViewOptions;
  readonly #viewers = new Set<Viewer>();
  readonly #cast: Screencast;
  readonly #facts: FollowedPage;
  readonly #input = new InputLine(() => this.#page && { page: this.#page, size: this.#size });
  readonly #stopFollowing: () => void;
  #page: CdpSession | undefined;
  #last: Picture | undefined;
  #viewport: Viewport;
  #level: QualityLevel = 'sharp';

  constructor(options: LiveViewOptions) {
    const { browser, clock } = options;
    this.#options = options;
    this.#viewport = this.#viewportOf(browser.targets.settings.viewport);
    this.#cast = new Screencast({
      clock,
      isWanted: () => [...this.#viewers].some(({ isReady }) => isReady),
      onPicture: (picture) => this.#show(picture),
    });
    this.#facts = new FollowedPage(browser.process.connection, (facts) => {
      for (const viewer of this.#viewers) viewer.say(facts);
    });
    this.#stopFollowing = browser.targets.shown.onChange(() => this.#follow());
  }

  /** The number of viewers with this right. */
  count(right: LiveRight): number {
    return [...this.#viewers].filter(({ canControl }) => canControl === (right === 'control')).length;
  }

  join(socket: WebSocket, { right }: Pick<ViewerOptions, 'right'>): void {
    const { clock, browser, expiresAt } = this.#options;
    // The size may have changed while no viewer looked.
    this.#resize(this.#viewportOf(this.#size));
    const viewer = new Viewer({
      socket,
      right,
      clock,
      onChange: () => this.#adapt(),
      onResume: () => this.#last && viewer.show(this.#last),
      onReady: () => this.#cast.wake(),
      onInput: (message) => this.#input.add(message),
      onRelease: (messages) => this.#input.release(messages),
      onLeft: () => this.#left(viewer),
    });
    this.#viewers.add(viewer);
    if (this.#viewers.size === 1) this.#follow();
    const { touch } = this.#viewport;
    viewer.say({ type: 'welcome', control: viewer.canControl, touch, expiresAt });
    viewer.say(this.#viewport);
    viewer.say(this.#facts.facts);
    viewer.say({ type: 'quality', level: this.#level });
    this.#countViewers();
    this.#adapt();
    if (this.#last) viewer.show(this.#last);
    // A session whose last page closed shows a new one.
    void ifInTime(browser.targets.ensurePage(), pageMs);
  }

  end(close: { code: number; reason: string }): void {
    for (const viewer of this.#viewers) viewer.close(close);
    this.#stopFollowing();
  }

  #left(viewer: Viewer): void {
    this.#viewers.delete(viewer);
    this.#countViewers();
    this.#adapt();
    if (this.#viewers.size === 0) this.#facts.end();
  }

  #countViewers(): void {
    for (const viewer of this.#viewers) viewer.say({ type: 'viewers', count: this.#viewers.size });
  }

  #follow(): void {
    if (this.#viewers.size === 0) return;
    const { targets } = this.#options.browser;
    const { target } = targets.shown;
    this.#page = target === undefined ? undefined : targets.page(target);
    this.#last = undefined;
    for (const viewer of this.#viewers) viewer.clear();
    this.#facts.follow(target, this.#page);
    this.#cast.show(this.#page);
  }

  #show(picture: Picture): void {
    this.#last = picture;
    this.#resize(this.#viewportOf(picture));
    for (const viewer of this.#viewers) viewer.show(picture);
  }

  #viewportOf({ width, height }: PageSize): Viewport {
    return { type: 'viewport', width, height, touch: this.#options.browser.targets.settings.viewport.touch };
  }

  #resize(viewport: Viewport): void {
    if (isDeepStrictEqual(viewport, this.#viewport)) return;
    this.#viewport = viewport;
    for (const viewer of this.#viewers) {
      viewer.say(viewport);
      // A viewer of the previous release reads the viewport as a page without an address.
      viewer.say(this.#facts.facts);
    }
  }

  /**
   * The fastest viewer with control decides the quality, else the fastest of all. A slow viewer gets fewer pictures,
   * not worse ones.
   */
  #adapt(): void {
    const looking = [...this.#viewers].filter(({ isLooking }) => isLooking);
    const controlling = looking.filter(({ canControl }) => canControl);
    const [deciding] = (controlling.length > 0 ? controlling : looking).toSorted((a, b) => levelRank(a) - levelRank(b));
    if (!deciding) {
      this.#last = undefined;
      this.#cast.change(undefined);
      return;
    }
    this.#grade(deciding.level);
    this.#cast.change(this.#settings(looking, deciding));
  }

  #grade(level: QualityLevel): void {
    if (level === this.#level) return;
    this.#level = level;
    for (const viewer of this.#viewers) viewer.say({ type: 'quality', level });
  }

  #settings(looking: readonly Viewer[], { level }: Viewer): CastSettings {
    const width = Math.max(...looking.map(({ screen }) => screen.width));
    const height = Math.max(...looking.map(({ screen }) => screen.height));
    return castSettings(level, { width, height });
  }

  get #size(): PageSize {
    return this.#last ?? this.#options.browser.targets.settings.viewport;
  }
}
