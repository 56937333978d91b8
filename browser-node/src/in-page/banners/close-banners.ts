import type { BannerWords } from './banners.js';
import type { findBanners, Overlay, OverlayTools } from './find-banners.js';

/** Numbers of banners: closed by their button, hidden by a style, and still open. */
export interface Closing {
  closed: number;
  hidden: number;
  /** Those of `hidden` and `open` that offer nothing to click but to accept, or "OK". */
  unclicked: number;
  open: number;
}

/**
 * The button to click: to reject, else to save a choice in which nothing is ticked, else to close. Links that lead away
 * come last, in the same order. None accepts or pays. "OK" gets no click, because it may consent. On a wall, only one
 * that saves may be clicked.
 */
export const buttonOf = ({ box, buttons, isWall, closingConsents }: Overlay): HTMLElement | undefined => {
  const order = closingConsents ? ['reject', 'save'] : ['reject', 'save', 'dismiss'];
  const isOn = (each: Element) =>
    !each.matches(':disabled,[aria-disabled="true"]') &&
    (each instanceof HTMLInputElement ? each.checked : each.getAttribute('aria-checked') === 'true');
  const shadows = buttons.map(({ button }) => button.getRootNode()).filter((root) => root instanceof ShadowRoot);
  const switches = 'input[type="checkbox"],[role="switch"],[role="checkbox"]';
  const isTicked = [box, ...shadows].some((tree) => [...tree.querySelectorAll(switches)].some(isOn));

  const mayClick = ({ choice }: Overlay['buttons'][number]) =>
    (choice === 'save' ? !isTicked : order.includes(choice)) && (!isWall || choice === 'save');
  const costOf = ({ choice, isLink }: Overlay['buttons'][number]) => (isLink ? 10 : 0) + order.indexOf(choice);
  return buttons.filter(mayClick).toSorted((one, other) => costOf(one) - costOf(other))[0]?.button;
};

/**
 * What the document shows. `rejectable`: no rule has to know the banners. Each has a button to reject, or is a wall.
 */
export const kindOfBanners = (
  banners: readonly Overlay[],
  { offersReject }: Pick<OverlayTools, 'offersReject'>,
): 'none' | 'rejectable' | 'other' => {
  if (banners.length === 0) return 'none';
  const isRejectable = ({ buttons, isWall }: Overlay) => isWall || offersReject(buttons);
  return banners.every(isRejectable) ? 'rejectable' : 'other';
};

/** For these milliseconds, the page may load no other page, and itself only if `mayReload`. The last call counts. */
export const keepPage = (milliseconds: number, mayReload: boolean): void => {
  const key = Symbol.for('tintype.keepsPage');
  const isKnown = Reflect.get(globalThis, key) !== undefined;
  Reflect.set(globalThis, key, { until: Date.now() + milliseconds, mayReload });
  if (isKnown) return;
  navigation.addEventListener('navigate', (event) => {
    const { url, sameDocument } = event.destination;
    const { origin, pathname } = new URL(url);
    const isOther = origin !== location.origin || pathname !== location.pathname;
    const keeping = Reflect.get(globalThis, key) as { until: number; mayReload: boolean };
    const isLeft = isOther || (!keeping.mayReload && !sameDocument);
    if (isLeft && Date.now() < keeping.until) event.preventDefault();
  });
};

/** Elements that show nothing but the banner: around it, and dim sheets beside it. Call it when the banner is hidden. */
export const emptyAround = (
  box: HTMLElement,
  { overlaysAround, isShown }: Pick<OverlayTools, 'overlaysAround' | 'isShown'>,
): HTMLElement[] => {
  const isEmpty = (element: HTMLElement) =>
    // biome-ignore lint/performance/useDomNodeTextContent: the hidden banner must not count
    element.innerText.trim() === '' &&
    [...element.querySelectorAll('img,video,svg,canvas,iframe,input')].every((each) => box.contains(each));
  // A consent system's root may keep a hidden heading, and its blurred sheet.
  const isSystem = (element: HTMLElement) =>
    /cookie|consent|gdpr|tarteaucitron/i.test(`${element.getAttribute('id')} ${element.getAttribute('class')}`) &&
    // biome-ignore lint/performance/useDomNodeTextContent: the hidden banner must not count
    element.innerText.trim().length < 100;
  const isSheet = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect();
    const covers = width >= innerWidth * 0.95 && height >= innerHeight * 0.95;
    return covers && getComputedStyle(element).position === 'fixed' && isEmpty(element);
  };
  // A form's field may have the name `children`.
  const childrenOf = (element: Element): Element[] => [...Reflect.get(Element.prototype, 'children', element)];
  const holders: HTMLElement[] = [];
  // A sheet may be a pseudo-element of an element that held only the banner.
  for (let each = box.parentElement; each && each !== document.body; each = each.parentElement) holders.push(each);
  const end = holders.findIndex((each) => !isSystem(each) && (!isEmpty(each) || childrenOf(each).some(isShown)));
  const empty = end === -1 ? holders : holders.slice(0, end);
  const outer = overlaysAround(box).filter((each) => each !== box && isEmpty(each));
  const beside = [box.parentElement, document.body].flatMap((each) => (each ? childrenOf(each) : []));
  return [...empty, ...outer, ...beside.filter((each) => each instanceof HTMLElement).filter(isSheet)];
};

/** Elements that a style hides, and can show again as they were. */
export interface HiddenBox {
  hide: () => void;
  show: () => void;
}

/** Hides a banner, and the elements that show nothing else. */
export const hideBanner = (
  box: HTMLElement,
  tools: Pick<OverlayTools, 'overlaysAround' | 'isShown'> & { emptyAround: typeof emptyAround },
): HiddenBox => {
  const styleOf = (element: HTMLElement) => {
    // A form's field may have the name `style`.
    const style: CSSStyleDeclaration = Reflect.get(HTMLElement.prototype, 'style', element);
    const [value, priority] = [style.getPropertyValue('display'), style.getPropertyPriority('display')];
    return {
      hide: () => style.setProperty('display', 'none', 'important'),
      show: () => style.setProperty('display', value, priority),
    };
  };
  const own = styleOf(box);
  own.hide();
  const styles = [own, ...tools.emptyAround(box, tools).map(styleOf)];
  const hidden = {
    hide: () => {
      for (const { hide } of styles) hide();
    },
    show: () => {
      for (const { show } of styles) show();
    },
  };
  hidden.hide();
  return hidden;
};

export interface ClosingTools extends OverlayTools {
  findBanners: typeof findBanners;
  buttonOf: typeof buttonOf;
  emptyAround: typeof emptyAround;
  hideBanner: typeof hideBanner;
}

export interface ClosingPlan {
  words: BannerWords;
  isFrame: boolean;
  /** If false, banners are hidden without a click. */
  mayClick: boolean;
  /** A banner that still shows after this time is hidden. Half way it gets a second click: some scripts listen late. */
  fadeMs: number;
}

/** Clicks each banner away; hides what remains of it. Waits only if there is one. */
export const closeBanners = async (plan: ClosingPlan, tools: ClosingTools): Promise<Closing> => {
  const { isShown, findBanners, buttonOf, hideBanner } = tools;
  const closing = { closed: 0, hidden: 0, unclicked: 0, open: 0 };
  const skipAnimations = (box: Element) => {
    for (const animation of box.getAnimations({ subtree: true })) {
      // An endless animation cannot finish.
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
    if (await closes(banner)) {
      closing.closed += 1;
      continue;
    }
    if (plan.mayClick && !buttonOf(banner)) closing.unclicked += 1;
    if (banner.box === document.body) closing.open += 1;
    else {
      hideBanner(banner.box, tools);
      closing.hidden += 1;
    }
  }
  return closing;
};

/** After a banner: lets a page that is longer than its window scroll, and removes its blur. */
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

/** Hides the box over the page that holds a frame whose own banner stayed open. Returns whether there is such a box. */
export const hideOverlayOf = (frame: Element, tools: ClosingTools): boolean => {
  const [box] = tools.overlaysAround(frame);
  if (box) tools.hideBanner(box, tools);
  return box !== undefined;
};
