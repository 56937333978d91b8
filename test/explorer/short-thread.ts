import { parentPort } from 'node:worker_threads';
import { exploreScenario, newCoverage, shortStrikes } from './explore.js';
import { excuses } from './play/coverage.js';
import { scenarios } from './scenarios/scenarios.js';

/** A scenario's outcome; `failure` is a Counterexample. */
export interface Outcome {
  scenario: string;
  failure: unknown;
}

/** What the thread posts at its end. */
export interface CoverageReport {
  calls: string[];
  table: string;
  runs: number;
  idleRuns: number;
  idleCells: string[];
  gaps: string[];
  needlessExcuses: string[];
}

/**
 * The short exploration, for a thread of its own. node:test follows every promise of its thread with an async hook.
 * That doubles the CPU time of 80,000 calls. Posts each Outcome, then a CoverageReport.
 */
const explore = async () => {
  const coverage = newCoverage();
  const struck = shortStrikes();
  for (const scenario of scenarios) {
    const failure = await exploreScenario(scenario, coverage, { struck }).catch((error: unknown) => error);
    parentPort?.postMessage({ scenario: scenario.name, failure } satisfies Outcome);
  }
  const { calls, runs, idleRuns, idleCells } = coverage;
  const needlessExcuses = coverage.needlessExcuses(excuses);
  const report = { calls, table: coverage.table(), runs, idleRuns, idleCells, gaps: coverage.gaps(excuses) };
  parentPort?.postMessage({ ...report, needlessExcuses } satisfies CoverageReport);
};

await explore();
