import type { Stage } from '../stage.js';

/** Something that a person does with an installation, or that happens to it. It leaves it ready for the next one. */
export interface Scenario {
  name: string;
  /** Throws when it goes otherwise than it should. A text that it answers is what it has measured. */
  play: (stage: Stage) => Promise<unknown>;
  /** Without it there is no point in playing the rest. */
  isNeeded?: boolean;
  /** CI plays it: a change breaks these most easily. `make test-long` plays all. */
  isShort?: boolean;
}
