import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PictureFacts } from './picture-facts.js';

/** The words of a PDF or of a page's text. */
export interface WordFacts {
  words: number;
  /** The first and the last three of a text, joined by `_`. */
  ends?: string | undefined;
}

/** The facts of one page and variant. */
export type Facts = { picture: PictureFacts } | WordFacts;

const file = fileURLToPath(new URL('../../real-pages/golden.txt', import.meta.url));

const lineOf = (key: string, facts: Facts): string => {
  if ('words' in facts) return `${key} words=${facts.words}${facts.ends ? ` ends=${facts.ends}` : ''}`;
  const { width, height, grey, edges } = facts.picture;
  return `${key} size=${width}x${height} grey=${grey.join('/')} edges=${edges.join('/')}`;
};

const factsIn = (fields: Record<string, string>): Facts => {
  if (fields.words !== undefined) return { words: Number(fields.words), ends: fields.ends };
  const [width = 0, height = 0] = (fields.size ?? '').split('x').map(Number);
  const rowsOf = (text = '') => text.split('/');
  return { picture: { width, height, grey: rowsOf(fields.grey), edges: rowsOf(fields.edges) } };
};

/** A line a page and variant, so that a change shows what it concerns. */
export const writeGolden = (all: ReadonlyMap<string, Facts>): void =>
  writeFileSync(file, `${[...all].map(([key, facts]) => lineOf(key, facts)).join('\n')}\n`);

/** The keys are `<page> <variant>`. */
export const readGolden = (): Map<string, Facts> =>
  new Map(
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [page, variant, ...fields] = line.split(' ');
        const pairs = fields.map((field) => [field.split('=')[0] ?? '', field.slice(field.indexOf('=') + 1)]);
        return [`${page} ${variant}`, factsIn(Object.fromEntries(pairs))];
      }),
  );
