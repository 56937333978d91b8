import type { SeenSnapshot } from '../pages/page-state.js';

/** Cells of the comparison: about 1,000 lines in each snapshot, 2 MB. A longer snapshot is returned whole. */
const maxCells = 1_000_000;

interface Edit {
  /** `+` is new, `-` is gone. */
  mark: '+' | '-' | ' ';
  line: string;
}

/** For each pair of positions, the length of the longest common subsequence from there to the ends. */
const lengthsOf = (before: readonly string[], after: readonly string[]): Uint16Array => {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      const skip = Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
      lengths[at] = before[i] === after[j] ? (lengths[at + width + 1] ?? 0) + 1 : skip;
    }
  }
  return lengths;
};

const editsOf = (before: readonly string[], after: readonly string[]): Edit[] => {
  const width = after.length + 1;
  const lengths = lengthsOf(before, after);
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old = '', line = ''] = [before[i], after[j]];
    const rest = i * width + j;
    if (i < before.length && j < after.length && old === line) {
      edits.push({ mark: ' ', line });
      i += 1;
      j += 1;
    } else if (j < after.length && (i === before.length || (lengths[rest + 1] ?? 0) > (lengths[rest + width] ?? 0))) {
      edits.push({ mark: '+', line });
      j += 1;
    } else {
      edits.push({ mark: '-', line: old });
      i += 1;
    }
  }
  return edits;
};

/** Changed lines, with the line before each group to show its place. */
const shownOf = (edits: readonly Edit[]): Edit[] =>
  edits.filter(({ mark }, at) => mark !== ' ' || (edits[at + 1]?.mark ?? ' ') !== ' ');

const head = '# Changes since the last snapshot: + is new, - is gone; other lines and their refs are as before.';

/** The changes between two snapshots, if they are shorter than the later snapshot. */
export const changesBetween = (before: string, after: string): string | undefined => {
  if (before === after) return '# Nothing changed since the last snapshot.';
  const [old, lines] = [before.split('\n'), after.split('\n')];
  if ((old.length + 1) * (lines.length + 1) > maxCells) return undefined;
  const shown = shownOf(editsOf(old, lines)).map(({ mark, line }) => `${mark} ${line}`);
  const changes = [head, ...shown].join('\n');
  return changes.length < after.length ? changes : undefined;
};

/** Undefined if either snapshot is truncated: an element whose line did not fit would seem to be gone. */
export const changesSince = (last: SeenSnapshot | undefined, now: SeenSnapshot): string | undefined => {
  if (last?.settings !== now.settings || last.truncated || now.truncated) return undefined;
  return changesBetween(last.text, now.text);
};
