import type { Colour, DarkColours, darkColours } from '../dark/colours.js';
import type { OpenTrees } from '../tree.js';

export interface VeilTools {
  darkColours: typeof darkColours;
  openTrees: OpenTrees;
}

/**
 * Removes translucent backgrounds, for a print without backgrounds. Chromium paints each background white there, also
 * translucent ones: a dialog's backdrop would hide the whole page. Backgrounds that are printed exactly stay.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const clearVeils = ({ darkColours, openTrees }: VeilTools): void => {
  const ends = Date.now() + 500;
  const maxElements = 30_000;
  /** A background with more alpha hides what is behind it, on the screen, too. */
  const leastAlpha = 0.9;
  const colours: DarkColours = darkColours();
  const boxOf = (element: Element) => Element.prototype.getBoundingClientRect.call(element);
  const area = ({ width, height }: Pick<DOMRect, 'width' | 'height'>) => width * height;
  const trees = openTrees();
  const pictures = trees.flatMap((tree) => [...tree.querySelectorAll('img, video, canvas')].map(boxOf));

  /** The colours of a background: its own, and those of its gradients. */
  const coloursOf = ({ backgroundColor, backgroundImage }: CSSStyleDeclaration): Colour[] => {
    const stops = backgroundImage.match(/(?:rgba?|color|oklab|oklch|lab|lch)\([^)]*\)/g) ?? [];
    return [backgroundColor, ...stops].map(colours.parse);
  };
  const isPictureBehind = (box: DOMRect) =>
    pictures.some((picture) => {
      const width = Math.min(box.right, picture.right) - Math.max(box.left, picture.left);
      const height = Math.min(box.bottom, picture.bottom) - Math.max(box.top, picture.top);
      return width > 0 && height > 0 && width * height > area(box) / 2;
    });
  const hidesNothing = (style: CSSStyleDeclaration) =>
    style.pointerEvents === 'none' && /absolute|fixed/.test(style.position);
  const isTranslucent = (style: CSSStyleDeclaration, all: readonly Colour[]): boolean => {
    const [own, ...stops] = all;
    if (!own || own.alpha >= leastAlpha) return false;
    // The alpha of a picture is unknown. Grain lies over a page that can be clicked.
    if (style.backgroundImage.includes('url(')) return hidesNothing(style);
    if (stops.length > 0) return stops.some(({ alpha }) => alpha < leastAlpha);
    return own.alpha > 0 && style.backgroundImage === 'none';
  };
  /** A blurred text cannot be read through a bar. */
  const isFrosted = ({ backdropFilter }: CSSStyleDeclaration, box: DOMRect) =>
    backdropFilter.includes('blur') && area(box) < area({ width: innerWidth, height: innerHeight }) / 2;
  const isVeil = (element: Element, style: CSSStyleDeclaration): boolean => {
    if (style.getPropertyValue('print-color-adjust') === 'exact' || style.backgroundClip.includes('text')) return false;
    const all = coloursOf(style);
    if (!isTranslucent(style, all)) return false;
    const box = boxOf(element);
    if (isFrosted(style, box)) return false;
    const shown = all.filter(({ alpha }) => alpha > 0);
    const isLight = shown.every((colour) => colours.lightness(colour) > 0.5);
    // A light one may carry dark text on a dark picture.
    return !(isLight && isPictureBehind(box));
  };
  /** The pseudo-elements to look at, and the element itself. */
  const partsOf = (element: Element) => [
    '',
    '::before',
    '::after',
    ...(Element.prototype.matches.call(element, ':modal') ? ['::backdrop'] : []),
  ];
  const hasVeil = (element: Element, part: string) => {
    const style = getComputedStyle(element, part || null);
    const isShown = !/^::(?:before|after)$/.test(part) || !/^(?:none|normal)$/.test(style.content);
    return isShown && isVeil(element, style);
  };

  const elements = trees.flatMap((tree) => [...tree.querySelectorAll('*')]).slice(0, maxElements);
  const veils = elements.flatMap((element) => {
    const parts = Date.now() < ends ? partsOf(element).filter((part) => hasVeil(element, part)) : [];
    return parts.length > 0 ? [{ element, parts }] : [];
  });

  const clear = { background: 'none', transition: 'none' };
  const rules = ['::before', '::after', '::backdrop'].map(
    (pseudo) =>
      `[data-tintype-veil~="${pseudo}"]${pseudo} { background: none !important; transition: none !important; }`,
  );
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join('\n'));
  for (const tree of veils.length > 0 ? trees : []) tree.adoptedStyleSheets = [...tree.adoptedStyleSheets, sheet];
  for (const { element, parts } of veils) {
    Element.prototype.setAttribute.call(element, 'data-tintype-veil', parts.join(' '));
    if (!parts.includes('') || !(element instanceof HTMLElement)) continue;
    // A form's field may have the name `style`.
    const style: CSSStyleDeclaration = Reflect.get(HTMLElement.prototype, 'style', element);
    for (const [name, value] of Object.entries(clear)) style.setProperty(name, value, 'important');
  }
};
