import type { Json } from '../browser/page/call-function.js';
import { type BannerKind, closeAll, hideOverlayFrames, lookForBanners } from '../consent/banner-script.js';
import { consentRules } from '../consent/rules-script.js';
import { keepPage, undoLocks } from '../in-page/close-banners.js';
import { findClosedHost } from '../in-page/closed-roots.js';
import { takeStep } from '../in-page/consent-rules.js';
import { type FrameDocument, inFrames } from './frames.js';
import type { PrepareFrame } from './open.js';
import { type Run, withBudget } from './run.js';
import { waitUntilPainted, waitUntilQuiet } from './wait-until-still.js';

/** All of a page's banners. Known systems take at most 2.5 s for a choice. */
const closeMs = 4000;
/** Questions of the rules to one page's own world; the longest rule has a dozen. */
const maxAnswers = 100;

/** A known system shows its banner by now, or at the second look of its rule, 500 ms later. */
const popupMs = { named: 150, other: 600 };

const hidden = 'A cookie banner did not close, so it was hidden.';
const late = `A cookie banner may remain: closing it took longer than ${closeMs / 1000} s.`;

/** Lets the rule that knows the banner choose "reject". True if it did. */
const closeByRules = async ({ call, evaluate, isMain, url }: FrameDocument, waitMs: number): Promise<boolean> => {
  const { script, filter, all } = consentRules();
  const rules = filter(all, { url, mainFrame: isMain });
  await call(script as (compact: Json, popupMs: number) => void, rules as unknown as Json, waitMs);
  let answers: { id: string; result: boolean }[] = [];
  for (let asked = 0; asked < maxAnswers; asked += answers.length) {
    const { questions, outcome } = await call(takeStep, answers);
    if (outcome) return outcome === 'closed';
    const ask = async ({ id, code }: (typeof questions)[number]) => ({
      id,
      result: await evaluate(code).catch(() => false),
    });
    answers = await Promise.all(questions.map(ask));
  }
  return false;
};

/** Opens up to three closed shadow roots: a banner, and what lies over it. */
const kindIn = async (frame: FrameDocument): Promise<BannerKind> => {
  for (let opened = 0; ; opened += 1) {
    const kind = await frame.call(lookForBanners, !frame.isMain);
    if (kind !== 'closed' || opened === 3) return kind;
    await frame.openRoot(findClosedHost);
  }
};

interface Found {
  banner: boolean;
  isHidden: boolean;
  /** Addresses of frames whose banner is still shown. */
  openFrames: string[];
}

/** Closes the cookie banners of one page, in its frames too. */
export class CookieBanners {
  readonly #run: Run;
  #isLate = false;
  #isHidden = false;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Without a command, `open` would leave out the frames of other sites. */
  readonly prepareFrame: PrepareFrame = () => [Promise.resolve()];

  /** Closes those that are shown now. A page without one does not wait. */
  async close(): Promise<void> {
    if (await this.#look(true)) return;
    // The choice loaded the page again: a banner that it shows again has no effect.
    await this.#look(false);
  }

  /** Returns false if the page was loaded again. */
  async #look(mayClick: boolean): Promise<boolean> {
    const run = this.#run;
    const { activity } = run.page;
    // A page that hung once, or whose timers stand still, would hang again.
    if (activity.givenUp || this.#isLate) return true;
    const { documents } = activity;
    const found: Found = { banner: false, isHidden: false, openFrames: [] };
    const done = await withBudget(run, closeMs, async (signal) => {
      // Chromium may never answer about a document that was replaced.
      const replaced = activity.until(() => activity.documents > documents, signal);
      await Promise.race([this.#closeAll(found, mayClick), replaced]);
      return true;
    });
    if (!done) this.#warnOfTime();
    if (done && !found.banner) return true;
    if (activity.documents === documents) await withBudget(run, closeMs, () => run.page.call(undoLocks));
    // The choice may load what waited for it.
    await waitUntilQuiet(run);
    await waitUntilPainted(run);
    if (activity.documents !== documents) return false;
    if (found.isHidden) this.#warnOfHidden();
    return true;
  }

  async #closeAll(found: Found, mayClick: boolean): Promise<void> {
    const { page } = this.#run;
    await inFrames(page, (frame) => this.#closeIn(frame, found, mayClick));
    const { openFrames } = found;
    if (openFrames.length > 0 && (await page.call(hideOverlayFrames, openFrames)) > 0) found.isHidden = true;
  }

  async #closeIn(frame: FrameDocument, found: Found, mayClick: boolean): Promise<void> {
    const isFrame = !frame.isMain;
    const kind = await kindIn(frame);
    if (kind === 'none' || kind === 'closed') return;
    // Before the choice: it may replace the document, which ends this work.
    if (kind !== 'named') found.banner = true;
    if (mayClick) await Promise.all([frame.call(keepPage), isFrame && this.#run.page.call(keepPage)]);
    // A click on "reject" is faster than a rule, which waits between its steps.
    const byRules = mayClick && kind !== 'rejectable' && (await closeByRules(frame, popupMs[kind]));
    const closing = await frame.call(closeAll, isFrame, mayClick);
    if (byRules || closing.closed + closing.hidden + closing.open > 0) found.banner = true;
    if (closing.hidden > 0) found.isHidden = true;
    if (closing.open > 0) found.openFrames.push(frame.url);
  }

  #warnOfHidden(): void {
    if (!this.#isHidden) this.#run.warnings.push(hidden);
    this.#isHidden = true;
  }

  #warnOfTime(): void {
    this.#run.warnings.push(late);
    this.#isLate = true;
  }
}
