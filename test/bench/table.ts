/** One figure, the baseline of the same run, and what the ratio is to be. */
export interface Row {
  measure: string;
  unit: string;
  ours: number;
  baseline?: { name: string; value: number };
  goal?: { text: string; met: boolean };
}

const round = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));

const cells = ({ measure, unit, ours, baseline, goal }: Row) => [
  measure,
  `${round(ours)} ${unit}`,
  baseline ? `${round(baseline.value)} ${unit} (${baseline.name})` : '–',
  baseline ? `${round(ours / baseline.value)} ×` : '–',
  goal ? `${goal.text}: ${goal.met ? 'met' : 'NOT met'}` : '–',
];

/** A Markdown table, aligned for a terminal. */
export const table = (rows: readonly Row[]): string => {
  const head = ['measure', 'Tintype', 'baseline of this run', 'ratio', 'goal'];
  const all = [head, ...rows.map(cells)];
  const widths = head.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  const line = (texts: readonly string[]) => `| ${texts.map((text, i) => text.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(head), rule, ...rows.map((row) => line(cells(row)))].join('\n');
};
