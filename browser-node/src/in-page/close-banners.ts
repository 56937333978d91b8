import type { BannerWords } from './banners.js';
import type { findBanners, Overlay, OverlayTools } from './overlays.js';

/** The buttons' choice closed `closed` banners; a style hides `hidden`; `open` are still shown. */
export interface Closing {
  closed: number;
  hidden: number;
  open: number;
}

/** The button to click, `reject` first. Undefined if each would leave the page. */
export const buttonOf = ({ buttons }: Overlay): HTMLElement | undefined => {
  const leavesPage = (button: HTMLElement) => {
    const form = button.closest('form');
    const isSubmit = button.matches('input[type="submit"],button[type="submit"],button:not([type])');
    if (form?.getAttribute('action') && isSubmit) return true;
    const href = button.closest('a')?.getAttribute('href')?.trim() ?? '';
    return !/^(?:#|javascript:|$)/i.test(href);
  };
  const usable = buttons.filter(({ button }) => !leavesPage(button));
  return (usable.find(({ choice }) => choice === 'reject') ?? usable[0])?.button;
};

/** What the document shows; `rejectable`: each banner has a button to reject, so no rule has to know it. */
export const kindOfBanners = (banners: readonly Overlay[]): 'none' | 'rejectable' | 'other' => {
  if (banners.length === 0) return 'none';
  const isRejectable = ({ buttons }: Overlay) => buttons.some(({ choice }) => choice === 'reject');
  return banners.every(isRejectable) ? 'rejectable' : 'other';
};

/** Hides a banner and the dim sheets around and beside it. */
export const hideBanner = (box: HTMLElement, { overlaysAround }: Pick<OverlayTools, 'overlaysAround'>): void => {
  const hide = (element: HTMLElement) => element.style.setProperty('display', 'none', 'important');
  hide(box);
  const isEmpty = (element: HTMLElement) =>
    // biome-ignore lint/performance/useDomNodeTextContent: the hidden banner must not count
    element.innerText.trim() === '' && !element.querySelector('img,video,svg,canvas,iframe,input');
  const isSheet = (element: Element): element is HTMLElement => {
    const { width, height } = element.getBoundingClientRect();
    return (
      element instanceof HTMLElement &&
      width >= innerWidth * 0.95 &&
      height >= innerHeight * 0.95 &&
      getComputedStyle(element).position === 'fixed' &&
      isEmpty(element)
    );
  };
  for (const outer of overlaysAround(box)) if (outer !== box && isEmpty(outer)) hide(outer);
  const beside = [...(box.parentElement?.children ?? []), ...(document.body?.children ?? [])];
  for (const sheet of beside) if (isSheet(sheet)) hide(sheet);
};

interface ClosingTools extends OverlayTools {
  findBanners: typeof findBanners;
  buttonOf: typeof buttonOf;
  hideBanner: typeof hideBanner;
}

export interface ClosingPlan {
  words: BannerWords;
  isFrame: boolean;
  /** A banner that still shows after this time is hidden. */
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
    const button = buttonOf(banner);
    button?.click();
    const ends = Date.now() + (button ? plan.fadeMs : 0);
    while (isOpen(banner) && Date.now() < ends) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      skipAnimations(banner.box);
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

/** After a banner: lets a page scroll that is longer than its window, as before the banner. */
export const undoScrollLock = (): void => {
  const { documentElement, body } = document;
  if (!body || Math.max(documentElement.scrollHeight, body.scrollHeight) <= innerHeight) return;
  for (const element of [documentElement, body]) {
    const { overflowY, position } = getComputedStyle(element);
    if (/hidden|clip/.test(overflowY)) element.style.setProperty('overflow', 'visible', 'important');
    if (position === 'fixed') element.style.setProperty('position', 'static', 'important');
  }
};

/** Hides the frames with these addresses, if they lie over the page: their own banner did not close. Returns their number. */
export const hideFrames = (urls: string[], { overlaysAround, hideBanner }: ClosingTools): number => {
  const over = [...document.querySelectorAll('iframe')]
    .filter(({ src }) => urls.includes(src))
    .flatMap((frame) => overlaysAround(frame).slice(0, 1));
  for (const box of over) hideBanner(box, { overlaysAround });
  return over.length;
};
