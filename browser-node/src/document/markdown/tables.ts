import type { MarkdownIt, Token } from 'markdown-it';

/** Letters in a row of a table on A4, or in a window, with our style. */
const rowLetters = 88;
/** The padding of a cell and its border, in letters. */
const padding = 3.2;
/** The letters that a column needs at least, if its words may break. */
const leastLetters = 12;
/** Where Chromium breaks a line by itself. */
const breaks = /[\s\u00ad\u200b-]+/;

/** Code such as `--name-of-it`, whose hyphens are no place for a break. Letters of other scripts are wider. */
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
 * The columns whose words need not break: the shortest words first, while the row has letters for the other columns.
 */
export const wholeColumns = (longest: readonly number[]): Set<number> => {
  const whole = new Set<number>();
  let letters = rowLetters - longest.length * padding;
  const columns = longest.map((length, column) => ({ length, column })).sort((one, other) => one.length - other.length);
  for (const [index, { length, column }] of columns.entries()) {
    letters -= length;
    if (letters < (columns.length - index - 1) * leastLetters) break;
    whole.add(column);
  }
  return whole;
};

/** Enough for most of a name; more would leave a column of sentences too narrow. */
const mostLetters = 24;

/** The least width of a column whose words break, in letters: an equal part of what the whole columns leave. */
const partOf = (longest: readonly number[], whole: ReadonlySet<number>): number => {
  const used = [...whole].reduce((sum, column) => sum + (longest[column] ?? 0), longest.length * padding);
  const part = Math.floor((rowLetters - used) / (longest.length - whole.size));
  return Math.min(Math.max(part, leastLetters), mostLetters);
};

const markCells = ({ cells, longest }: Table): void => {
  const whole = wholeColumns(longest);
  const part = partOf(longest, whole);
  const isNarrow = longest.length * leastLetters > rowLetters;
  for (const { token, inline, column } of cells) {
    if (whole.has(column)) {
      token.attrJoin('class', 'whole');
      for (const name of inline.children?.filter(isName) ?? []) name.attrJoin('class', 'name');
    } else if (!isNarrow) token.attrJoin('style', `;--letters:${part}`);
  }
};

/**
 * Marks the cells whose words stay whole, so that a narrow column does not break names such as `TINTYPE_PORT`. The
 * other cells get a least width, beside long sentences.
 */
export const keepWords = (md: MarkdownIt): void => {
  md.core.ruler.push('keep_words', ({ tokens }) => {
    for (const [at, { type }] of tokens.entries()) if (type === 'table_open') markCells(readTable(tokens, at));
  });
};
