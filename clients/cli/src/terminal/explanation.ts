import type { Terminal } from './terminal.js';

const wrap = (text: string, width: number): string[] => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
};

/** An option or a field. */
interface Explained {
  name: string;
  takes: string;
  standard?: string;
  description: string;
}

/** What each takes, and what it does: two lines or more, as wide as the terminal. */
export const explained = (rows: readonly Explained[], { out }: Terminal): string => {
  const width = Math.min(out.columns || 100, 120);
  return rows
    .flatMap(({ name, takes, standard, description }) => [
      `${name}  ${takes}${standard === undefined ? '' : ` (${standard})`}`,
      ...wrap(description, width - 4).map((line) => `    ${line}`),
    ])
    .join('\n');
};
