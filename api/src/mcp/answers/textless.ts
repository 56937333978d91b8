const look = '`service_screenshot` shows it.';

/** Matches the document that Chromium makes to show a file. Its body has only this element. */
const soleElement = /<body\b[^>]*>\s*<(img|video|audio|embed)\b(?:[^>]*>\s*<source\b)?[^>]*>(?:\s*<\/\w+>)*\s*$/i;

const files: Readonly<Record<string, string>> = {
  img: `The address shows a picture alone: it has no text. ${look}`,
  svg: `The address leads to a picture (SVG) without text. ${look}`,
  video: 'The address shows a video alone: it has no text.',
  audio: 'The address plays a recording alone: it has no text.',
  embed: 'The address shows a file by a plug-in: it has no text.',
};

/**
 * Longest document, in characters, on which `soleElement` runs: 100 kB would take seconds. Chromium's own documents
 * are far shorter.
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
