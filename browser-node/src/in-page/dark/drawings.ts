import type { Colour, DarkColours } from './colours.js';

/** A style that an element gets. */
export type Change = (element: Element, name: string, value: string) => void;

/**
 * Makes an inline SVG readable on a dark backdrop: a one-colour icon, and texts that lie on no shape. A drawing of
 * several colours, such as a logo, keeps them.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const darkenDrawing = (
  svg: Element,
  { backdrop, colours, change }: { backdrop: Colour; colours: DarkColours; change: Change },
): void => {
  const least = 3;
  const maxParts = 500;
  type Paint = 'fill' | 'stroke';
  interface Part {
    element: Element;
    paint: Paint;
    colour: Colour;
    isText: boolean;
  }
  const shapes = 'path, circle, ellipse, rect, polygon, polyline, line, use, text, tspan, image';
  const isDefined = (element: Element) => !element.closest('defs, symbol, clipPath, mask, pattern, marker');
  const drawn = [...svg.querySelectorAll(shapes)].slice(0, maxParts).filter(isDefined);
  const partsOf = (element: Element): Part[] => {
    const style = getComputedStyle(element);
    if (style.display === 'none') return [];
    const paints: Paint[] = ['fill', 'stroke'];
    return paints.flatMap((paint) => {
      // No colour: `none`, or a gradient, which two colours stand for.
      if (!/^(?:rgb|color|okl|lab|lch)/.test(style[paint])) return [];
      const colour = colours.parse(style[paint]);
      return colour.alpha > 0 ? [{ element, paint, colour, isText: /^t/.test(element.localName) }] : [];
    });
  };
  const parts = drawn.flatMap(partsOf);
  const hasPicture = drawn.some(({ localName }) => localName === 'image');
  const hasGradient = drawn.some((element) => getComputedStyle(element).fill.startsWith('url'));
  const [first] = parts;
  const isIcon =
    !hasPicture &&
    !hasGradient &&
    first !== undefined &&
    parts.every(({ colour }) => colours.format(colour) === colours.format(first.colour));

  /** The shape behind a text, else the backdrop. */
  const behind = (text: Element): Colour => {
    const { left, top, width, height } = text.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const holds = ({ element, paint, isText }: Part) => {
      if (isText || paint === 'stroke') return false;
      const box = element.getBoundingClientRect();
      return box.left <= x && box.right >= x && box.top <= y && box.bottom >= y;
    };
    const shape = parts.filter(holds).findLast(({ element }) => text.compareDocumentPosition(element) & 2);
    return shape ? colours.over(shape.colour, backdrop) : backdrop;
  };
  for (const { element, paint, colour, isText } of parts) {
    if (!isText && !(isIcon && colours.isNeutral(colour))) continue;
    const readable = colours.text(colour, { backdrop: isText ? behind(element) : backdrop, least });
    if (readable !== colour) change(element, paint, colours.format(readable));
  }
};
