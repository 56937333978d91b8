import type { Act } from './act.js';
import type { Told } from './played-client.js';
import type { WorldOptions } from './world.js';

/** A life of a session in which, left alone, nothing goes wrong. */
export interface Scenario {
  name: string;
  world?: WorldOptions;
  /** Each when nothing is left to do without it. */
  script: readonly Act[];
  /** What callers are told when nothing goes wrong, in their order. */
  told?: readonly Told[];
  /** What is charged then, in the order of the charges. */
  credits: readonly number[];
}
