/**
 * Runs in the page. A node to read from, as the browser made it: a form answers with its field, and a document with its
 * picture, form or frame, for whatever of its own these are named.
 */
export const bare = <T extends Node>(node: T): T => {
  if (!(node instanceof HTMLFormElement || node instanceof Document)) return node;
  const get = (_: object, name: string | symbol): unknown => {
    const value: unknown = Reflect.get(Object.getPrototypeOf(node), name, node);
    return typeof value === 'function' ? value.bind(node) : value;
  };
  return new Proxy({}, { get }) as T;
};

export type Bare = typeof bare;

/** Runs in the page. What a node lies in as it is shown: the slot that it is put into, and the host of a shadow tree. */
export const outerOf =
  (bare: Bare) =>
  (node: Node): Node | null => {
    const { assignedSlot, parentNode } = bare(node as Element);
    return assignedSlot ?? parentNode ?? (node instanceof ShadowRoot ? node.host : null);
  };

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

/** Runs in the page. What lies on top at a point of the window, in whatever open shadow tree. */
export const elementAt = (x: number, y: number): Element | null => {
  let found = Document.prototype.elementFromPoint.call(document, x, y);
  for (;;) {
    // A form has none, but fields, which may be called so.
    if (!(found?.shadowRoot instanceof ShadowRoot)) return found;
    const inner = found.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === found) return found;
    found = inner;
  }
};
