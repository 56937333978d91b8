/**
 * Runs in the page. What elements of this document are called: a number each, which it keeps as long as it lives, and
 * which no other gets. Whoever gives numbers says from which on, and has given none from there on yet: other documents have theirs.
 */
export const elementRefs = () => {
  const numbers = new WeakMap<Element, number>();
  const elements = new Map<number, WeakRef<Element>>();
  let next = 1;
  return {
    startFrom: (number: number) => {
      next = number;
    },
    next: () => next,
    refOf: (element: Element): string => {
      const number = numbers.get(element) ?? next;
      if (!numbers.has(element)) {
        next += 1;
        numbers.set(element, number);
        elements.set(number, new WeakRef(element));
      }
      return `e${number}`;
    },
    /** Undefined for one that is not there, or not any more. */
    find: (ref: string): Element | undefined => {
      const element = elements.get(Number(ref.slice(1)))?.deref();
      return element?.isConnected ? element : undefined;
    },
  };
};
