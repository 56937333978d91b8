/**
 * A node with the properties that the DOM gives it. Fields of a form, and named images, forms and frames of a document,
 * shadow some of them.
 */
export const domOf = <T extends Node>(node: T): T => {
  if (!(node instanceof HTMLFormElement || node instanceof Document)) return node;
  const get = (_: object, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(Object.getPrototypeOf(node), name, node);
    return typeof value === 'function' ? value.bind(node) : value;
  };
  return new Proxy({}, { get }) as T;
};

export type DomOf = typeof domOf;

/** The rendered parent of a node: its slot, or the host of its shadow tree. */
export const outerOf =
  (domOf: DomOf) =>
  (node: Node): Node | null => {
    const { assignedSlot, parentNode } = domOf(node as Element);
    return assignedSlot ?? parentNode ?? (node instanceof ShadowRoot ? node.host : null);
  };

/** The elements below `root` that match, then those in open shadow trees. Throws a SyntaxError if the selector does not parse. */
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

/** The document and its open shadow trees, at any depth. */
export const openTrees = (): (Document | ShadowRoot)[] => {
  const trees: (Document | ShadowRoot)[] = [document];
  // The loop also visits the trees that it adds. A form's field may have the name `shadowRoot`.
  for (const tree of trees)
    for (const { shadowRoot } of tree.querySelectorAll('*'))
      if (shadowRoot instanceof ShadowRoot) trees.push(shadowRoot);
  return trees;
};

export type OpenTrees = typeof openTrees;

/** The topmost element at a point, across open shadow trees. */
export const elementAt = (x: number, y: number): Element | null => {
  let found = Document.prototype.elementFromPoint.call(document, x, y);
  for (;;) {
    // A form's field may have the name `shadowRoot`.
    if (!(found?.shadowRoot instanceof ShadowRoot)) return found;
    const inner = found.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === found) return found;
    found = inner;
  }
};
