export interface RefTools {
  ariaNamed: () => Map<string, Element>;
  refOf: (element: Element) => string;
}

/** Runs in the page. What elements are called here, by what Playwright calls them. */
export const ariaRefs = (wanted: readonly string[], { ariaNamed, refOf }: RefTools): Record<string, string> => {
  const named = ariaNamed();
  const there = wanted.flatMap((name) => [[name, named.get(name)] as const].filter(([, element]) => element));
  return Object.fromEntries(there.map(([name, element]) => [name, refOf(element as Element)]));
};
