import type { ClosedRoots } from './closed-roots.js';

/** The shadow root of an element, also a closed one that `keepRoot` received. */
export const shadowOf = (element: Element): ShadowRoot | null => {
  const closed = Reflect.get(globalThis, Symbol.for('tintype.closedRoots')) as ClosedRoots | undefined;
  const { shadowRoot } = element;
  // A form's field may have the name `shadowRoot`.
  return shadowRoot instanceof ShadowRoot ? shadowRoot : (closed?.get(element) ?? null);
};

/** Whether a box is shown, and not faded out. */
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
 * The overlays around an element, the innermost first, also those around its shadow root. A bar on top of the page
 * counts if its name mentions cookies or consent. The body is no overlay.
 */
export const overlaysAround = (element: Element): HTMLElement[] => {
  const parentOf = (each: Element) => {
    const root = each.getRootNode();
    return each.assignedSlot ?? each.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const isBarOnTop = (each: Element) => {
    const names = `${each.getAttribute('id')} ${each.getAttribute('class')}`;
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

/**
 * The topmost elements at 35 points of the window, across shadow roots. A banner covers at least one of these points.
 */
export const elementsOnTop = (shadowOf: (element: Element) => ShadowRoot | null): Element[] => {
  const found = new Set<Element>();
  const topAt = (root: Document | ShadowRoot, x: number, y: number): Element | null => {
    const element = root.elementFromPoint(x, y);
    // A shadow root without an element at the point returns its host.
    if (!element || element.getRootNode() !== root) return null;
    const shadow = shadowOf(element);
    return (shadow && topAt(shadow, x, y)) ?? element;
  };
  for (const down of [0.03, 0.12, 0.3, 0.5, 0.7, 0.85, 0.97])
    for (const across of [0.04, 0.25, 0.5, 0.75, 0.96]) {
      const element = topAt(document, innerWidth * across, innerHeight * down);
      if (element) found.add(element);
    }
  return [...found];
};

/**
 * The outermost overlays that the window shows on top, and those around its dialogs. A page may have put its navigation
 * over a dialog. In a frame, the body is the only one.
 */
export const overlaysInWindow = (
  isFrame: boolean,
  tools: { shadowOf: typeof shadowOf; overlaysAround: typeof overlaysAround; elementsOnTop: typeof elementsOnTop },
): HTMLElement[] => {
  if (isFrame) return document.body ? [document.body] : [];
  const isInWindow = (each: Element) => {
    const { top, bottom, left, right } = each.getBoundingClientRect();
    return top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
  };
  const dialogs = [...document.querySelectorAll('dialog[open],[role="dialog"],[role="alertdialog"]')].filter(
    isInWindow,
  );
  const around = [...tools.elementsOnTop(tools.shadowOf), ...dialogs].map((each) => tools.overlaysAround(each).at(-1));
  return [...new Set(around)].filter((each) => each !== undefined);
};
