import type { BannerWords } from './banners.js';
import type { findBanners, Overlay, OverlayTools } from './overlays.js';

/** The buttons' choice closed `closed` banners; a style hides `hidden`; `open` are still shown. */
export interface Closing {
  closed: number;
  hidden: number;
  open: number;
}

/** The button to click, `reject` first. */
export const buttonOf = ({ buttons }: Overlay): HTMLElement | undefined =>
  (buttons.find(({ choice }) => choice === 'reject') ?? buttons[0])?.button;

/** What the document shows; `rejectable`: each banner has a button to reject, so no rule has to know it. */
export const kindOfBanners = (banners: readonly Overlay[]): 'none' | 'rejectable' | 'other' => {
  if (banners.length === 0) return 'none';
  const isRejectable = ({ buttons }: Overlay) => buttons.some(({ choice }) => choice === 'reject');
  return banners.every(isRejectable) ? 'rejectable' : 'other';
};

/** A click on a banner may load the same page again, but no other one. */
export const keepPage = (): void => {
  if (Reflect.get(globalThis, Symbol.for('tintype.keepsPage'))) return;
  Reflect.set(globalThis, Symbol.for('tintype.keepsPage'), true);
  navigation.addEventListener('navigate', (event) => {
    const { origin, pathname } = new URL(event.destination.url);
    if (origin !== location.origin || pathname !== location.pathname) event.preventDefault();
  });
};

/** Elements that show nothing but the banner: around it, and dim sheets beside it. Call it when the banner is hidden. */
export const emptyAround = (
  box: HTMLElement,
  { overlaysAround, isShown }: Pick<OverlayTools, 'overlaysAround' | 'isShown'>,
): HTMLElement[] => {
  const isEmpty = (element: HTMLElement) =>
    // biome-ignore lint/performance/useDomNodeTextContent: the hidden banner must not count
    element.innerText.trim() === '' && !element.querySelector('img,video,svg,canvas,iframe,input');
  // A consent system's root may keep a hidden heading, and its blurred sheet.
  const isSystem = (element: HTMLElement) =>
    /cookie|consent|gdpr|tarteaucitron/i.test(`${element.id} ${element.className}`) &&
    // biome-ignore lint/performance/useDomNodeTextContent: the hidden banner must not count
    element.innerText.trim().length < 100;
  const isSheet = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect();
    const covers = width >= innerWidth * 0.95 && height >= innerHeight * 0.95;
    return covers && getComputedStyle(element).position === 'fixed' && isEmpty(element);
  };
  const holders: HTMLElement[] = [];
  // A sheet may be a pseudo-element of what held only the banner.
  for (let each = box.parentElement; each && each !== document.body; each = each.parentElement) holders.push(each);
  const end = holders.findIndex((each) => !isSystem(each) && (!isEmpty(each) || [...each.children].some(isShown)));
  const empty = end === -1 ? holders : holders.slice(0, end);
  const outer = overlaysAround(box).filter((each) => each !== box && isEmpty(each));
  const beside = [...(box.parentElement?.children ?? []), ...(document.body?.children ?? [])];
  return [...empty, ...outer, ...beside.filter((each) => each instanceof HTMLElement).filter(isSheet)];
};

/** Hides a banner, and what shows nothing else. */
export const hideBanner = (
  box: HTMLElement,
  tools: Pick<OverlayTools, 'overlaysAround' | 'isShown'> & { emptyAround: typeof emptyAround },
): void => {
  const hide = (element: HTMLElement) => element.style.setProperty('display', 'none', 'important');
  hide(box);
  tools.emptyAround(box, tools).forEach(hide);
};

interface ClosingTools extends OverlayTools {
  findBanners: typeof findBanners;
  buttonOf: typeof buttonOf;
  emptyAround: typeof emptyAround;
  hideBanner: typeof hideBanner;
}

interface WatchTools {
  keepPage: typeof keepPage;
  undoLocks: typeof undoLocks;
  watchLimits: typeof watchLimits;
}

export interface ClosingPlan {
  words: BannerWords;
  isFrame: boolean;
  /** False: hides at once. */
  mayClick: boolean;
  /** A banner that still shows after this time is hidden. Half way it gets a second click: some scripts listen late. */
  fadeMs: number;
}

/** Clicks each banner away; hides what remains of it. Waits only if there is one. */
export const closeBanners = async (plan: ClosingPlan, tools: ClosingTools): Promise<Closing> => {
  const { isShown, findBanners, buttonOf, hideBanner } = tools;
  const closing = { closed: 0, hidden: 0, open: 0 };
  const skipAnimations = (box: Element) => {
    for (const animation of box.getAnimations({ subtree: true })) {
      // An endless one cannot end.
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
  };
  // Closed banners slide out of the window, too.
  const isInWindow = (box: Element) => {
    const { top, right, bottom, left } = box.getBoundingClientRect();
    return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  };
  const isOpen = ({ box, buttons }: Overlay) =>
    isShown(box) && isInWindow(box) && buttons.some(({ button }) => isShown(button));
  const closes = async (banner: Overlay) => {
    const button = plan.mayClick ? buttonOf(banner) : undefined;
    button?.click();
    const begun = Date.now();
    let isRepeated = false;
    while (button && isOpen(banner) && Date.now() < begun + plan.fadeMs) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      skipAnimations(banner.box);
      if (isRepeated || Date.now() < begun + plan.fadeMs / 2 || !isOpen(banner)) continue;
      isRepeated = true;
      button.click();
    }
    return !isOpen(banner);
  };
  for (const banner of findBanners(plan.words, plan.isFrame, tools)) {
    if (await closes(banner)) closing.closed += 1;
    else if (banner.box === document.body) closing.open += 1;
    else {
      hideBanner(banner.box, tools);
      closing.hidden += 1;
    }
  }
  return closing;
};

/** After a banner: lets a page scroll that is longer than its window, and shows it sharp, as before the banner. */
export const undoLocks = (): void => {
  const { documentElement, body } = document;
  if (!body) return;
  for (const element of [body, ...body.children]) {
    if (element instanceof HTMLElement && /blur/.test(getComputedStyle(element).filter))
      element.style.setProperty('filter', 'none', 'important');
  }
  if (Math.max(documentElement.scrollHeight, body.scrollHeight) <= innerHeight) return;
  for (const element of [documentElement, body]) {
    const { overflowY, position } = getComputedStyle(element);
    if (/hidden|clip/.test(overflowY)) element.style.setProperty('overflow', 'visible', 'important');
    if (position === 'fixed') element.style.setProperty('position', 'static', 'important');
  }
};

/** Most looks of `watchBanners` at one document, and their distance in milliseconds. */
export const watchLimits = { looks: 40, pauseMs: 100 };

/** Clicks banners that appear from now on, and hides them before they are painted. */
export const watchBanners = (plan: ClosingPlan, tools: ClosingTools & WatchTools): void => {
  if (Reflect.get(globalThis, Symbol.for('tintype.watchesBanners'))) return;
  Reflect.set(globalThis, Symbol.for('tintype.watchesBanners'), true);
  const { findBanners, buttonOf, hideBanner, keepPage, undoLocks } = tools;
  const { looks, pauseMs } = tools.watchLimits;
  let left = looks;
  let isPausing = false;
  const look = () => {
    const banners = findBanners(plan.words, plan.isFrame, tools).filter(({ box }) => box !== document.body);
    if (banners.length > 0) keepPage();
    for (const banner of banners) {
      buttonOf(banner)?.click();
      hideBanner(banner.box, tools);
    }
    if (banners.length > 0) undoLocks();
  };
  // An animation changes a style for each frame: only that of a box over the page counts, or of the whole page.
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

/** Hides the frames with these addresses, if they lie over the page: their own banner did not close. Returns their number. */
export const hideFrames = (urls: string[], tools: ClosingTools): number => {
  const over = [...document.querySelectorAll('iframe')]
    .filter(({ src }) => urls.includes(src || 'about:srcdoc'))
    .flatMap((frame) => tools.overlaysAround(frame).slice(0, 1));
  for (const box of over) tools.hideBanner(box, tools);
  return over.length;
};
