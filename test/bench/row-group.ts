import type { Bench } from './bench.js';
import type { Row, Skipped } from './table.js';

/** Rows that are measured together. */
export interface RowGroup {
  /** As `make bench ROWS=` takes it. */
  name: string;
  measure: (bench: Bench) => Promise<(Row | Skipped)[]>;
}
