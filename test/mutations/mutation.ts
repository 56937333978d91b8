import type { Change } from './syntax.js';

/** What a mistake changes, and where. */
export interface Slip {
  /** A workspace: `operator`. */
  package: string;
  /** A function or constant of a module, or `Class.method`, in any file of the package. */
  in: string;
  change: Change;
}

/** A deliberate mistake in the sources. */
export interface Mutation {
  name: string;
  /** What is wrong. */
  mistake: string;
  /** Which test file of failures, or which scenario of the explorer, is played first. */
  first: string;
  slips: readonly Slip[];
}

/** Changes declarations of one package. */
export const slipIn =
  (workspace: string) =>
  (name: string, change: Change): Slip => ({ package: workspace, in: name, change });
