import { limits } from '@tintype/contracts';
import type { Line } from './lines.js';
import { tokenEstimate } from './tokens.js';

/** Maps Playwright's names to our refs. */
export type RefOf = (name: string) => string | undefined;

/** Letters of a shortened line, with its indent. */
const shortText = 118;
const maxIndent = 20;
/** Tokens kept back for each remark on omitted parts. */
const remarkTokens = 40;

const endOf = ({ named, problem }: Line, refOf: RefOf): string => {
  const ref = named === undefined ? undefined : refOf(named);
  const problemMark = problem === undefined ? '' : ` [invalid=${JSON.stringify(problem)}]`;
  return `${problemMark}${ref === undefined ? '' : ` [ref=${ref}]`}`;
};

export const lineText = (line: Line, refOf: RefOf): string =>
  `${'  '.repeat(Math.min(line.depth, maxIndent))}- ${line.text}${endOf(line, refOf)}`;

const shortened = (line: Line, maxTokens: number): Line => {
  // A line that matters keeps its text, such as a list's choices, up to `maxTokens` letters. Longer lines would be
  // dropped.
  const most = line.matters ? Math.max(shortText, maxTokens) : shortText;
  const max = most - 2 * Math.min(line.depth, maxIndent);
  return line.text.length <= max ? line : { ...line, text: `${line.text.slice(0, max)}…` };
};

export interface Omissions {
  lines: number;
  /** The document was too large to read whole. */
  isCut: boolean;
  isDeeper: boolean;
  /** Frames that do not answer. */
  silentFrames: number;
  /** Refs are missing: in busy frames, or of removed elements. */
  refs: boolean;
  /** The page kept navigating. */
  isGone: boolean;
}

export const noOmissions: Omissions = {
  lines: 0,
  isCut: false,
  isDeeper: false,
  silentFrames: 0,
  refs: false,
  isGone: false,
};

const askForPart = 'ask for a part of the page by ref or selector';

const linesRemark = (lines: number, maxTokens: number) =>
  `# ${lines} more lines are left out: ${askForPart}, or set interactiveOnly${maxTokens < limits.snapshotTokens ? ' or maxTokens' : ''}.`;

const framesRemark = (frames: number) =>
  `# The content of ${frames === 1 ? '1 frame' : `${frames} frames`} is left out: no answer in time. A script hangs or is busy there.`;

const goneRemark = '# The page keeps navigating. This is the content of an earlier document, without refs.';

const refsRemark =
  '# Refs are left out: a frame was too busy, or their elements are gone. Take another snapshot later.';

export const remarksOf = (
  { lines, isCut, isDeeper, silentFrames, refs, isGone }: Omissions,
  maxTokens: number,
): string[] => {
  const remarks: [holds: boolean, remark: string][] = [
    [lines > 0, linesRemark(lines, maxTokens)],
    [isCut, `# The page is too large to read whole. The rest is left out: ${askForPart}.`],
    [isDeeper, `# Deeper levels are left out: ${askForPart}.`],
    [silentFrames > 0, framesRemark(silentFrames)],
    [isGone, goneRemark],
    [refs && !isGone, refsRemark],
  ];
  return remarks.flatMap(([holds, remark]) => (holds ? [remark] : []));
};

/** Keeps the lines that fit: first those that matter, then the others. */
const chosenLines = (lines: readonly Line[], maxTokens: number, costOf: (line: Line) => number): Line[] => {
  const kept = new Set<Line>();
  let tokensLeft = maxTokens;
  for (const matters of [true, false]) {
    for (const line of lines) {
      const cost = costOf(line);
      if (line.matters !== matters || cost > tokensLeft) continue;
      kept.add(line);
      tokensLeft -= cost;
    }
  }
  return lines.filter((line) => kept.has(line));
};

interface Budget {
  maxTokens: number;
  omissions: Omissions;
  refOf: RefOf;
}

/** Fits lines into the token budget: whole, else with long texts shortened, else with lines dropped. */
export const fit = (lines: readonly Line[], { maxTokens, omissions, refOf }: Budget): Line[] => {
  // One token more for the line end.
  const costOf = (line: Line) => tokenEstimate(lineText(line, refOf)) + 1;
  const tokensLeft = maxTokens - remarksOf(omissions, maxTokens).length * remarkTokens;
  const fits = (some: readonly Line[]) => some.reduce((sum, line) => sum + costOf(line), 0) <= tokensLeft;
  if (fits(lines)) return [...lines];
  const short = lines.map((line) => shortened(line, maxTokens));
  if (fits(short)) return short;
  return chosenLines(short, omissions.lines > 0 ? tokensLeft : tokensLeft - remarkTokens, costOf);
};
