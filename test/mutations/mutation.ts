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
  slips: readonly Slip[];
}

/** A mistake in the render protocol. */
export interface RenderMutation extends Mutation {
  /** The test file of failures that is run first. */
  first: string;
}

/** Changes declarations of one package. */
export const slipIn =
  (workspace: string) =>
  (name: string, change: Change): Slip => ({ package: workspace, in: name, change });
