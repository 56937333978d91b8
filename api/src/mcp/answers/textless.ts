const look = '`service_screenshot` shows it.';

/** Finds the document in which Chromium shows a file. Its body has this one element. */
const soleElement = /<body\b[^>]*>\s*<(img|video|audio|embed)\b(?:[^>]*>\s*<source\b)?[^>]*>(?:\s*<\/\w+>)*\s*$/i;

const files: Readonly<Record<string, string>> = {
  img: `The address shows a picture alone: it has no text. ${look}`,
  svg: `The address leads to a picture (SVG) without text. ${look}`,
  video: 'The address shows a video alone: it has no text.',
  audio: 'The address plays a recording alone: it has no text.',
  embed: 'The address shows a file by a plug-in: it has no text.',
};

/**
 * The expression is skipped for longer documents. Chromium's own is far shorter, and 100 kB of a page would take
 * seconds.
 */
const maxOwnDocument = 4096;

const kindOf = (html: string): string | undefined => {
  if (/^\s{0,99}<svg\b/i.test(html)) return 'svg';
  return html.length > maxOwnDocument ? undefined : soleElement.exec(html)?.[1]?.toLowerCase();
};

/** Says why a document has no text. */
export const whyTextless = (html: string): string => {
  const kind = kindOf(html);
  return (kind && files[kind]) ?? `The page has no text. ${look}`;
};
