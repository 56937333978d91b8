/** A declaration of `@page`, as written. */
export interface PageDeclaration {
  /** Empty for all pages, else for example `:first` or a page's name. */
  selector: string;
  property: string;
  value: string;
  important: boolean;
}

/** The names of the pages on which elements are. Elements without a box are on no page. */
export const usedPageNames = (): string[] => {
  const names = new Set<string>();
  for (const element of document.getElementsByTagName('*'))
    if (element.checkVisibility()) names.add(getComputedStyle(element).getPropertyValue('page'));
  return [...names];
};

/** The sizes and margins in `@page` rules that apply to the medium, in their order. Style sheets of other origins are unreadable. */
export const readPageRules = (): PageDeclaration[] => {
  const properties = ['size', 'margin-top', 'margin-right', 'margin-bottom', 'margin-left'];
  const found: PageDeclaration[] = [];
  const addDeclarations = ({ selectorText, style }: CSSPageRule) => {
    for (const property of properties) {
      const value = style.getPropertyValue(property);
      const important = style.getPropertyPriority(property) === 'important';
      if (value !== '') found.push({ selector: selectorText.trim(), property, value, important });
    }
  };
  const applies = (rule: CSSRule) =>
    (rule instanceof CSSMediaRule && matchMedia(rule.media.mediaText).matches) ||
    (rule instanceof CSSSupportsRule && CSS.supports(rule.conditionText)) ||
    rule instanceof CSSLayerBlockRule;
  const walk = (rules: Iterable<CSSRule>) => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule) addDeclarations(rule);
      else if (rule instanceof CSSImportRule) walkSheet(rule.styleSheet);
      else if (applies(rule)) walk((rule as CSSGroupingRule).cssRules);
    }
  };
  const walkSheet = (sheet: CSSStyleSheet | null) => {
    if (!sheet || sheet.disabled || !matchMedia(sheet.media.mediaText || 'all').matches) return;
    let rules: Iterable<CSSRule> = [];
    try {
      rules = sheet.cssRules;
    } catch {
      // The sheet is of another origin.
    }
    walk(rules);
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) walkSheet(sheet);
  return found;
};
