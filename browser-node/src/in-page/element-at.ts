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
