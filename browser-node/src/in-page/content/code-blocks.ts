/**
 * Makes each code block of the tree one `pre` with one `code`, as typed. Removes line numbers and buttons, and the
 * table that sets them beside the code.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const tidyCode = (root: Element): void => {
  const document = root.ownerDocument;
  const numberClass = /(?:^|[\s_-])(?:line-?(?:nos?|nums?|numbers?)|ln-?(?:num|numbers)|lnum|gutter|blob-num|rownum)/i;
  const digits = /^[\s\d]*$/;

  const isNumber = (element: Element): boolean =>
    (element.hasAttribute('data-line-number') || numberClass.test(element.className)) &&
    digits.test(element.textContent);

  const lines = 'div, p, li, tr, [data-line]';
  const isLine = (node: Node | null): node is Element =>
    node instanceof Element && node.localName !== 'br' && (node.matches(lines) || node.querySelector(lines) !== null);

  /** White space that only indents the source. */
  const isIndent = ({ data, parentElement, previousSibling, nextSibling }: Text) =>
    data.trim() === '' &&
    (/^(table|thead|tbody|tr)$/.test(parentElement?.localName ?? '') || isLine(previousSibling) || isLine(nextSibling));

  const isSkipped = (node: Node): boolean =>
    node instanceof Text ? isIndent(node) : !(node instanceof Element) || node.localName === 'button' || isNumber(node);

  const textOfNode = (node: Node): string => {
    if (!(node instanceof Element)) return node.textContent ?? '';
    return node.localName === 'br' ? '\n' : codeText(node);
  };

  interface Written {
    text: string;
    /** A line has ended, so the next text begins a new line. */
    hasEnded: boolean;
  }
  const appendLine = (written: Written, line: Element) => {
    if (written.hasEnded || (written.text !== '' && !written.text.endsWith('\n'))) written.text += '\n';
    // The line break at the end of a line's own text adds no second one.
    written.text += textOfNode(line).replace(/\n$/, '');
    written.hasEnded = true;
  };
  const appendInline = (written: Written, node: Node) => {
    const text = textOfNode(node);
    if (text === '') return;
    written.text += written.hasEnded ? `\n${text}` : text;
    written.hasEnded = false;
  };
  const codeText = (parent: Element): string => {
    const written: Written = { text: '', hasEnded: false };
    for (const node of parent.childNodes) {
      if (isSkipped(node)) continue;
      if (isLine(node)) appendLine(written, node);
      else appendInline(written, node);
    }
    return written.text;
  };

  /** Whether each number is one more than the number before. */
  const areConsecutive = (text: string): boolean => {
    const numbers = text.trim().split(/\s+/).map(Number);
    return numbers.every((number, index) => number === (numbers[0] ?? 0) + index);
  };

  const hasCodeClass = (table: Element) =>
    /highlight|code|syntax/i.test(`${table.className} ${table.parentElement?.className}`);

  /** Whether a table has two columns, and the first one numbers the lines of the second. */
  const hasGutter = (table: HTMLTableElement): boolean => {
    const rows = [...table.rows];
    const gutter = rows.map((row) => row.cells[0] as Element);
    if (rows.length === 0 || rows.some(({ cells }) => cells.length !== 2)) return false;
    if (!gutter.every((cell) => digits.test(cell.textContent))) return false;
    if (table.closest('pre') || gutter.some(isNumber)) return true;
    const [, code] = rows[0]?.cells ?? [];
    const isCode = code?.querySelector('pre, code') != null;
    return (
      isCode &&
      (rows.length === 1 || hasCodeClass(table)) &&
      areConsecutive(gutter.map((cell) => cell.textContent).join(' '))
    );
  };

  const languageOf = (block: Element): string | undefined => {
    const near = [block.querySelector('code'), block, block.parentElement, block.parentElement?.parentElement];
    const names = near.flatMap((element) => {
      const found = /(?:^|\s)(?:lang(?:uage)?-|highlight-(?:source|text)-|brush:\s*)([\w#+-]+)/.exec(
        element?.className ?? '',
      );
      return [found?.[1], element?.getAttribute('data-lang'), element?.getAttribute('data-language')];
    });
    return names.find((name) => name && /^[\w#+.-]{1,30}$/.test(name)) ?? undefined;
  };

  const codeBlock = (text: string, language: string | undefined): Element => {
    const code = document.createElement('code');
    code.textContent = text;
    if (language) code.className = `language-${language}`;
    const block = document.createElement('pre');
    block.append(code);
    return block;
  };

  for (const table of [...root.querySelectorAll('table')].filter(hasGutter)) {
    const outer = table.closest('pre') ?? table;
    for (const { cells } of table.rows) cells[0]?.remove();
    const [block, ...others] = table.querySelectorAll('pre');
    const code = block && others.length === 0 ? block : outer;
    outer.replaceWith(codeBlock(codeText(code), languageOf(code)));
  }
  for (const pre of root.querySelectorAll('pre')) {
    if (pre.parentElement?.closest('pre')) continue;
    pre.replaceWith(codeBlock(codeText(pre), languageOf(pre)));
  }
};
