import type { CdpSession } from '../browser/cdp/connection.js';
import type { Json } from '../browser/page/call-function.js';
import { closeAll, hideOverlayFrames, lookForBanners } from '../consent/banner-script.js';
import { consentRules } from '../consent/rules-script.js';
import { undoScrollLock } from '../in-page/close-banners.js';
import { hasConsentElements, takeStep } from '../in-page/consent-rules.js';
import { type FrameDocument, inFrames } from './frames.js';
import type { PrepareFrame } from './open.js';
import { type Run, withBudget } from './run.js';
import { waitUntilPainted, waitUntilQuiet } from './wait-until-still.js';

/** All of a page's banners. Known systems take at most 2.5 s for a choice. */
const closeMs = 4000;
/** Questions of the rules to one page's own world; the longest rule has a dozen. */
const maxAnswers = 100;

/** A known system shows its banner by now, or at the second look of its rule, 500 ms later. */
const popupMs = { none: 150, other: 600 };

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

interface Found {
  banner: boolean;
  /** Addresses of frames whose banner is still shown. */
  openFrames: string[];
}

/** Closes the cookie banners of one page, in its frames too. */
export class CookieBanners {
  readonly #run: Run;
  readonly #sessions = new Set<CdpSession>();
  readonly #warned = new Set<string>();

  constructor(run: Run) {
    this.#run = run;
  }

  /** Without a command, `open` would leave out the frames of other sites. */
  readonly prepareFrame: PrepareFrame = (session) => {
    this.#sessions.add(session);
    return [Promise.resolve()];
  };

  /** Closes those that are shown now. A page without one does not wait. */
  async close(): Promise<void> {
    const run = this.#run;
    // A page that hung once, or whose timers stand still, would hang again.
    if (run.page.activity.givenUp || this.#warned.has(late)) return;
    const changed = await withBudget(run, closeMs, () => this.#closeAll());
    if (changed === undefined) this.#warn(late);
    if (changed === false) return;
    await withBudget(run, closeMs, () => run.page.call(undoScrollLock));
    // The choice may load what waited for it.
    await waitUntilQuiet(run);
    await waitUntilPainted(run);
  }

  /** Whether there was a banner. */
  async #closeAll(): Promise<boolean> {
    const found: Found = { banner: false, openFrames: [] };
    await inFrames(this.#run.page, this.#sessions, (frame) => this.#closeIn(frame, found));
    const { banner, openFrames } = found;
    if (openFrames.length > 0 && (await this.#run.page.call(hideOverlayFrames, openFrames)) > 0) this.#warn(hidden);
    return banner;
  }

  async #closeIn(frame: FrameDocument, found: Found): Promise<void> {
    const isFrame = !frame.isMain;
    const kind = await frame.call(lookForBanners, isFrame);
    if (kind === 'none' && !(await frame.call(hasConsentElements))) return;
    // Before the choice: it may replace the document, which ends this work.
    if (kind !== 'none') found.banner = true;
    // A click on "reject" is faster than a rule, which waits between its steps.
    const byRules = kind !== 'rejectable' && (await closeByRules(frame, popupMs[kind]));
    const closing = await frame.call(closeAll, isFrame);
    if (byRules || closing.closed + closing.hidden + closing.open > 0) found.banner = true;
    if (closing.hidden > 0) this.#warn(hidden);
    if (closing.open > 0) found.openFrames.push(frame.url);
  }

  #warn(sentence: string): void {
    if (!this.#warned.has(sentence)) this.#run.warnings.push(sentence);
    this.#warned.add(sentence);
  }
}
