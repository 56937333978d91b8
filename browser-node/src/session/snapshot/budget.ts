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

/** What a snapshot lacks whatever fits. */
export interface Lacks {
  /** It is nested deeper. */
  isDeeper: boolean;
  /** Frames that do not answer, and what is in them. */
  silentFrames: number;
  /** Refs of what is in frames that are busy. */
  refs: boolean;
}

const framesRemark = (frames: number) =>
  `# What is in ${frames === 1 ? '1 frame' : `${frames} frames`} is left out: no answer came. A script hangs there, or is busy.`;

const remarksOf = ({ isDeeper, silentFrames, refs }: Lacks): string[] => [
  ...(isDeeper ? ['# What is nested deeper is left out: ask for a part of the page by ref or selector.'] : []),
  ...(silentFrames > 0 ? [framesRemark(silentFrames)] : []),
  ...(refs ? ['# Refs are left out: a frame was too busy to give them. Take another snapshot later.'] : []),
];

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
  lacks: Lacks;
}

/** What of a snapshot fits so many tokens: whole, or with long texts cut short, or with lines left out. */
export const fit = (lines: readonly Written[], { mostTokens, lacks }: Budget): Fitting => {
  const remarks = remarksOf(lacks);
  if (remarks.length === 0) return fitting(lines, mostTokens);
  const { snapshot } = fitting(lines, mostTokens - remarks.length * remarkTokens);
  return { snapshot: [snapshot, ...remarks].filter(Boolean).join('\n'), truncated: true };
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
