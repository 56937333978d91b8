import type { AriaRef } from '../../in-page/aria-refs.js';
import type { Line } from './lines.js';
import { tokenEstimate } from './tokens.js';

/** A line with the ref that it ends with. */
export interface Written {
  line: Line;
  text: string;
}

const shortText = 120;
/** What is said of what was left out. */
const remarkTokens = 40;

const endOf = ({ ref, problem }: AriaRef) =>
  `${problem === undefined ? '' : ` [invalid=${JSON.stringify(problem)}]`} [ref=${ref}]`;

export const written = (line: Line, named: AriaRef | undefined): string =>
  `${'  '.repeat(Math.min(line.depth, 20))}- ${line.text}${named ? endOf(named) : ''}`;

/** Each with the end of its line. */
const costOf = (text: string) => tokenEstimate(text) + 1;

const shortened = ({ line, text }: Written): Written =>
  line.matters || text.length <= shortText ? { line, text } : { line, text: `${text.slice(0, shortText)}…` };

const remark = (left: number) =>
  `# ${left} more lines are left out: ask for a part of the page by ref or selector, or set interactiveOnly or maxTokens.`;

const deeperRemark = '# What is nested deeper is left out: ask for a part of the page by ref or selector.';

interface Fitting {
  snapshot: string;
  truncated: boolean;
}

/** The places of lines that fit, in two rounds: what can be acted on first, then the rest. */
const chosen = (lines: readonly Written[], mostTokens: number): Set<number> => {
  const kept = new Set<number>();
  let room = mostTokens;
  for (const matters of [true, false]) {
    for (const [at, { line, text }] of lines.entries()) {
      const cost = costOf(text);
      if (line.matters !== matters || cost > room) continue;
      kept.add(at);
      room -= cost;
    }
  }
  return kept;
};

export interface Budget {
  mostTokens: number;
  /** The lines lack what is nested deeper. */
  isDeeper: boolean;
}

/** What of a snapshot fits so many tokens: whole, or with long texts cut short, or with lines left out. */
export const fit = (lines: readonly Written[], { mostTokens, isDeeper }: Budget): Fitting => {
  if (!isDeeper) return fitting(lines, mostTokens);
  const { snapshot } = fitting(lines, mostTokens - remarkTokens);
  return { snapshot: [snapshot, deeperRemark].filter(Boolean).join('\n'), truncated: true };
};

const fitting = (lines: readonly Written[], mostTokens: number): Fitting => {
  const join = (some: readonly Written[]) => some.map(({ text }) => text).join('\n');
  const fits = (some: readonly Written[]) => some.reduce((sum, { text }) => sum + costOf(text), 0) <= mostTokens;
  if (fits(lines)) return { snapshot: join(lines), truncated: false };
  const short = lines.map(shortened);
  if (fits(short)) return { snapshot: join(short), truncated: true };
  const kept = chosen(short, mostTokens - remarkTokens);
  const left = short.filter((_, at) => kept.has(at));
  return { snapshot: `${join(left)}\n${remark(short.length - left.length)}`, truncated: true };
};
