interface Spans {
  rowSpan: number;
  colSpan: number;
}

/**
 * For each column of each row, the index of the cell that it shows, or undefined if it is empty. Adds at most
 * `maxEmpty` empty cells.
 */
export const placeCells = (rows: readonly (readonly Spans[])[], maxEmpty: number): (number | undefined)[][] => {
  /** For each column, the number of further rows that a cell above takes. */
  const taken: number[] = [];
  let left = maxEmpty;
  const spread = (cells: readonly Spans[]) => {
    const places: (number | undefined)[] = [];
    const add = (place: number | undefined, height: number) => {
      if (place === undefined) left -= 1;
      taken[places.length] = height - 1;
      places.push(place);
    };
    const fillTaken = () => {
      for (let more = taken[places.length] ?? 0; more > 0 && left > 0; more = taken[places.length] ?? 0)
        add(undefined, more);
    };
    for (const [index, { rowSpan, colSpan }] of cells.entries()) {
      fillTaken();
      const height = left > 0 ? Math.min(rowSpan || rows.length, rows.length) : 1;
      add(index, height);
      for (let column = 1; column < colSpan && left > 0; column += 1) add(undefined, height);
    }
    fillTaken();
    return places;
  };
  const spreadRows = rows.map(spread);
  const columns = spreadRows.reduce((most, { length }) => Math.max(most, length), 0);
  for (const places of spreadRows) {
    for (; places.length < columns && left > 0; left -= 1) places.push(undefined);
  }
  return spreadRows;
};

/**
 * Gives each data table of the tree a cell for every column of every row, with inline content. Spans become empty
 * cells, and blocks in a cell become lines. Tables for layout become blocks.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a function for the page cannot import its parts
export const tidyTables = (root: Element, placesOf: typeof placeCells): void => {
  const document = root.ownerDocument;
  const max = { cellLetters: 2000, addedCells: 100_000 };
  let added = 0;

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

  const emptyCell = () => {
    added += 1;
    return document.createElement('td');
  };
  const tidy = (table: HTMLTableElement) => {
    const { caption, rows: all } = table;
    const rows = [...all];
    const isHead =
      rows[0]?.closest('thead') || [...(rows[0]?.cells ?? [])].every(({ localName }) => localName === 'th');
    // Copies: a row's own collection shrinks as its cells leave it.
    const cellsOf = rows.map((row) => [...row.cells]);
    const tidied = placesOf(cellsOf, max.addedCells - added).map((places, index) => {
      const cells = places.map((place) => cellsOf[index]?.[place ?? -1] ?? emptyCell());
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
