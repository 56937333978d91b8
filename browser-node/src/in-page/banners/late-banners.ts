import type { ClosingPlan, ClosingTools, HiddenBox, keepPage, undoLocks } from './close-banners.js';
import type { Overlay } from './find-banners.js';

/** Whether banners that appear after the look get a click, and whether that may load the page again. */
export interface LateClicks {
  mayClick: boolean;
  mayReload: boolean;
}

/** Banners that appeared after the last look. */
export interface LateBanners {
  /** Their number since the last report. */
  count: number;
  clicks: LateClicks;
  /** `isUnclicked`: the banner offers nothing to click but to accept. */
  hidden: (HiddenBox & { box: HTMLElement; isUnclicked: boolean })[];
}

interface WatchTools {
  keepPage: typeof keepPage;
  undoLocks: typeof undoLocks;
  watchLimits: typeof watchLimits;
}

/**
 * Limits of `watchBanners`: looks at one document, milliseconds between looks, and milliseconds until a click takes
 * effect.
 */
export const watchLimits = { looks: 40, pauseMs: 100, clickMs: 1500 };

/** Hides banners that appear from now on, before they are painted. Clicks them too, if the last call has `mayClick`. */
export const watchBanners = (plan: ClosingPlan & LateClicks, tools: ClosingTools & WatchTools): void => {
  const key = Symbol.for('tintype.lateBanners');
  const { mayClick, mayReload } = plan;
  const known = Reflect.get(globalThis, key) as LateBanners | undefined;
  if (known) known.clicks = { mayClick, mayReload };
  if (known) return;
  const late: LateBanners = { count: 0, clicks: { mayClick, mayReload }, hidden: [] };
  Reflect.set(globalThis, key, late);
  const { findBanners, buttonOf, hideBanner, keepPage, undoLocks } = tools;
  const { looks, pauseMs, clickMs } = tools.watchLimits;
  let left = looks;
  let isPausing = false;
  const close = (banner: Overlay, mayClick: boolean) => {
    const { box } = banner;
    const button = buttonOf(banner);
    if (mayClick) button?.click();
    late.count += 1;
    late.hidden.push({ box, isUnclicked: mayClick && !button, ...hideBanner(box, tools) });
  };
  const look = () => {
    const banners = findBanners(plan.words, plan.isFrame, tools).filter(({ box }) => box !== document.body);
    const { mayReload } = late.clicks;
    // A frame's choice may load the pages around it again, and only sweeps can keep those.
    const mayClick = late.clicks.mayClick && (mayReload || !plan.isFrame);
    if (banners.length > 0 && mayClick) keepPage(clickMs, mayReload);
    for (const banner of banners) close(banner, mayClick);
    if (banners.length > 0) undoLocks();
  };
  // An animation changes a style for each frame. Only a style of the whole page counts, or of a box over it.
  const matters = ({ type, target, addedNodes }: MutationRecord) => {
    if (type === 'childList') return [...addedNodes].some((node) => node instanceof Element);
    const isWhole = target === document.documentElement || target === document.body;
    return isWhole || (target instanceof Element && tools.overlaysAround(target).length > 0);
  };
  const observer = new MutationObserver((records) => {
    if (isPausing || !records.some(matters)) return;
    left -= 1;
    if (left === 0) observer.disconnect();
    isPausing = true;
    setTimeout(() => {
      isPausing = false;
      look();
    }, pauseMs);
    look();
  });
  const attributeFilter = ['class', 'style', 'hidden', 'open'];
  observer.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter });
};

export interface LateReport {
  count: number;
  /** Those that only a style hides, because no click closed them. */
  unclosed: number;
  /** Those of `unclosed` that offer nothing to click but to accept. */
  unclicked: number;
}

/** Banners of `watchBanners` since the last report. Each banner counts once. */
export const reportLate = ({ isShown }: Pick<ClosingTools, 'isShown'>): LateReport => {
  const late = Reflect.get(globalThis, Symbol.for('tintype.lateBanners')) as LateBanners | undefined;
  if (!late) return { count: 0, unclosed: 0, unclicked: 0 };
  const isOpen = (box: HTMLElement) => {
    const { top, right, bottom, left } = box.getBoundingClientRect();
    return isShown(box) && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  };
  const isOnlyHidden = ({ box, show, hide }: LateBanners['hidden'][number]) => {
    show();
    const isStillOpen = box.isConnected && isOpen(box);
    hide();
    return isStillOpen;
  };
  const { count } = late;
  const unclosed = late.hidden.splice(0).filter(isOnlyHidden);
  late.count = 0;
  return { count, unclosed: unclosed.length, unclicked: unclosed.filter(({ isUnclicked }) => isUnclicked).length };
};
