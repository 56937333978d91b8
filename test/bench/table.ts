import type { Bench } from './bench.js';

/** One figure, its baseline of the same run, and a goal for their ratio or for the figure. */
export interface Row {
  measure: string;
  unit: string;
  ours: number;
  baseline?: { name: string; value: number };
  goal?: { text: string; met: boolean };
}

/** A row that this machine cannot measure. */
export interface Skipped {
  measure: string;
  because: string;
}

export interface Bounded extends Omit<Row, 'goal'> {
  /** The goal. */
  atMost?: number;
  atLeast?: number;
  /** A figure with errors meets no goal. */
  errors?: number;
}

/** The goal is a ratio to the baseline. */
export type Comparison = Bounded & Required<Pick<Row, 'baseline'>>;

export const compared = ({ errors = 0, atMost, atLeast, ...row }: Comparison): Row => {
  const ratio = row.ours / row.baseline.value;
  const [text, met] =
    atMost === undefined ? [`≥ ${atLeast} ×`, ratio >= (atLeast ?? 0)] : [`≤ ${atMost} ×`, ratio <= atMost];
  return { ...row, measure: withErrors(row.measure, errors), goal: { text, met: met && errors === 0 } };
};

/** The goal is an absolute figure. */
export const bounded = ({ errors = 0, atMost, atLeast, ...row }: Bounded): Row => {
  const [text, met] =
    atMost === undefined
      ? [`≥ ${atLeast} ${row.unit}`, row.ours >= (atLeast ?? 0)]
      : [`≤ ${atMost} ${row.unit}`, row.ours <= atMost];
  return { ...row, measure: withErrors(row.measure, errors), goal: { text, met: met && errors === 0 } };
};

const withErrors = (measure: string, errors: number) => (errors > 0 ? `${measure} (${errors} ERRORS)` : measure);

const round = (value: number) => {
  if (!Number.isFinite(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
};

const cells = ({ measure, unit, ours, baseline, goal }: Row) => [
  measure,
  `${round(ours)} ${unit}`,
  baseline ? `${round(baseline.value)} ${unit} (${baseline.name})` : '–',
  baseline ? `${round(ours / baseline.value)} ×` : '–',
  goal ? `${goal.text}: ${goal.met ? 'met' : 'NOT met'}` : '–',
];

const isSkipped = (row: Row | Skipped): row is Skipped => 'because' in row;

/** A Markdown table, aligned for a terminal. */
export const table = (rows: readonly (Row | Skipped)[]): string => {
  const head = ['measure', 'Tintype', 'baseline of this run', 'ratio', 'goal: met'];
  const lines = rows.map((row) => (isSkipped(row) ? [row.measure, `skipped: ${row.because}`, '', '', ''] : cells(row)));
  const all = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  const line = (texts: readonly string[]) => `| ${texts.map((text, i) => text.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...lines.map(line)].join('\n');
};

export interface RowGroup {
  /** Name for `make bench ROWS=`. */
  name: string;
  measure: (bench: Bench) => Promise<(Row | Skipped)[]>;
}
