import GithubSlugger from 'github-slugger';
import type { MarkdownIt, StateCore, Token } from 'markdown-it';

/** The first inline content of the paragraph that a block begins with. */
const firstText = (tokens: readonly Token[], block: number): Token | undefined => {
  const [paragraph, inline] = [tokens[block + 1], tokens[block + 2]];
  return paragraph?.type === 'paragraph_open' && inline?.type === 'inline' ? inline : undefined;
};

const markup = (state: StateCore, html: string, type: 'html_inline' | 'html_block'): Token =>
  Object.assign(new state.Token(type, '', 0), { content: html });

const plainText = ({ children }: Token): string =>
  (children ?? []).map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : '')).join('');

/** `- [x] done`: a box that is checked. */
const markTask = (state: StateCore, item: Token, inline: Token): void => {
  const [first] = inline.children ?? [];
  const [text, sign] = /^\[([ xX])\]\s+/.exec(first?.type === 'text' ? first.content : '') ?? [];
  if (!first || text === undefined) return;
  first.content = first.content.slice(text.length);
  const box = `<input type="checkbox" disabled${sign === ' ' ? '' : ' checked'}> `;
  inline.children?.unshift(markup(state, box, 'html_inline'));
  item.attrJoin('class', 'task');
};

/** `> [!NOTE]` in the first line of a quotation, as on GitHub. */
const markCallout = (state: StateCore, quote: Token, inline: Token): void => {
  const children = inline.children ?? [];
  const [first, second] = children;
  const [, kind] = /^\[!(note|tip|important|warning|caution)\]$/i.exec(first?.content.trim() ?? '') ?? [];
  if (kind === undefined || (second && second.type !== 'softbreak' && second.type !== 'hardbreak')) return;
  const name = kind.toLowerCase();
  quote.attrJoin('class', `callout ${name}`);
  const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  children.splice(0, second ? 2 : 1, markup(state, `<strong class="title">${title}</strong>`, 'html_inline'));
};

const mark = (state: StateCore, at: number, slugs: GithubSlugger): void => {
  const { [at]: token, [at + 1]: next } = state.tokens;
  const inline = firstText(state.tokens, at);
  if (token?.type === 'list_item_open' && inline) markTask(state, token, inline);
  if (token?.type === 'blockquote_open' && inline) markCallout(state, token, inline);
  if (token?.type === 'heading_open' && next) token.attrSet('id', slugs.slug(plainText(next)));
};

/** Marks task lists and callouts, and gives headings the ids that links such as `#usage` name. */
export const markBlocks = (md: MarkdownIt): void => {
  md.core.ruler.push('mark_blocks', (state) => {
    const slugs = new GithubSlugger();
    for (const at of state.tokens.keys()) mark(state, at, slugs);
  });
};
