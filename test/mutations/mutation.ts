import type { Patch } from './built-copy.js';

/** A deliberate mistake, as patches of the built files. In the protocol of sessions the explorer notices it. */
export interface Mistake {
  /** As in model/render.py and model/session.py (mends with `without-`) where the model has it, too. */
  name: string;
  /** What is wrong. */
  mistake: string;
  patches: readonly Patch[];
}

/** In the render protocol, which tests of failures notice. */
export interface Mutation extends Mistake {
  /** Themes of the failure tests that are run first. */
  tests: readonly string[];
}
