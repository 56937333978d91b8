import type { Colour, DarkColours } from './colours.js';

export interface DarkAccents {
  /** The least side of a mark, in CSS pixels, is at most this. */
  largestMark: number;
  /** Whether the element has a text of its own, beside those of its parts. */
  ownText: (element: Element) => boolean;
  isAccent: (element: Element, colour: Colour) => boolean;
}

/**
 * Tells whether a light box on a dark ground is an accent of the page, such as a button. CSS pixels measure it, not the
 * window.
 */
export const darkAccents = ({ isStrong }: Pick<DarkColours, 'isStrong'>): DarkAccents => {
  const [labelWidth, labelHeight] = [480, 64];
  const [plateWidth, plateHeight] = [300, 200];
  const largestMark = 24;

  const ownText = (element: Element) =>
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  /** A line, a dot or the bar of a chart. Fields and cells hold texts, even if they are empty now. */
  const isMark = (element: Element, { width, height }: DOMRect) =>
    Math.min(width, height) <= largestMark &&
    element.childElementCount === 0 &&
    !ownText(element) &&
    !/^(?:input|textarea|select|t[dhr])$/.test(element.localName);
  /** A link in the text or beside other boxes. A block of its own may be the entry of a menu. */
  const isLinkButton = (element: Element) =>
    /^inline/.test(getComputedStyle(element).display) ||
    (element.parentElement !== null && /flex|grid/.test(getComputedStyle(element.parentElement).display));
  const isButton = (element: Element) => {
    if (element.localName === 'input') return /^(?:button|submit|reset)$/.test((element as HTMLInputElement).type);
    if (element.localName === 'button') return true;
    return (element.localName === 'a' || element.getAttribute('role') === 'button') && isLinkButton(element);
  };
  /** A plate for a logo or a QR code, which may need its light ground. */
  const isPicturePlate = (element: Element, { width, height }: DOMRect) =>
    width <= plateWidth &&
    height <= plateHeight &&
    element.querySelector('img, svg, canvas, video') !== null &&
    element.textContent?.trim() === '';

  const isAccent = (element: Element, colour: Colour): boolean => {
    // A form's field may have the name of one of the properties here.
    if (element.localName === 'form') return false;
    const box = element.getBoundingClientRect();
    if (isMark(element, box) || isPicturePlate(element, box)) return true;
    const isLabel = box.width <= labelWidth && box.height <= labelHeight;
    return isLabel && (isStrong(colour) || isButton(element));
  };
  return { largestMark, ownText, isAccent };
};
