import type { Delimiter, MarkdownIt, StateInline } from 'markdown-it';

const tilde = 0x7e;
/** Keeps pairs of one tilde apart from pairs of two: the package pairs delimiters with the same marker. */
const markers = [tilde, -tilde];

const pushTildes = (state: StateInline, silent: boolean): boolean => {
  if (silent || state.src.charCodeAt(state.pos) !== tilde) return false;
  const { length, can_open: open, can_close: close } = state.scanDelims(state.pos, true);
  const token = state.push('text', '', 0);
  token.content = '~'.repeat(length);
  const marker = markers[length - 1];
  // Without a length, the rule of three of emphasis does not apply.
  if (marker !== undefined)
    state.delimiters.push({ marker, length: 0, token: state.tokens.length - 1, end: -1, open, close });
  state.pos += length;
  return true;
};

const strike = ({ tokens }: StateInline, delimiters: readonly Delimiter[]): void => {
  for (const { marker, end, token } of delimiters) {
    const last = delimiters[end];
    if (!markers.includes(marker) || !last) continue;
    for (const [at, type, nesting] of [
      [token, 's_open', 1],
      [last.token, 's_close', -1],
    ] as const)
      Object.assign(tokens[at] ?? {}, { type, tag: 's', nesting, markup: tokens[at]?.content, content: '' });
  }
};

/** GitHub's strikethrough: one tilde or two on both sides. markdown-it takes two only. */
export const strikeThrough = (md: MarkdownIt): void => {
  md.inline.ruler.at('strikethrough', pushTildes);
  md.inline.ruler2.at('strikethrough', (state) => {
    for (const list of [state.delimiters, ...state.tokens_meta.map((meta) => meta?.delimiters ?? [])])
      strike(state, list);
    return true;
  });
};
