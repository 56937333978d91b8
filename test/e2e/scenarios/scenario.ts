import type { Stage } from '../stage.js';

/** An operation on an installation, or an outage. It leaves the installation ready for the next scenario. */
export interface Scenario {
  name: string;
  /** Throws if it fails. May return a measurement as text. */
  play: (stage: Stage) => Promise<unknown>;
  /** If it fails, the run ends. */
  isNeeded?: boolean;
  /** CI plays only these, which a change breaks most easily; `make test-long` plays all. */
  isShort?: boolean;
}
