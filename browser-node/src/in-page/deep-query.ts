/**
 * Runs in the page. All elements below `root` that match, then those that match inside open shadow trees. Throws a
 * SyntaxError for a selector that does not parse.
 */
export const deepQuery = (root: ParentNode, selector: string): Element[] => {
  const found: Element[] = [];
  const trees: ParentNode[] = [root];
  for (let tree = trees.shift(); tree; tree = trees.shift()) {
    for (const element of tree.querySelectorAll(selector)) found.push(element);
    for (const { shadowRoot } of tree.querySelectorAll('*'))
      if (shadowRoot instanceof ShadowRoot) trees.push(shadowRoot);
  }
  return found;
};
