declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';

  const footnote: (md: MarkdownIt) => void;
  // biome-ignore lint/style/noDefaultExport: the package has this one, and no types
  export default footnote;
}
