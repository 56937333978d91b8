import type { MarkdownIt } from 'markdown-it';

/** Letters in a line of code on A4, with our style. */
const lineLetters = 90;
/** Smaller letters are hard to read: longer lines wrap at full size. */
const leastSize = 0.75;
const tab = '    ';

/** The share of the font size at which the longest line fits on paper. 1 if that share is below `leastSize`. */
export const codeSize = (code: string): number => {
  const longest = code
    .replaceAll('\t', tab)
    .split('\n')
    .reduce((length, line) => Math.max(length, line.length), 0);
  const size = lineLetters / longest;
  return size >= leastSize && size < 1 ? Math.floor(size * 100) / 100 : 1;
};

/** Makes long lines of code smaller on paper, so that drawings made of letters stay whole. */
export const fitCode = (md: MarkdownIt): void => {
  md.core.ruler.push('fit_code', ({ tokens }) => {
    for (const token of tokens) {
      if (token.type !== 'fence' && token.type !== 'code_block') continue;
      const size = codeSize(token.content);
      if (size < 1) token.attrSet('style', `--fit: ${size}`);
    }
  });
};
