import type { MarkdownIt, Token } from 'markdown-it';

/** Letters in a row of a table on A4, or in a window, with our style. */
const rowLetters = 88;
/** The padding of a cell and its border, in letters. */
const padding = 3.2;
/** The letters that a column needs at least, if its words may break. */
const leastLetters = 12;
/** Where Chromium breaks a line by itself. */
const breaks = /[\s\u00ad\u200b-]+/;

/**
 * ASCII code such as `--name-of-it`, which must not break at its hyphens. Other scripts are excluded, because their
 * letters are wider.
 */
const isName = ({ type, content }: Token): boolean => type === 'code_inline' && /^[!-~]+$/.test(content);

const longestWord = ({ children }: Token): number =>
  (children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .flatMap((token) => (isName(token) ? [token.content] : token.content.split(breaks)))
    .reduce((longest, word) => Math.max(longest, word.length), 0);

interface Cell {
  token: Token;
  inline: Token;
  column: number;
}

interface Table {
  cells: Cell[];
  /** The longest word of each column. */
  longest: number[];
}

const readTable = (tokens: readonly Token[], start: number): Table => {
  const table: Table = { cells: [], longest: [] };
  let column = 0;
  for (let at = start; ; at += 1) {
    const { [at]: token, [at + 1]: inline } = tokens;
    if (!token || token.type === 'table_close') return table;
    if (token.type === 'tr_open') column = 0;
    if ((token.type !== 'td_open' && token.type !== 'th_open') || !inline) continue;
    table.cells.push({ token, inline, column });
    table.longest[column] = Math.max(table.longest[column] ?? 0, longestWord(inline));
    column += 1;
  }
};

/**
 * The columns whose words need not break. Takes columns by their longest word, shortest first, while each other column
 * keeps `leastLetters`.
 */
export const unbrokenColumns = (longest: readonly number[]): Set<number> => {
  const unbroken = new Set<number>();
  let letters = rowLetters - longest.length * padding;
  const columns = longest.map((length, column) => ({ length, column })).sort((one, other) => one.length - other.length);
  for (const [index, { length, column }] of columns.entries()) {
    letters -= length;
    if (letters < (columns.length - index - 1) * leastLetters) break;
    unbroken.add(column);
  }
  return unbroken;
};

/** Holds the greater part of a name. A larger value would leave a column of sentences too narrow. */
const maxLeastLetters = 24;

/**
 * The least width of a breakable column, in letters: an equal share of the space beside the unbroken columns. It lies
 * between `leastLetters` and `maxLeastLetters`.
 */
const leastWidthOf = (longest: readonly number[], unbroken: ReadonlySet<number>): number => {
  const used = [...unbroken].reduce((sum, column) => sum + (longest[column] ?? 0), longest.length * padding);
  const share = Math.floor((rowLetters - used) / (longest.length - unbroken.size));
  return Math.min(Math.max(share, leastLetters), maxLeastLetters);
};

const markCells = ({ cells, longest }: Table): void => {
  const unbroken = unbrokenColumns(longest);
  const leastWidth = leastWidthOf(longest, unbroken);
  const hasTooManyColumns = longest.length * leastLetters > rowLetters;
  for (const { token, inline, column } of cells) {
    if (unbroken.has(column)) {
      token.attrJoin('class', 'whole');
      for (const name of inline.children?.filter(isName) ?? []) name.attrJoin('class', 'name');
    } else if (!hasTooManyColumns) token.attrJoin('style', `;--letters:${leastWidth}`);
  }
};

/**
 * Marks the cells whose words stay whole, so that a narrow column does not break names such as `TINTYPE_PORT`. The
 * other cells get a least width, so that columns of long sentences cannot squeeze them.
 */
export const keepWords = (md: MarkdownIt): void => {
  md.core.ruler.push('keep_words', ({ tokens }) => {
    for (const [at, { type }] of tokens.entries()) if (type === 'table_open') markCells(readTable(tokens, at));
  });
};
