/**
 * Runs in the page. The whole document as HTML, doctype and head included; what lies in open shadow trees stands in it as
 * declarative shadow roots.
 */
export const documentHtml = (): string => {
  const { doctype, documentElement: root } = document;
  if (!root) return '';
  const shadowRoots: ShadowRoot[] = [];
  const collect = (tree: ParentNode) => {
    for (const { shadowRoot } of tree.querySelectorAll('*')) {
      if (!shadowRoot) continue;
      shadowRoots.push(shadowRoot);
      collect(shadowRoot);
    }
  };
  collect(document);
  const start = doctype ? `${new XMLSerializer().serializeToString(doctype)}\n` : '';
  if (shadowRoots.length === 0) return start + root.outerHTML;
  const end = `</${root.localName}>`;
  const shell = (root.cloneNode(false) as Element).outerHTML.slice(0, -end.length);
  return start + shell + root.getHTML({ shadowRoots }) + end;
};
