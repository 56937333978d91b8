interface Named {
  /** Playwright's name of an element in its snapshots. */
  _ariaRef?: { ref: string };
}

/** Runs in the page. What elements are called here, by what Playwright calls them in a snapshot that it has just made. */
export const ariaRefs = (wanted: readonly string[], refOf: (element: Element) => string): Record<string, string> => {
  const isWanted = new Set(wanted);
  const names: Record<string, string> = {};
  const trees: ParentNode[] = [document];
  for (let tree = trees.shift(); tree; tree = trees.shift()) {
    for (const element of tree.querySelectorAll<Element & Named>('*')) {
      if (element._ariaRef && isWanted.has(element._ariaRef.ref)) names[element._ariaRef.ref] = refOf(element);
      if (element.shadowRoot) trees.push(element.shadowRoot);
    }
  }
  return names;
};
