import assert from 'node:assert/strict';
import { on } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { scenarios } from '../../explorer/scenarios/scenarios.js';
import type { CoverageReport, Outcome } from '../../explorer/short-thread.js';
import { callSites, declaredCalls, needlesslyInternal } from '../../explorer/sources/call-sites.js';
import { explored } from '../../explorer/sources/explored.js';

describe('the life of a session', () => {
  describe('with every fault at calls of every kind', () => {
    const programs = explored();
    const thread = new Worker(new URL('../../explorer/short-thread.js', import.meta.url));
    const messages = on(thread, 'message', { close: ['exit'] });
    let coverage: CoverageReport;

    const next = async (): Promise<Outcome | CoverageReport> => {
      const { value, done } = await messages.next();
      assert.ok(!done, 'the thread has ended');
      return value[0];
    };

    const outcomeOf = async (name: string): Promise<Outcome> => {
      for (;;) {
        const outcome = await next();
        if ('scenario' in outcome && outcome.scenario === name) return outcome;
      }
    };

    after(() => thread.terminate());

    for (const { name } of scenarios)
      it(`${name}: every invariant holds`, async () => {
        const { failure } = await outcomeOf(name);
        if (failure) throw failure;
      });

    describe('leaves no call out, and', () => {
      before(async () => {
        let report = await next();
        while (!('table' in report)) report = await next();
        coverage = report;
      });

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
        test.diagnostic(`\n${coverage.table}`);
        const { runs, idleRuns, idleCells, gaps, needlessExcuses } = coverage;
        test.diagnostic(
          `in ${idleRuns} of ${runs} runs the fault changed nothing; in all of these: ${idleCells.join('; ')}`,
        );
        assert.deepEqual(gaps, []);
        assert.deepEqual(needlessExcuses, []);
      });
    });
  });
});
