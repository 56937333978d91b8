/** Runs in the page. What lies on top at a point of the window, in whatever open shadow tree. */
export const elementAt = (x: number, y: number): Element | null => {
  let found = document.elementFromPoint(x, y);
  for (;;) {
    const inner: Element | null | undefined = found?.shadowRoot?.elementFromPoint(x, y);
    if (!inner || inner === found) return found;
    found = inner;
  }
};
