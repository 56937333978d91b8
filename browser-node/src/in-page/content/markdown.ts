type Replacement = (content: string, element: Element) => string;

/** Passed in: a function for the page cannot import. */
interface MarkdownTools {
  TurndownService: new (
    options: Record<string, string>,
  ) => {
    use: (plugin: unknown) => void;
    addRule: (name: string, rule: { filter: (element: Element) => boolean; replacement: Replacement }) => void;
    escape: (text: string) => string;
    turndown: (node: Node) => string;
  };
  strikethrough: unknown;
}

/** GitHub's Markdown, for a tree whose code and tables are tidy. Throws if the library does. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const markdownOf = (root: Element, { TurndownService, strikethrough }: MarkdownTools): string => {
  const style = { headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', hr: '---' };
  const service = new TurndownService(style);
  service.use(strikethrough);

  const escapeMarkdown = service.escape.bind(service);
  // Turndown escapes neither tags and entities, nor GitHub's strikethrough, nor lists such as `1) one`.
  service.escape = (text) =>
    escapeMarkdown(text)
      .replace(/^\\~/, '~')
      .replaceAll('~', '\\~')
      .replace(/<(?=[a-z/!?])/gi, '\\<')
      .replace(/&(?=#?\w{1,31};)/g, '\\&')
      .replace(/^(\s*\d{1,9})\)(?=\s)/, '$1\\)');

  const rule = (selector: string, replacement: Replacement) =>
    service.addRule(selector, { filter: (element) => element.matches(selector), replacement });

  const aligned = new Map([
    ['left', ':---'],
    ['right', '---:'],
    ['center', ':---:'],
  ]);
  const border = (cell: Element) => {
    const alignment = cell.getAttribute('align') ?? (cell as HTMLElement).style.textAlign;
    return ` ${aligned.get(alignment) ?? '---'} |`;
  };
  const borders = (row: Element) => `\n|${[...row.children].map(border).join('')}`;
  const emptyHead = (table: Element) => {
    const [row] = table.querySelectorAll('tr');
    return row ? `|${'     |'.repeat(row.children.length)}${borders(row)}` : '';
  };

  const numbers = new WeakMap<Element, number>();
  /** `HTMLLIElement.value` is 0 if the attribute is no number. */
  const ownNumber = (item: Element): number | undefined => {
    const isNumber = item instanceof HTMLLIElement && /^\s*[-+]?\d/.test(item.getAttribute('value') ?? '');
    return isNumber ? item.value : undefined;
  };
  const numberOf = (item: Element, list: HTMLOListElement): number => {
    const before = item.previousElementSibling;
    const last = (before ? numbers.get(before) : undefined) ?? list.start - 1;
    const number = ownNumber(item) ?? last + 1;
    numbers.set(item, number);
    return number;
  };
  rule('li', (content, item) => {
    const list = item.parentElement;
    const prefix = list instanceof HTMLOListElement ? `${numberOf(item, list)}. ` : '- ';
    const text = content.replace(/^\n+|\n+$/g, '') + (content.endsWith('\n') ? '\n' : '');
    return prefix + text.replaceAll('\n', `\n${' '.repeat(prefix.length)}`) + (item.nextSibling ? '\n' : '');
  });
  rule('td, th', (content) => {
    const text = content.trim().replace(/\s*\n\s*/g, ' ');
    return ` ${text.replaceAll('|', '\\|').padEnd(3)} |`;
  });
  rule('tr', (content, row) => `\n|${content}${row.parentElement?.localName === 'thead' ? borders(row) : ''}`);
  rule('thead, tbody', (content) => content);
  rule('table', (content, table) => {
    const rows = `${table.querySelector('thead') ? '' : emptyHead(table)}${content}`;
    return `\n\n${rows.trim()}\n\n`;
  });
  rule('br[data-cell]', () => '<br>');
  rule('[data-task]', (_, box) => `[${box.getAttribute('data-task')}]`);
  rule('rt', (content) => `(${content.trim()})`);
  rule('rp', () => '');
  return service.turndown(root);
};
