import type { Patch } from './built-copy.js';

/** A deliberate mistake, as patches of the built files. */
interface Mistake {
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

/** In the protocol of sessions, which the explorer notices. */
export type SessionMutation = Mistake;
