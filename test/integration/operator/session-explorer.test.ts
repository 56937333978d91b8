import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exploreScenario, newCoverage, shortStrikes } from '../../explorer/explore.js';
import { excuses } from '../../explorer/play/coverage.js';
import { scenarios } from '../../explorer/scenarios/scenarios.js';
import { callSites, declaredCalls, needlesslyInternal } from '../../explorer/sources/call-sites.js';
import { explored } from '../../explorer/sources/explored.js';

const struck = shortStrikes();

describe('the life of a session', () => {
  describe('with every fault at calls of every kind', () => {
    const coverage = newCoverage();
    const programs = explored();

    for (const scenario of scenarios)
      it(`${scenario.name}: every invariant holds`, () => exploreScenario(scenario, coverage, { struck }));

    const made = () => [...new Set(coverage.calls.map((call) => call.replace(/, finalizer .*/, '')))].sort();

    it('has a scenario for every call that the code makes, and knows them all', () => {
      assert.deepEqual(made(), programs.flatMap(callSites).sort());
    });

    it('has a scenario for every call that the code may make', () => {
      const calls = programs.flatMap(declaredCalls);
      assert.ok(calls.length > 0);
      assert.deepEqual(
        calls.filter(({ parts, name }) => !parts.some((part) => made().includes(`${part}: ${name}`))),
        [],
      );
    });

    it('has no needless entry in its list of calls inside the operator', () => {
      assert.deepEqual(programs.flatMap(needlesslyInternal), []);
    });

    it('tries every fault at every kind of call, or says why it cannot strike there', (test) => {
      test.diagnostic(`\n${coverage.table()}`);
      const { runs, idleRuns, idleCells } = coverage;
      test.diagnostic(
        `in ${idleRuns} of ${runs} runs the fault changed nothing; in all of these: ${idleCells.join('; ')}`,
      );
      assert.deepEqual(coverage.gaps(excuses), []);
      assert.deepEqual(coverage.needlessExcuses(excuses), []);
    });
  });
});
