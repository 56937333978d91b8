import type { BannerWords, Choice, choiceOf, closingConsents, isBanner, isWall, offersReject } from './banners.js';
import type { elementsOnTop, isShown, overlaysAround, overlaysInWindow, shadowOf } from './overlays.js';

/** A shown button for a choice. */
interface Button {
  button: HTMLElement;
  choice: Choice;
  /** A link to another page, which a click may open instead of closing the box. */
  isLink: boolean;
}

/** A box that covers a part of the page, and its buttons for a choice. */
export interface Overlay {
  box: HTMLElement;
  buttons: Button[];
  /** Lets people accept or pay only. */
  isWall: boolean;
  /** Takes its closing for consent. */
  closingConsents: boolean;
}

interface ButtonTools {
  choiceOf: typeof choiceOf;
  isShown: typeof isShown;
  shadowOf: typeof shadowOf;
  overlaysAround: typeof overlaysAround;
  elementsOnTop: typeof elementsOnTop;
  overlaysInWindow: typeof overlaysInWindow;
}

interface ClickTools {
  isClickable: typeof isClickable;
  leadsAway: typeof leadsAway;
}

/** A button, and the boxes around it. */
interface ChoiceButton extends Button {
  around: HTMLElement[];
}

/** Whether a click leads to another page. Links that a script handles have an address of the same page. */
export const leadsAway = (element: Element): boolean => {
  const link = element.closest('a[href]');
  if (!(link instanceof HTMLAnchorElement) || link.matches('[role="button"],[onclick]')) return false;
  return /^https?:$/.test(link.protocol) && (link.host !== location.host || link.pathname !== location.pathname);
};

/** Whether a click on an element may choose. Frameworks listen to clicks on plain elements, whose cursor shows it. */
export const isClickable = (element: Element): boolean => {
  // A label names a switch.
  if (element.closest('label') || element.matches(':disabled')) return false;
  const isText =
    /^(?:div|span|i)$/i.test(element.tagName) && !element.matches('[role="button"],[onclick],[tabindex="0"]');
  return !isText || (element.childElementCount <= 2 && getComputedStyle(element).cursor === 'pointer');
};

/**
 * The choice of an element, if a click on it may choose. Only an overlay's button counts; in a frame also the
 * document's.
 */
export const asChoice = (
  button: Element,
  isFrame: boolean,
  { words, tools }: { words: BannerWords; tools: ButtonTools & ClickTools },
): ChoiceButton | undefined => {
  if (!(button instanceof HTMLElement) || !tools.isClickable(button)) return undefined;
  const label = button.textContent.trim() || button.getAttribute('aria-label') || button.getAttribute('value') || '';
  const choice = label.length > 200 ? undefined : tools.choiceOf(label, words);
  if (!choice) return undefined;
  const around = tools.overlaysAround(button);
  if (isFrame && document.body) around.push(document.body);
  if (around.length === 0 || !tools.isShown(button)) return undefined;
  return { button, choice, isLink: tools.leadsAway(button), around };
};

/** A box with the trees that it shows: shadow roots, and what their slots show. */
export const treesIn = (box: Element, { shadowOf }: Pick<ButtonTools, 'shadowOf'>): (Element | ShadowRoot)[] => {
  const innerOf = (element: Element): (Element | ShadowRoot)[] => {
    const shadow = shadowOf(element);
    return [...(element instanceof HTMLSlotElement ? element.assignedElements() : []), ...(shadow ? [shadow] : [])];
  };
  const within = (root: Element | ShadowRoot): (Element | ShadowRoot)[] => {
    const elements = [...(root instanceof Element ? [root] : []), ...root.querySelectorAll('*')];
    return [root, ...elements.flatMap(innerOf).flatMap(within)];
  };
  return within(box);
};

/** Whether a box over the page may be a banner, or hold one, by its text. */
export const mayBeBanner = (
  trees: readonly (Element | ShadowRoot)[],
  { topic, phrases, walls }: BannerWords,
): boolean => {
  const maxLetters = 60_000;
  const text = trees.map(({ textContent }) => textContent).join(' ');
  return new RegExp(`${topic}|${phrases}|${walls}`, 'iu').test(text.slice(0, maxLetters));
};

interface SearchTools extends ButtonTools, ClickTools {
  treesIn: typeof treesIn;
  mayBeBanner: typeof mayBeBanner;
  asChoice: typeof asChoice;
}

/** The shown buttons for a choice in boxes over the page. */
export const choiceButtons = (words: BannerWords, isFrame: boolean, tools: SearchTools): ChoiceButton[] => {
  const clickable =
    'button,a,input[type="button"],input[type="submit"],[role="button"],[onclick],[tabindex="0"],span,div,i';
  const clickableIn = (tree: Element | ShadowRoot) => [
    ...(tree instanceof Element && tree.matches(clickable) ? [tree] : []),
    ...tree.querySelectorAll(clickable),
  ];
  const boxes = tools.overlaysInWindow(isFrame, tools).map((box) => tools.treesIn(box, tools));
  const trees = boxes.filter((each) => tools.mayBeBanner(each, words)).flat();
  const candidates = new Set(trees.flatMap(clickableIn));
  const found = [...candidates].flatMap((each) => tools.asChoice(each, isFrame, { words, tools }) ?? []);
  // An element around a button repeats its label.
  return found.filter(({ button }) => !found.some((other) => other.button !== button && button.contains(other.button)));
};

/** The text that an element shows, with its shadow roots; a little more than `enough` letters, if there are more. */
export const shownText = (element: Element, enough: number, { shadowOf }: Pick<ButtonTools, 'shadowOf'>): string => {
  let text = '';
  const childrenOf = (node: Element): Iterable<Node> => {
    const assigned = node instanceof HTMLSlotElement ? node.assignedNodes() : [];
    return assigned.length > 0 ? assigned : (shadowOf(node) ?? node).childNodes;
  };
  const visitElement = (node: Element): void => {
    if (node.matches('script,style,noscript,template')) return;
    const { display } = getComputedStyle(node);
    // An element with `contents` has no box, but its children have.
    if (display !== 'contents' && !node.checkVisibility({ visibilityProperty: true })) return;
    for (const child of childrenOf(node)) visit(child);
    if (display !== 'inline') text += '\n';
  };
  const visit = (node: Node): void => {
    if (text.length > enough) return;
    if (node instanceof Text) text += node.data;
    if (node instanceof Element) visitElement(node);
  };
  visit(element);
  return text;
};

export interface OverlayTools extends SearchTools {
  choiceButtons: typeof choiceButtons;
  shownText: typeof shownText;
  isBanner: typeof isBanner;
  isWall: typeof isWall;
  closingConsents: typeof closingConsents;
  offersReject: typeof offersReject;
}

/** The banners that the document shows. In a frame the whole document may be one. */
export const findBanners = (words: BannerWords, isFrame: boolean, tools: OverlayTools): Overlay[] => {
  const { isShown, shownText, choiceButtons, isBanner, isWall, closingConsents, offersReject } = tools;
  const fields = `input:not([type]),select,textarea,${['text', 'email', 'password', 'date', 'tel', 'number', 'search']
    .map((type) => `input[type="${type}"]`)
    .join(',')}`;
  const around = new Map<HTMLElement, HTMLElement[]>();
  const overlays = new Map<HTMLElement, Overlay>();
  for (const each of choiceButtons(words, isFrame, tools)) {
    around.set(each.button, each.around);
    for (const box of each.around) {
      const overlay = overlays.get(box) ?? { box, buttons: [], isWall: false, closingConsents: false };
      overlay.buttons.push(each);
      overlays.set(box, overlay);
    }
  }
  // An application's box that covers the window also counts: no text is outside of it.
  const isPage = (box: HTMLElement, text: string) => {
    if (isFrame && box === document.body) return false;
    if (box.matches('header,nav,main') || box.querySelector('main,article,nav')) return true;
    const { width, height } = box.getBoundingClientRect();
    if (width < innerWidth * 0.9 || height < innerHeight * 0.9) return false;
    return text.length > 1000 && shownText(document.body, text.length + 100, tools).length < text.length + 100;
  };
  const look = (overlay: Overlay) => {
    const { box, buttons } = overlay;
    const text = shownText(box, 12_000, tools);
    const choices = buttons.map(({ choice }) => choice);
    const letsPay = isWall(text, choices, words);
    // A wall's button to reject costs money, or leads to a shop.
    overlay.isWall = letsPay && !offersReject(buttons);
    overlay.closingConsents = closingConsents(text, words);
    const shownFields = [...box.querySelectorAll(fields)].filter(isShown).length;
    return { text, fields: shownFields, choices, isPage: isPage(box, text), isWall: letsPay };
  };
  const banners = [...overlays.values()].filter((overlay) => isBanner(look(overlay), words));
  const encloses = (outer: Overlay, inner: Overlay) =>
    outer !== inner &&
    inner.buttons.every((each) => outer.buttons.includes(each)) &&
    inner.buttons.some(({ button }) => {
      const boxes = around.get(button) ?? [];
      return boxes.indexOf(inner.box) < boxes.indexOf(outer.box);
    });
  // Keeps the innermost boxes: an outer box may be the whole application. The body of a frame encloses all boxes.
  return banners.filter(
    (outer) => !banners.some((inner) => inner !== outer && (outer.box === document.body || encloses(outer, inner))),
  );
};
