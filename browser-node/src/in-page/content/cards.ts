/**
 * Whether the element consists of cards, as a front page does. A card is one of several boxes. It has a heading, a few
 * words, and a link at the end. A text with prose outside its cards is an article, such as a comparison of products.
 */
export const isCards = (find: Element, proseIn: (root: Element) => number[]): boolean => {
  const minCards = 3;
  /** A box with more letters is a text. */
  const maxLetters = 400;
  const headings = 'h1, h2, h3, h4, h5, h6';
  // A source's indentation is no text.
  const lettersOf = ({ textContent }: Element) => textContent.replace(/\s+/g, ' ').trim().length;
  const all = [...find.querySelectorAll(headings)];
  /** Whether a box around this heading has no other. The next ones in the page would be in it first. */
  const hasOne = (box: Element, index: number) =>
    ![all[index - 1], all[index + 1]].some((other) => other && box.contains(other)) && lettersOf(box) <= maxLetters;
  /** The largest box around a heading that has no other. */
  const boxOf = (heading: Element, index: number): Element => {
    let box = heading;
    for (let outer = box.parentElement; outer && outer !== find && hasOne(outer, index); outer = outer.parentElement)
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
  const boxes = all.map(boxOf).filter((box, index) => box !== all[index] && endsWithLink(box));
  const rows = Map.groupBy(boxes, (box) => box.parentElement);
  const cards = [...rows.values()].filter(({ length }) => length >= minCards).flat();
  if (cards.reduce((sum, card) => sum + lettersOf(card), 0) < lettersOf(find) / 2) return false;
  return proseIn(find).length === cards.flatMap(proseIn).length;
};
