import type { Change } from './syntax.js';

/** A change and its place. */
export interface Slip {
  /** A workspace, such as `operator`. */
  package: string;
  /** A function, constant or `Class.method` in any file of the package. */
  in: string;
  change: Change;
}

export interface Mutation {
  name: string;
  /** A sentence for the table. */
  mistake: string;
  slips: readonly Slip[];
}

export interface RenderMutation extends Mutation {
  /** The failure test to run first. */
  first: string;
}

export const slipIn =
  (workspace: string) =>
  (name: string, change: Change): Slip => ({ package: workspace, in: name, change });
