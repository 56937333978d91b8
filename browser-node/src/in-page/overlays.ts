import type { BannerWords, Choice, choiceOf, isBanner } from './banners.js';

/** A box that covers a part of the page, and its buttons for a choice. */
export interface Overlay {
  box: HTMLElement;
  buttons: { button: HTMLElement; choice: Choice }[];
}

/** A box is shown, and not faded out. */
export const isShown = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0 || !element.checkVisibility({ visibilityProperty: true })) return false;
  const fade = (each: Element | null): number =>
    each ? Number(getComputedStyle(each).opacity) * fade(each.parentElement) : 1;
  return fade(element) > 0.05;
};

/** The overlays around an element, the innermost first, also those around its shadow root. The body is none. */
export const overlaysAround = (element: Element): HTMLElement[] => {
  const parentOf = (each: Element) => {
    const root = each.getRootNode();
    return each.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const isOverlay = (each: Element) => {
    if (each.matches('dialog[open],[aria-modal="true"],[role="dialog"],[role="alertdialog"]')) return true;
    const { position, zIndex } = getComputedStyle(each);
    return /fixed|sticky/.test(position) || (position === 'absolute' && Number(zIndex) >= 100);
  };
  const around: HTMLElement[] = [];
  for (let each: Element | null = element; each && each !== document.body; each = parentOf(each))
    if (each instanceof HTMLElement && isOverlay(each)) around.push(each);
  return around;
};

interface ButtonTools {
  choiceOf: typeof choiceOf;
  isShown: typeof isShown;
}

/** The shown buttons for a choice, also in open shadow roots. */
export const choiceButtons = (words: BannerWords, { choiceOf, isShown }: ButtonTools): Overlay['buttons'] => {
  const clickable = 'button,a,input[type="button"],input[type="submit"],[role="button"],[onclick],[tabindex="0"]';
  const rootsIn = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => {
    const inner = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    return [root, ...inner.flatMap(rootsIn)];
  };
  const labelOf = (button: Element) =>
    button.textContent?.trim() || button.getAttribute('aria-label') || button.getAttribute('value') || '';
  return rootsIn(document).flatMap((root) =>
    [...root.querySelectorAll(clickable)].flatMap((button) => {
      const choice = choiceOf(labelOf(button), words);
      return choice && button instanceof HTMLElement && isShown(button) ? [{ button, choice }] : [];
    }),
  );
};

export interface OverlayTools extends ButtonTools {
  overlaysAround: typeof overlaysAround;
  choiceButtons: typeof choiceButtons;
  isBanner: typeof isBanner;
}

/** The banners that the document shows. In a frame the whole document may be one. */
export const findBanners = (words: BannerWords, isFrame: boolean, tools: OverlayTools): Overlay[] => {
  const { choiceOf, isShown, overlaysAround, choiceButtons, isBanner } = tools;
  const fields = `input:not([type]),select,textarea,${['text', 'email', 'password', 'date', 'tel', 'number', 'search']
    .map((type) => `input[type="${type}"]`)
    .join(',')}`;
  const overlays = new Map<HTMLElement, Overlay>();
  for (const each of choiceButtons(words, { choiceOf, isShown })) {
    const around = overlaysAround(each.button);
    if (isFrame && document.body) around.push(document.body);
    for (const box of around) {
      const overlay = overlays.get(box) ?? { box, buttons: [] };
      overlay.buttons.push(each);
      overlays.set(box, overlay);
    }
  }
  const textOf = ({ box, buttons }: Overlay) => {
    const roots = new Set(buttons.map(({ button }) => button.getRootNode()).filter((root) => !box.contains(root)));
    // The text of a box lacks that of the shadow roots in it.
    const shadows = [...roots].flatMap((root) => (root instanceof ShadowRoot ? [...root.children] : []));
    // biome-ignore lint/performance/useDomNodeTextContent: scripts, and purposes that are folded up, must not count
    return [box, ...shadows].map((each) => (each instanceof HTMLElement ? each.innerText : '')).join('\n');
  };
  const banners = [...overlays.values()].filter((overlay) => {
    const { box, buttons } = overlay;
    const shownFields = [...box.querySelectorAll(fields)].filter(isShown).length;
    return isBanner(
      { text: textOf(overlay), fields: shownFields, choices: buttons.map(({ choice }) => choice) },
      words,
    );
  });
  const encloses = (outer: Overlay, inner: Overlay) =>
    outer !== inner &&
    inner.buttons.some(({ button }) => overlaysAround(button).includes(outer.box)) &&
    inner.buttons.every((each) => outer.buttons.includes(each));
  // The innermost: an outer one may be the whole application. The body of a frame encloses all.
  return banners.filter(
    (outer) => !banners.some((inner) => inner !== outer && (outer.box === document.body || encloses(outer, inner))),
  );
};
