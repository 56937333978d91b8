import type { WordFacts } from './golden-file.js';
import type { PictureFacts } from './picture-facts.js';

/** A height that other fonts and another Chromium may add or take, as a share. */
const heightShare = 0.02;
/** In digits of 36: 28 levels of grey, or 4 % of the pixels that are edges. */
const most = { grey: 4, edges: 3 };
/** Cells at the border of two blocks may differ by more. */
const leastCells = 2;
const cellShare = 0.01;

const valueAt = (rows: readonly string[], row: number, column: number) =>
  Number.parseInt(rows[row]?.[column] ?? '', 36);

/** How far a cell is from what the golden picture has there, or above or below it: lines may shift. */
const distanceAt = (golden: readonly string[], found: readonly string[], row: number, column: number): number => {
  const value = valueAt(found, row, column);
  const near = [row - 1, row, row + 1]
    .map((each) => valueAt(golden, each, column))
    .filter((each) => !Number.isNaN(each));
  if (near.length === 0 || Number.isNaN(value)) return 0;
  return Math.max(Math.min(...near) - value, value - Math.max(...near), 0);
};

const differingCells = (golden: readonly string[], found: readonly string[], limit: number): string[] =>
  found.flatMap((cells, row) =>
    [...cells].flatMap((_, column) => (distanceAt(golden, found, row, column) > limit ? [`${column},${row}`] : [])),
  );

/** What a person would see to be wrong, a sentence each. */
export const pictureDifferences = (golden: PictureFacts, found: PictureFacts): string[] => {
  const differences: string[] = [];
  if (golden.width !== found.width) differences.push(`It is ${found.width} pixels wide, not ${golden.width}.`);
  if (Math.abs(golden.height - found.height) > golden.height * heightShare)
    differences.push(`It is ${found.height} pixels high, not ${golden.height}.`);
  for (const kind of ['grey', 'edges'] as const) {
    const cells = differingCells(golden[kind], found[kind], most[kind]);
    const allowed = Math.max(leastCells, Math.floor(golden[kind].join('').length * cellShare));
    if (cells.length > allowed)
      differences.push(`${kind}: ${cells.length} cells differ, at ${cells.slice(0, 8).join(' ')}.`);
  }
  return differences;
};

const wordShare = 0.02;

export const wordDifferences = (golden: WordFacts, found: WordFacts): string[] => {
  const differences: string[] = [];
  if (Math.abs(golden.words - found.words) > Math.max(golden.words * wordShare, 2))
    differences.push(`It has ${found.words} words, not ${golden.words}.`);
  if (golden.ends !== found.ends) differences.push(`It begins and ends with ${found.ends}, not ${golden.ends}.`);
  return differences;
};
