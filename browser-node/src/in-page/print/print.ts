/** Prepares one long page: it has no breaks, and only these margins, in CSS. */
export const joinPages = (margin: string): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `@page { margin: ${margin} !important; }
     *, *::before, *::after { break-before: auto !important; break-after: auto !important; page: auto !important; }`,
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};

/** Remembers the height of each element, for `pinHeights` in the same world. */
export const rememberHeights = (): void => {
  const heights = new Map<HTMLElement, number>();
  for (const element of document.querySelectorAll('*'))
    if (element instanceof HTMLElement) heights.set(element, element.offsetHeight);
  Reflect.set(globalThis, Symbol.for('tintype.heights'), heights);
};

/**
 * Fixes the remembered heights of elements that followed the window when it shrank. On a long page, `100vh` would be
 * its whole height. Returns the document's height in CSS pixels.
 */
export const pinHeights = (): number => {
  const heights = Reflect.get(globalThis, Symbol.for('tintype.heights')) as Map<HTMLElement, number> | undefined;
  const changed = [...(heights ?? [])].filter(([element, height]) => element.offsetHeight !== height);
  const { documentElement, body } = document;
  for (const [element, height] of changed) {
    const isFrame = element === documentElement || element === body;
    const [fixed, least] = isFrame ? ['auto', '0'] : [`${height}px`, `${height}px`];
    const styles = {
      'box-sizing': 'border-box',
      height: fixed,
      'min-height': least,
      'max-height': isFrame ? 'none' : fixed,
    };
    // A form's field may have the name `style`.
    const style: CSSStyleDeclaration = Reflect.get(HTMLElement.prototype, 'style', element);
    for (const [name, value] of Object.entries(styles)) style.setProperty(name, value, 'important');
  }
  return Math.max(documentElement?.scrollHeight ?? 0, body?.scrollHeight ?? 0);
};

export interface LaidOut {
  /** CSS pixels. */
  height: number;
  html: string;
}

/**
 * Lays out header and footer in a page of their own. Returns their heights with example values, and their HTML.
 * `values` replace those of Chromium, whose `date` knows no locale. Their elements get another class, so that Chromium
 * does not fill them.
 */
export const layOutTemplates = async (
  values: Readonly<Record<string, string>>,
): Promise<{ header: LaidOut; footer: LaidOut; refused: string[] }> => {
  /** URLs that the policy refused, such as those behind entities or escapes. Scripts that do not run are no loss. */
  const refused = new Set<string>();
  const note = (reports: Iterable<Report>) => {
    for (const { body } of reports) {
      const { effectiveDirective, blockedURL } = body as { effectiveDirective: string; blockedURL?: string };
      if (!effectiveDirective.startsWith('script-src')) refused.add(blockedURL ?? '');
    }
  };
  const observer = new ReportingObserver(note, { types: ['csp-violation'], buffered: true });
  observer.observe();
  for (const [name, value] of Object.entries(values)) {
    const own = `tintype-${name}`;
    for (const element of [...document.getElementsByClassName(name)]) {
      element.textContent = value;
      element.classList.replace(name, own);
    }
    for (const style of document.body.querySelectorAll('style'))
      style.textContent = (style.textContent ?? '').replace(new RegExp(`\\.${name}(?![\\w-])`, 'g'), `.${own}`);
  }
  const htmlOf = (id: string) => document.getElementById(id)?.innerHTML ?? '';
  const [header, footer] = [htmlOf('header'), htmlOf('footer')];
  for (const name of ['date', 'title', 'url', 'pageNumber', 'totalPages'])
    for (const element of document.getElementsByClassName(name)) element.textContent = '1';
  await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)));
  const heightOf = (id: string) => document.getElementById(id)?.scrollHeight ?? 0;
  note(observer.takeRecords());
  return {
    refused: [...refused],
    header: { height: heightOf('header'), html: header },
    footer: { height: heightOf('footer'), html: footer },
  };
};
