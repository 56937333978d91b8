/** A claim. `ok` is undefined if unknown. */
export interface Finding {
  what: string;
  found: string;
  ok: boolean | undefined;
}

const marks = { true: 'yes', false: 'NO', undefined: 'too short to say' };

export const tableOf = (findings: readonly Finding[]): string => {
  const rows = findings.map(({ what, found, ok }) => [what, found, marks[`${ok}`]]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
};
