import { formatNumber } from '../../components/format.js';

/** A page of a batch, as a line of text names it: a URL, and after a space the name of its file. */
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

const isUrl = ({ url }: Line) => /^https?:\/\//i.test(url) && URL.canParse(url);

/** Skips empty lines. `max` is the most items that the account may send at once. */
export const readLines = (text: string, max: number): ReadLines => {
  const texts = text.split(/\r?\n/).map((each) => each.trim());
  const wrong = texts.findIndex((each) => each !== '' && !isUrl(readLine(each)));
  const lines = texts.filter((each) => each !== '').map(readLine);
  if (wrong >= 0)
    return {
      lines,
      fault: `Line ${formatNumber(wrong + 1)} has no http or https URL: ${texts[wrong]?.slice(0, shownLength)}`,
    };
  return {
    lines,
    fault:
      lines.length > max
        ? `Your account takes at most ${formatNumber(max)} items a batch; this has ${formatNumber(lines.length)}.`
        : undefined,
  };
};
