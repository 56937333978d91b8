import type { Line } from './lines.js';
import { tokenEstimate } from './tokens.js';

/** What an element is called here, by what Playwright calls it. */
export type RefOf = (name: string) => string | undefined;

/** Of a line, with what it is indented by. */
const shortText = 118;
const mostIndent = 20;
/** What is said of what was left out. */
const remarkTokens = 40;

const endOf = ({ named, problem }: Line, refOf: RefOf): string => {
  const ref = named === undefined ? undefined : refOf(named);
  const said = problem === undefined ? '' : ` [invalid=${JSON.stringify(problem)}]`;
  return `${said}${ref === undefined ? '' : ` [ref=${ref}]`}`;
};

export const lineText = (line: Line, refOf: RefOf): string =>
  `${'  '.repeat(Math.min(line.depth, mostIndent))}- ${line.text}${endOf(line, refOf)}`;

const shortened = (line: Line): Line => {
  const most = shortText - 2 * Math.min(line.depth, mostIndent);
  return line.matters || line.text.length <= most ? line : { ...line, text: `${line.text.slice(0, most)}…` };
};

/** What a snapshot lacks. */
export interface Omissions {
  /** Lines for which there is no room. */
  lines: number;
  /** The rest of a document of which there is too much. */
  isCut: boolean;
  /** It is nested deeper. */
  isDeeper: boolean;
  /** Frames that do not answer, and what is in them. */
  silentFrames: number;
  /** Refs of what is in frames that are busy, or of what has gone. */
  refs: boolean;
  /** The document that it is of: the page has gone on, again and again. */
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

const linesRemark = (lines: number) =>
  `# ${lines} more lines are left out: ${askForPart}, or set interactiveOnly or maxTokens.`;

const framesRemark = (frames: number) =>
  `# What is in ${frames === 1 ? '1 frame' : `${frames} frames`} is left out: no answer came. A script hangs there, or is busy.`;

const goneRemark =
  '# The page goes on to other documents all the time: what was read is of one that has gone, without refs.';

const refsRemark =
  '# Refs are left out: a frame was too busy to give them, or what they name has gone. Take another snapshot later.';

export const remarksOf = ({ lines, isCut, isDeeper, silentFrames, refs, isGone }: Omissions): string[] => {
  const remarks: [holds: boolean, remark: string][] = [
    [lines > 0, linesRemark(lines)],
    [isCut, `# The page is too large to be read as a whole, and what comes after this is left out: ${askForPart}.`],
    [isDeeper, `# What is nested deeper is left out: ${askForPart}.`],
    [silentFrames > 0, framesRemark(silentFrames)],
    [isGone, goneRemark],
    [refs && !isGone, refsRemark],
  ];
  return remarks.flatMap(([holds, remark]) => (holds ? [remark] : []));
};

/** The lines that fit, in two rounds: what can be acted on first, then the rest. */
const chosenLines = (lines: readonly Line[], mostTokens: number, costOf: (line: Line) => number): Line[] => {
  const kept = new Set<Line>();
  let room = mostTokens;
  for (const matters of [true, false]) {
    for (const line of lines) {
      const cost = costOf(line);
      if (line.matters !== matters || cost > room) continue;
      kept.add(line);
      room -= cost;
    }
  }
  return lines.filter((line) => kept.has(line));
};

interface Budget {
  mostTokens: number;
  omissions: Omissions;
  refOf: RefOf;
}

/** What of lines fits so many tokens, with what is said of the rest: whole, or with long texts cut short, or with lines left out. */
export const fit = (lines: readonly Line[], { mostTokens, omissions, refOf }: Budget): Line[] => {
  // Each with the end of its line.
  const costOf = (line: Line) => tokenEstimate(lineText(line, refOf)) + 1;
  const room = mostTokens - remarksOf(omissions).length * remarkTokens;
  const fits = (some: readonly Line[]) => some.reduce((sum, line) => sum + costOf(line), 0) <= room;
  if (fits(lines)) return [...lines];
  const short = lines.map(shortened);
  if (fits(short)) return short;
  return chosenLines(short, omissions.lines > 0 ? room : room - remarkTokens, costOf);
};
