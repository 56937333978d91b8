const screenshotAdvice = '`service_screenshot` shows it.';

/** Matches the document that Chromium makes to show a file. Its body has one element, whose name the match captures. */
const soleElement = /<body\b[^>]*>\s*<(img|video|audio|embed)\b(?:[^>]*>\s*<source\b)?[^>]*>(?:\s*<\/\w+>)*\s*$/i;

const reasons: Readonly<Record<string, string>> = {
  img: `The address shows a picture alone: it has no text. ${screenshotAdvice}`,
  svg: `The address leads to a picture (SVG) without text. ${screenshotAdvice}`,
  video: 'The address shows a video alone: it has no text.',
  audio: 'The address plays a recording alone: it has no text.',
  embed: 'The address shows a file by a plug-in: it has no text.',
};

/**
 * Longest document, in characters, on which `soleElement` runs: 100 kB would take seconds. Chromium's own documents
 * are far shorter.
 */
const maxMatchedChars = 4096;

const kindOf = (html: string): string | undefined => {
  if (/^\s{0,99}<svg\b/i.test(html)) return 'svg';
  return html.length > maxMatchedChars ? undefined : soleElement.exec(html)?.[1]?.toLowerCase();
};

/** Says why a document has no text. */
export const whyTextless = (html: string): string => {
  const kind = kindOf(html);
  return (kind && reasons[kind]) ?? `The page has no text. ${screenshotAdvice}`;
};
