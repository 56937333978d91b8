const look = '`service_screenshot` shows it.';

/** Chromium shows a file in a document of its own: nothing but this element. */
const soleElement = /<body\b[^>]*>\s*<(img|video|audio|embed)\b(?:[^>]*>\s*<source\b)?[^>]*>(?:\s*<\/\w+>)*\s*$/i;

const files: Readonly<Record<string, string>> = {
  img: `The address leads to a picture, not to a page: it has no text. ${look}`,
  svg: `The address leads to a picture (SVG) without text. ${look}`,
  video: 'The address leads to a video, not to a page: it has no text.',
  audio: 'The address leads to a recording, not to a page: it has no text.',
  embed: 'The address leads to a file that a plug-in shows, not to a page: it has no text.',
};

/** Says what a document is that has no text. */
export const whyTextless = (html: string): string => {
  const kind = /^\s*<svg\b/i.test(html) ? 'svg' : soleElement.exec(html)?.[1]?.toLowerCase();
  return (kind && files[kind]) ?? `The page has no text. ${look}`;
};
