import type { BannerWords, Choice, choiceOf, isBanner } from './banners.js';
import type { ClosedRoots } from './closed-roots.js';

/** A box that covers a part of the page, and its buttons for a choice. */
export interface Overlay {
  box: HTMLElement;
  buttons: { button: HTMLElement; choice: Choice }[];
}

/** The shadow root of an element, also a closed one that `keepRoot` got. */
export const shadowOf = (element: Element): ShadowRoot | null => {
  const closed = Reflect.get(globalThis, Symbol.for('tintype.closedRoots')) as ClosedRoots | undefined;
  return element.shadowRoot ?? closed?.get(element) ?? null;
};

/** A box is shown, and not faded out. */
export const isShown = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0 || !element.checkVisibility({ visibilityProperty: true })) return false;
  // An animation from or to 0 counts as shown.
  const opacityOf = (each: Element) =>
    each.getAnimations().some(({ playState }) => playState === 'running') ? 1 : Number(getComputedStyle(each).opacity);
  const fade = (each: Element | null): number => (each ? opacityOf(each) * fade(each.parentElement) : 1);
  return fade(element) > 0.05;
};

/**
 * The overlays around an element, the innermost first, also those around its shadow root. A bar on top of the page counts if
 * its name says what it is. The body is none.
 */
export const overlaysAround = (element: Element): HTMLElement[] => {
  const parentOf = (each: Element) => {
    const root = each.getRootNode();
    return each.assignedSlot ?? each.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const isBarOnTop = (each: Element) => {
    const names = `${each.id} ${each.getAttribute('class')}`;
    if (!/cookie|consent|gdpr/i.test(names) || each.closest('main,article') || each.querySelector('h1')) return false;
    const { top, height } = each.getBoundingClientRect();
    return top + scrollY <= 150 && height <= 400;
  };
  const isOverlay = (each: Element) => {
    if (each.matches('dialog[open],[aria-modal="true"],[role="dialog"],[role="alertdialog"]')) return true;
    const { position, zIndex } = getComputedStyle(each);
    return /fixed|sticky/.test(position) || (position === 'absolute' && Number(zIndex) >= 100) || isBarOnTop(each);
  };
  const around: HTMLElement[] = [];
  for (let each: Element | null = element; each && each !== document.body; each = parentOf(each))
    if (each instanceof HTMLElement && isOverlay(each)) around.push(each);
  return around;
};

interface ButtonTools {
  choiceOf: typeof choiceOf;
  isShown: typeof isShown;
  shadowOf: typeof shadowOf;
  overlaysAround: typeof overlaysAround;
}

/** A shown button for a choice, and the boxes around it. */
interface ChoiceButton {
  button: HTMLElement;
  choice: Choice;
  around: HTMLElement[];
}

/** What an element chooses if a click on it may do so. Only an overlay's button counts; in a frame also the document's. */
export const asChoice = (
  button: Element,
  isFrame: boolean,
  { words, tools }: { words: BannerWords; tools: ButtonTools },
): ChoiceButton | undefined => {
  const isText =
    /^(?:div|span|i)$/i.test(button.tagName) && !button.matches('[role="button"],[onclick],[tabindex="0"]');
  // Frameworks listen to clicks on plain elements; the pointer shows it.
  if (isText && (button.childElementCount > 2 || getComputedStyle(button).cursor !== 'pointer')) return undefined;
  const label = button.textContent?.trim() || button.getAttribute('aria-label') || button.getAttribute('value') || '';
  const choice = label.length > 200 ? undefined : tools.choiceOf(label, words);
  if (!choice || !(button instanceof HTMLElement) || button.matches(':disabled')) return undefined;
  const around = tools.overlaysAround(button);
  if (isFrame && document.body) around.push(document.body);
  return around.length > 0 && tools.isShown(button) ? { button, choice, around } : undefined;
};

/** The shown buttons for a choice, also in shadow roots. */
export const choiceButtons = (
  words: BannerWords,
  isFrame: boolean,
  tools: ButtonTools & { asChoice: typeof asChoice },
): ChoiceButton[] => {
  const clickable =
    'button,a,input[type="button"],input[type="submit"],[role="button"],[onclick],[tabindex="0"],span,div,i';
  const rootsIn = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => {
    const inner = [...root.querySelectorAll('*')].flatMap((each) => tools.shadowOf(each) ?? []);
    return [root, ...inner.flatMap(rootsIn)];
  };
  const candidates = rootsIn(document).flatMap((root) => [...root.querySelectorAll(clickable)]);
  const found = candidates.flatMap((each) => tools.asChoice(each, isFrame, { words, tools }) ?? []);
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
    // An element without a box of its own, whose children have some.
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

export interface OverlayTools extends ButtonTools {
  asChoice: typeof asChoice;
  choiceButtons: typeof choiceButtons;
  shownText: typeof shownText;
  isBanner: typeof isBanner;
}

/** The banners that the document shows. In a frame the whole document may be one. */
export const findBanners = (words: BannerWords, isFrame: boolean, tools: OverlayTools): Overlay[] => {
  const { isShown, shownText, choiceButtons, isBanner } = tools;
  const fields = `input:not([type]),select,textarea,${['text', 'email', 'password', 'date', 'tel', 'number', 'search']
    .map((type) => `input[type="${type}"]`)
    .join(',')}`;
  const around = new Map<HTMLElement, HTMLElement[]>();
  const overlays = new Map<HTMLElement, Overlay>();
  for (const each of choiceButtons(words, isFrame, tools)) {
    around.set(each.button, each.around);
    for (const box of each.around) {
      const overlay = overlays.get(box) ?? { box, buttons: [] };
      overlay.buttons.push(each);
      overlays.set(box, overlay);
    }
  }
  // Also an application's frame that covers the window: then no text is outside of it.
  const isPage = (box: HTMLElement, text: string) => {
    if (isFrame && box === document.body) return false;
    if (box.matches('header,nav,main') || box.querySelector('main,article,nav')) return true;
    const { width, height } = box.getBoundingClientRect();
    if (width < innerWidth * 0.9 || height < innerHeight * 0.9) return false;
    return text.length > 1000 && shownText(document.body, text.length + 100, tools).length < text.length + 100;
  };
  const look = ({ box, buttons }: Overlay) => {
    const text = shownText(box, 12_000, tools);
    const shownFields = [...box.querySelectorAll(fields)].filter(isShown).length;
    return { text, fields: shownFields, choices: buttons.map(({ choice }) => choice), isPage: isPage(box, text) };
  };
  const banners = [...overlays.values()].filter((overlay) => isBanner(look(overlay), words));
  const encloses = (outer: Overlay, inner: Overlay) =>
    outer !== inner &&
    inner.buttons.every((each) => outer.buttons.includes(each)) &&
    inner.buttons.some(({ button }) => around.get(button)?.includes(outer.box));
  // The innermost: an outer one may be the whole application. The body of a frame encloses all.
  return banners.filter(
    (outer) => !banners.some((inner) => inner !== outer && (outer.box === document.body || encloses(outer, inner))),
  );
};
