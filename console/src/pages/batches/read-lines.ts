import { formatNumber } from '../../components/format.js';

/** A page of a batch as a line of text: a URL, then a space and its file's name. */
export interface Line {
  url: string;
  fileName: string | undefined;
}

export interface ReadLines {
  lines: readonly Line[];
  /** A sentence for people; undefined if every line is a URL. */
  fault: string | undefined;
}

const shownLength = 60;

const readLine = (text: string): Line => {
  const [, url = '', fileName] = /^(\S+)(?:\s+(.+))?$/.exec(text) ?? [];
  return { url, fileName };
};

/** The text that `readLines` reads as this line. A blank would end the URL. */
export const lineOf = ({ url, fileName }: Line): string =>
  [url.trim().replaceAll(/\s/g, '%20'), fileName].filter(Boolean).join(' ');

/** Without a scheme, the service takes https. A word without a dot is no host that it reaches. */
const isUrl = ({ url }: Line) => {
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(url);
  if (hasScheme) return /^https?:/i.test(url) && URL.canParse(url);
  return /^[^:/?#]+\.[^:/?#]/.test(url) && URL.canParse(`https://${url}`);
};

const faultOf = (texts: readonly string[], wrong: readonly number[]): string => {
  const [first = 0, ...others] = wrong;
  const more =
    others.length === 0
      ? ''
      : ` Others are wrong too: ${others
          .slice(0, 5)
          .map((each) => formatNumber(each + 1))
          .join(', ')}${others.length > 5 ? ' …' : ''}.`;
  return `Line ${formatNumber(first + 1)} has no http or https URL: ${texts[first]?.slice(0, shownLength)}.${more}`;
};

/** Skips empty lines. `max` is the most items that the account may send at once. */
export const readLines = (text: string, max: number): ReadLines => {
  const texts = text.split(/\r?\n/).map((each) => each.trim());
  const wrong = [...texts.keys()].filter((at) => texts[at] !== '' && !isUrl(readLine(texts[at] ?? '')));
  const lines = texts.filter((each) => each !== '').map(readLine);
  if (wrong.length > 0) return { lines, fault: faultOf(texts, wrong) };
  return {
    lines,
    fault:
      lines.length > max
        ? `Your account takes at most ${formatNumber(max)} items a batch; this has ${formatNumber(lines.length)}.`
        : undefined,
  };
};
