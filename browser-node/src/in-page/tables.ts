/**
 * Gives each data table of the tree a cell for every column of every row, with inline content: spans become empty
 * cells, and blocks in a cell lines. Tables for layout become blocks.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const tidyTables = (root: Element): void => {
  const document = root.ownerDocument;
  const max = { cellLetters: 2000, addedCells: 100_000 };
  let added = 0;
  const emptyCell = () => {
    added += 1;
    return document.createElement('td');
  };

  const isLayout = (table: HTMLTableElement): boolean => {
    const cells = [...table.rows].flatMap((row) => [...row.cells]);
    if (cells.length < 2 || /^(presentation|none)$/.test(table.getAttribute('role') ?? '')) return true;
    if (table.querySelector('table, td :is(h1, h2, h3, article, section, main, form, hr)')) return true;
    return cells.some((cell) => cell.textContent.length > max.cellLetters);
  };

  const asBlocks = (table: HTMLTableElement) => {
    for (const part of [...table.querySelectorAll('caption, thead, tbody, tfoot, tr, td, th'), table]) {
      if (part.closest('table') !== table) continue;
      const block = document.createElement('div');
      block.append(...part.childNodes);
      part.replaceWith(block);
    }
  };

  const newLine = () => {
    const line = document.createElement('br');
    line.setAttribute('data-cell', '');
    return line;
  };

  const codeLines = (pre: Element): Node[] =>
    pre.textContent
      .split('\n')
      .filter((line) => line.trim())
      .flatMap((line) => [newLine(), Object.assign(document.createElement('code'), { textContent: line })]);

  const isLineBreak = (node: Node | undefined): node is Element =>
    node instanceof Element && node.hasAttribute('data-cell');
  const isContent = (node: Node) =>
    node instanceof Text ? node.data.trim() !== '' : node instanceof Element && node.localName === 'img';
  /** Removes the line breaks that separate nothing. */
  const trimLines = (cell: Element) => {
    const walk = document.createTreeWalker(cell, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    const parts: Node[] = [];
    while (walk.nextNode()) {
      if (isLineBreak(walk.currentNode) || isContent(walk.currentNode)) parts.push(walk.currentNode);
    }
    const first = parts.findIndex(isContent);
    parts.forEach((part, index) => {
      const next = parts[index + 1];
      if (isLineBreak(part) && (index < first || !next || isLineBreak(next))) part.remove();
    });
  };

  const blocks = 'address, blockquote, dd, div, dl, dt, figcaption, figure, h1, h2, h3, h4, h5, h6, li, ol, p, ul';
  const flatten = (cell: Element) => {
    for (const pre of cell.querySelectorAll('pre')) pre.replaceWith(...codeLines(pre), newLine());
    for (const line of cell.querySelectorAll('br:not([data-cell])')) line.replaceWith(newLine());
    for (const block of cell.querySelectorAll(blocks)) block.replaceWith(newLine(), ...block.childNodes, newLine());
    trimLines(cell);
  };

  interface Grid {
    cells: Element[];
    /** For how many more rows each column is taken by a cell above. */
    taken: number[];
  }
  const fillTaken = ({ cells, taken }: Grid) => {
    for (let left = taken[cells.length] ?? 0; left > 0; left = taken[cells.length] ?? 0) {
      taken[cells.length] = left - 1;
      cells.push(emptyCell());
    }
  };
  const spread = (row: HTMLTableRowElement, taken: number[], rows: number): Element[] => {
    const grid: Grid = { cells: [], taken };
    for (const cell of row.cells) {
      fillTaken(grid);
      const maySpan = added < max.addedCells;
      const height = maySpan ? Math.min(cell.rowSpan || rows, rows) : 1;
      const spanned = Array.from({ length: maySpan ? cell.colSpan - 1 : 0 }, emptyCell);
      for (const each of [cell, ...spanned]) {
        taken[grid.cells.length] = height - 1;
        grid.cells.push(each);
      }
    }
    fillTaken(grid);
    return grid.cells;
  };

  const tidy = (table: HTMLTableElement) => {
    const { caption, rows: all } = table;
    const rows = [...all];
    const isHead =
      rows[0]?.closest('thead') || [...(rows[0]?.cells ?? [])].every(({ localName }) => localName === 'th');
    const taken: number[] = [];
    const spreadRows = rows.map((row) => spread(row, taken, rows.length));
    const columns = Math.max(...spreadRows.map((cells) => cells.length));
    const tidied = spreadRows.map((cells) => {
      while (cells.length < columns && added < max.addedCells) cells.push(emptyCell());
      for (const cell of cells) {
        cell.removeAttribute('colspan');
        cell.removeAttribute('rowspan');
        flatten(cell);
      }
      const row = document.createElement('tr');
      row.append(...cells);
      return row;
    });
    const [head, body] = [document.createElement('thead'), document.createElement('tbody')];
    head.append(...(isHead ? tidied.slice(0, 1) : []));
    body.append(...tidied.slice(isHead ? 1 : 0));
    if (caption) table.before(Object.assign(document.createElement('p'), { textContent: caption.textContent }));
    table.replaceChildren(...(isHead ? [head, body] : [body]));
  };

  // Inner tables first: the table around them is one for layout.
  for (const table of [...root.querySelectorAll('table')].reverse()) {
    if (isLayout(table)) asBlocks(table);
    else tidy(table);
  }
};
