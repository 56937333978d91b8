/**
 * Whether the element consists of cards, as a front page does. A card is one of several boxes. It has a heading, a few
 * words, and a link at the end.
 */
export const isCards = (find: Element): boolean => {
  const minCards = 3;
  /** A box with more letters is a text. */
  const maxLetters = 400;
  const headings = 'h1, h2, h3, h4, h5, h6';
  // A source's indentation is no text.
  const lettersOf = ({ textContent }: Element) => textContent.replace(/\s+/g, ' ').trim().length;
  const hasOne = (box: Element) => box.querySelectorAll(headings).length === 1 && lettersOf(box) <= maxLetters;
  /** The largest box around a heading that has no other. */
  const boxOf = (heading: Element): Element => {
    let box = heading;
    for (let outer = box.parentElement; outer && outer !== find && hasOne(outer); outer = outer.parentElement)
      box = outer;
    return box;
  };
  const standsAlone = (link: Element) =>
    [...(link.parentElement?.childNodes ?? [])].every((node) => !(node instanceof Text) || node.data.trim() === '');
  const endsWithLink = (box: Element) => {
    const link = [...box.querySelectorAll('a')].at(-1);
    const text = link?.textContent.trim();
    if (!link || !text || link.closest(headings)) return false;
    return standsAlone(link) && box.textContent.trimEnd().endsWith(text);
  };
  const rows = new Map<Element | null, Element[]>();
  for (const heading of find.querySelectorAll(headings)) {
    const box = boxOf(heading);
    if (box === heading || !endsWithLink(box)) continue;
    rows.set(box.parentElement, [...(rows.get(box.parentElement) ?? []), box]);
  }
  const cards = [...rows.values()].filter(({ length }) => length >= minCards).flat();
  return cards.reduce((sum, card) => sum + lettersOf(card), 0) >= lettersOf(find) / 2;
};
