import type { Json } from '../../browser/page/call-function.js';
import { closeAll, hideFrameBox, lookForBanners } from '../../consent/banner-script.js';
import { consentRules } from '../../consent/rules-script.js';
import { keepPage, undoLocks } from '../../in-page/banners/close-banners.js';
import { findClosedHosts } from '../../in-page/banners/closed-roots.js';
import { takeStep } from '../../in-page/banners/consent-rules.js';
import type { LateClicks } from '../../in-page/banners/late-banners.js';
import { waitUntilPainted, waitUntilQuiet } from '../load/wait-until-still.js';
import type { PrepareFrame } from '../open/open.js';
import { type Run, withBudget } from '../run.js';
import { type FrameDocument, inFrames } from './frames.js';

/** Limit for all of a page's banners. Known consent systems take at most 2.5 s for a choice. */
const closeMs = 4000;
/** Limit for a page that did not load in time: it may not answer at all. */
const hideMs = 1000;
/** Limit for the questions that rules ask in a page's own world. The longest rule asks a dozen. */
const maxAnswers = 100;

/** Times in which a known system shows its banner. `other` includes the second look of its rule, 500 ms later. */
const popupMs = { named: 150, other: 600 };

/** For this long, the page may load no other page. A choice takes less, and its end shortens the time to 0. */
const keepMs = 2 * closeMs;

/** Closed shadow roots may hold others, such as a banner and a layer over it. */
const maxRootRounds = 3;

const hidden = 'A cookie banner did not close by a click, so `blockCookieBanners` hid it.';
const hiddenUnclicked =
  'A cookie banner was hidden without a click: the page did not load in time, or runs no scripts.';
const hiddenUnrejected =
  'A cookie banner shows no button that rejects at no cost, so `blockCookieBanners` hid it without a choice. It does not look behind settings.';
const failed = 'A cookie banner may remain: `blockCookieBanners` failed on this page.';
const late = (ms: number) => `A cookie banner may remain: \`blockCookieBanners\` takes ${ms / 1000} s at most.`;

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

/** Looks into closed shadow roots, too. */
const lookIn = async (frame: FrameDocument, clicks: LateClicks) => {
  for (let opened = 0; ; opened += 1) {
    const mayOpen = opened < maxRootRounds;
    const { kind, late } = await frame.call(lookForBanners, { isFrame: !frame.isMain, ...clicks, mayOpen });
    if (kind !== 'closed') return { kind, late };
    await frame.openRoots(findClosedHosts);
  }
};

/** Hides the box around a frame, in the nearest document where it has one. */
const hideBoxAround = async (frame: FrameDocument | undefined): Promise<boolean> => {
  if (!frame || frame.isMain) return false;
  return (await frame.callOnOwner(hideFrameBox)) || hideBoxAround(frame.parent());
};

interface Found {
  /** A banner was found, even if no click closed it. */
  banner: boolean;
  /** A banner was hidden because no click closed it. */
  isHidden: boolean;
  /** A banner was hidden because it shows no button but to accept, to pay, or "OK". */
  isUnrejected: boolean;
  /** Frames whose banner is still shown. `isUnclicked`: it lets people only accept, or pay. */
  openFrames: { frame: FrameDocument; isUnclicked: boolean }[];
  /** Frames in which a click must not lead to another page. */
  kept: FrameDocument[];
  /** The look into the page itself threw. A frame that throws may have left the page. */
  hasFailed: boolean;
}

/** `unclicked` of the hidden banners let people only accept, or pay. */
const recordHidden = (found: Found, hidden: number, unclicked: number): void => {
  if (hidden > unclicked) found.isHidden = true;
  if (unclicked > 0) found.isUnrejected = true;
};

/** Closes the cookie banners of one page, in its frames too. */
export class CookieBanners {
  readonly #run: Run;
  #isLate = false;
  #sawNone = false;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Without a command, `open` would leave out the frames of other sites. */
  readonly prepareFrame: PrepareFrame = () => [Promise.resolve()];

  /** Whether the last `close` looked everywhere in time, and found no banner. */
  get sawNone(): boolean {
    return this.#sawNone;
  }

  /**
   * Closes the banners that are shown now. Waits for the page only if it shows one. `isLast`: no look follows. Then a
   * banner that appears later may not load the page again, because it might do so for ever.
   */
  async close(isLast: boolean): Promise<void> {
    this.#sawNone = false;
    const { options, page } = this.#run;
    // A page that did not load in time would not load again in time. Without scripts, no click closes anything.
    const mayClick = options.javascript && !page.activity.givenUp;
    const warning = mayClick ? hidden : hiddenUnclicked;
    if (await this.#look({ mayClick, mayReload: !isLast }, warning)) return;
    // The choice loaded the page again. The choice is made, so a banner that shows again is only hidden.
    await this.#look({ mayClick: false, mayReload: false }, hidden);
  }

  /** Returns false if the page was loaded again. Warns with `warning` if it hides a banner. */
  async #look(clicks: LateClicks, warning: string): Promise<boolean> {
    const run = this.#run;
    const { activity } = run.page;
    // A page that hung once, or whose timers stand still, would hang again.
    if (this.#isLate) return true;
    const ms = activity.givenUp ? hideMs : closeMs;
    const { documents } = activity;
    const found: Found = {
      banner: false,
      isHidden: false,
      isUnrejected: false,
      openFrames: [],
      kept: [],
      hasFailed: false,
    };
    const done = await withBudget(run, ms, async (signal) => {
      // Chromium may never answer about a document that was replaced.
      const replaced = activity.until(() => activity.documents > documents, signal);
      await Promise.race([this.#closeAll(found, clicks), replaced]);
      return true;
    });
    if (!done) this.#warnOfTime(ms);
    if (!done && activity.givenUp) return true;
    this.#sawNone = done === true && !found.banner && !found.hasFailed;
    if (this.#sawNone) return true;
    if (activity.documents === documents) await withBudget(run, ms, () => run.page.call(undoLocks));
    // The choice may load content that waited for it.
    await waitUntilQuiet(run);
    await waitUntilPainted(run);
    if (activity.documents !== documents) return false;
    await Promise.all(found.kept.map(({ call }) => call(keepPage, 0, true).catch(() => undefined)));
    this.#warnOf([
      ...(found.isHidden ? [warning] : []),
      ...(found.isUnrejected ? [hiddenUnrejected] : []),
      ...(found.hasFailed ? [failed] : []),
    ]);
    return true;
  }

  async #closeAll(found: Found, clicks: LateClicks): Promise<void> {
    const { page } = this.#run;
    await inFrames(page, (frame) =>
      this.#closeIn(frame, found, clicks).catch((error: unknown) => {
        found.hasFailed ||= frame.isMain;
        throw error;
      }),
    );
    const hide = async ({ frame, isUnclicked }: Found['openFrames'][number]) => {
      if (await hideBoxAround(frame).catch(() => false)) found[isUnclicked ? 'isUnrejected' : 'isHidden'] = true;
    };
    await Promise.all(found.openFrames.map(hide));
  }

  async #closeIn(frame: FrameDocument, found: Found, clicks: LateClicks): Promise<void> {
    const { mayClick } = clicks;
    const { kind, late } = await lookIn(frame, clicks);
    if (late.count > 0) found.banner = true;
    recordHidden(found, late.unclosed, late.unclicked);
    if (kind === 'none') return;
    // Recorded before the choice, which may replace the document and so end this work.
    if (kind !== 'named') found.banner = true;
    if (mayClick) await this.#keepPage(frame, found);
    // A click on "reject" is faster than a rule, which waits between its steps.
    const byRules = mayClick && kind !== 'rejectable' && (await closeByRules(frame, popupMs[kind]));
    const closing = await frame.call(closeAll, { isFrame: !frame.isMain, ...clicks });
    if (byRules || closing.closed + closing.hidden + closing.open > 0) found.banner = true;
    // A document whose body is the banner has no other.
    if (closing.open > 0) found.openFrames.push({ frame, isUnclicked: closing.unclicked > 0 });
    else recordHidden(found, closing.hidden, closing.unclicked);
  }

  /** During a choice, keeps a frame and the pages around it from loading another page: the choice may concern all. */
  async #keepPage(frame: FrameDocument, found: Found): Promise<void> {
    const all: FrameDocument[] = [];
    for (let each: FrameDocument | undefined = frame; each; each = each.parent()) all.push(each);
    found.kept.push(...all);
    await Promise.all(all.map(({ call }) => call(keepPage, keepMs, true)));
  }

  #warnOf(sentences: readonly string[]): void {
    const { warnings } = this.#run;
    warnings.push(...sentences.filter((each) => !warnings.includes(each)));
  }

  #warnOfTime(ms: number): void {
    this.#run.warnings.push(late(ms));
    this.#isLate = true;
  }
}
