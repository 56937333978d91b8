import type { DomOf } from '../tree.js';

interface ViewTools {
  domOf: DomOf;
  deepQuery: (root: ParentNode, selector: string) => Element[];
  outerOf: (node: Node) => Node | null;
  isSummary: (element: Element) => boolean;
  isEdited: (element: Element) => boolean;
}

/**
 * Runs in Playwright's world. From `begin` to `end`, Playwright sees what users of the accessibility tree see
 * (https://w3c.github.io/core-aam/#exclude_elements). Playwright sees nothing inert or hidden, as in Chromium, and a
 * summary as a button. Playwright omits the text of a `textbox`. So an element edited in place becomes a search box with
 * its text.
 */
export const ariaView = ({ domOf, deepQuery, outerOf, isSummary, isEdited }: ViewTools) => {
  const { prototype } = Element;
  const { getAttribute, checkVisibility } = prototype;

  const shownRole = (element: Element) => {
    const own = getAttribute.call(element, 'role');
    if (isEdited(element)) return 'searchbox';
    return !own && isSummary(element) ? 'button' : own;
  };
  /** Whether the predicate holds for an element or an ancestor below `root`; asks once per element. */
  const isWithin = (root: Element, isOne: (element: Element) => boolean) => {
    const known = new Map<Node, boolean>();
    return (element: Element): boolean => {
      const unknown: Node[] = [];
      let node: Node | null = element;
      for (; node && node !== root && !known.has(node); node = outerOf(node)) unknown.push(node);
      let holds = known.get(node as Node) ?? false;
      for (const each of unknown.toReversed()) {
        holds ||= each instanceof Element && isOne(each);
        known.set(each, holds);
      }
      return holds;
    };
  };
  // Chromium shows an `aria-hidden` element that contains the focus.
  const hides = (element: Element) =>
    getAttribute.call(element, 'aria-hidden')?.toLowerCase() === 'true' && !domOf(element).matches(':focus-within');

  /** `isPart`: the client asked for `root`, even if it is inert. */
  const begin = (root: Element, isPart: boolean) => {
    const modals = deepQuery(domOf(document), 'dialog:modal');
    const isInModal = isWithin(document.documentElement, (element) => modals.includes(element));
    const isInert = (element: Element) =>
      getComputedStyle(element).getPropertyValue('interactivity') === 'inert' ||
      (modals.length > 0 && !isInModal(element));
    const isHidden = isWithin(root, hides);
    const inertCounts = !(isPart && isInert(root));
    prototype.getAttribute = function (this: Element, name) {
      return name === 'role' ? shownRole(this) : getAttribute.call(this, name);
    };
    prototype.checkVisibility = function (this: Element, options) {
      return checkVisibility.call(this, options) && !isHidden(this) && !(inertCounts && isInert(this));
    };
  };
  const end = () => Object.assign(prototype, { getAttribute, checkVisibility });
  return { begin, end };
};

export interface AriaBound {
  nodes: number;
  milliseconds: number;
}

/**
 * Runs in Playwright's world. From `begin` to `end`, Playwright finds no nodes beyond a number of nodes or a time. Its
 * trees have no limit of their own, so a large page would take too long.
 */
export const ariaBound = () => {
  const { prototype } = Node;
  const below = Object.getOwnPropertyDescriptor(prototype, 'firstChild') as PropertyDescriptor;
  const beside = Object.getOwnPropertyDescriptor(prototype, 'nextSibling') as PropertyDescriptor;
  const firstChild = below.get as () => Node | null;
  const nextSibling = beside.get as () => Node | null;
  let isCut = false;

  const begin = ({ nodes, milliseconds }: AriaBound) => {
    let looked = 0;
    let ends = 0;
    isCut = false;
    const look = () => {
      looked += 1;
      if (looked === 1) ends = performance.now() + milliseconds;
      // Reading the clock is the most expensive step here.
      isCut ||= looked > nodes || (looked % 64 === 0 && performance.now() > ends);
    };
    Object.defineProperty(prototype, 'firstChild', {
      ...below,
      get(this: Node) {
        look();
        return isCut ? null : firstChild.call(this);
      },
    });
    Object.defineProperty(prototype, 'nextSibling', {
      ...beside,
      get(this: Node) {
        return isCut ? null : nextSibling.call(this);
      },
    });
  };
  const end = () => {
    Object.defineProperty(prototype, 'firstChild', below);
    Object.defineProperty(prototype, 'nextSibling', beside);
  };
  return { begin, end, isCut: () => isCut };
};
