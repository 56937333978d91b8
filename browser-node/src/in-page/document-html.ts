/**
 * Runs in the page. The whole document as HTML, doctype and head included; what lies in open shadow trees stands in it as
 * declarative shadow roots. Null when that is longer than a string can be.
 */
export const documentHtml = (): string | null => {
  const { doctype, documentElement: root } = document;
  if (!root) return '';
  const shadowRoots: ShadowRoot[] = [];
  const collect = (tree: ParentNode) => {
    for (const { shadowRoot } of tree.querySelectorAll('*')) {
      // A form has none, but fields, which may be called so.
      if (!(shadowRoot instanceof ShadowRoot)) continue;
      shadowRoots.push(shadowRoot);
      collect(shadowRoot);
    }
  };
  collect(document);
  const start = doctype ? `${new XMLSerializer().serializeToString(doctype)}\n` : '';
  const end = `</${root.localName}>`;
  const withShadows = () => {
    const shell = (root.cloneNode(false) as Element).outerHTML.slice(0, -end.length);
    const inner = root.getHTML({ shadowRoots });
    return inner && shell + inner + end;
  };
  const html = shadowRoots.length === 0 ? root.outerHTML : withShadows();
  // No element is empty: Chromium says so of one that is too long.
  return html === '' ? null : start + html;
};
