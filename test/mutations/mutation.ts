import type { Patch } from './built-copy.js';

/** A deliberate mistake in the render protocol, as patches of the built files. */
export interface Mutation {
  /** As in model/render.py (mends with `without-`) where the model has it, too. */
  name: string;
  /** What is wrong. */
  mistake: string;
  /** Themes of the failure tests that are run first. */
  tests: readonly string[];
  patches: readonly Patch[];
}
