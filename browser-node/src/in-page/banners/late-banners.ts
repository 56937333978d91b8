import type { ClosingPlan, ClosingTools, HiddenBox, keepPage, undoLocks } from './close-banners.js';

/** Banners that appeared after the last look. */
export interface LateBanners {
  /** Since the last report. */
  clicks: number;
  hidden: (HiddenBox & { box: HTMLElement })[];
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

/** Clicks banners that appear from now on, and hides them before they are painted. */
export const watchBanners = (plan: ClosingPlan, tools: ClosingTools & WatchTools): void => {
  const key = Symbol.for('tintype.lateBanners');
  if (Reflect.get(globalThis, key)) return;
  const late: LateBanners = { clicks: 0, hidden: [] };
  Reflect.set(globalThis, key, late);
  const { findBanners, buttonOf, hideBanner, keepPage, undoLocks } = tools;
  const { looks, pauseMs, clickMs } = tools.watchLimits;
  let left = looks;
  let isPausing = false;
  const look = () => {
    const banners = findBanners(plan.words, plan.isFrame, tools).filter(({ box }) => box !== document.body);
    if (banners.length > 0) keepPage(clickMs);
    for (const banner of banners) {
      const { box } = banner;
      buttonOf(banner)?.click();
      late.clicks += 1;
      late.hidden.push({ box, ...hideBanner(box, tools) });
    }
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

/**
 * Clicks of `watchBanners` since the last report. `unclosed` counts banners that only a style hides, since their button
 * did not close them. Each banner counts once.
 */
export const reportLate = ({ isShown }: Pick<ClosingTools, 'isShown'>): { clicks: number; unclosed: number } => {
  const late = Reflect.get(globalThis, Symbol.for('tintype.lateBanners')) as LateBanners | undefined;
  if (!late) return { clicks: 0, unclosed: 0 };
  const isOpen = (box: HTMLElement) => {
    const { top, right, bottom, left } = box.getBoundingClientRect();
    return isShown(box) && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  };
  const hides = ({ box, show, hide }: LateBanners['hidden'][number]) => {
    show();
    const isStillOpen = box.isConnected && isOpen(box);
    hide();
    return isStillOpen;
  };
  const { clicks } = late;
  const unclosed = late.hidden.splice(0).filter(hides).length;
  late.clicks = 0;
  return { clicks, unclosed };
};
