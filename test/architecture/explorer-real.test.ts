import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type RealCounterpart, realCounterparts } from '../explorer/scenarios/real-counterparts.js';
import { scenarios } from '../explorer/scenarios/scenarios.js';
import { sessionHandScenarios } from '../kit/session-suite/hand-scenarios.js';
import { sessionPoolScenarios } from '../kit/session-suite/pool-scenarios.js';
import { sessionScenarios } from '../kit/session-suite/scenarios.js';

const built = join(import.meta.dirname, '..');
const filesIn = (folder: string) => readdirSync(join(built, folder), { recursive: true, encoding: 'utf8' });
const testFiles = [...filesIn('integration'), ...filesIn('long')].map((file) => `/${file.replace(/\.js$/, '.ts')}`);

describe('the scenarios of the explorer', () => {
  it('are each played on real servers too, or have a reason why not', () => {
    assert.ok(scenarios.length > 0);
    assert.deepEqual(Object.keys(realCounterparts).sort(), scenarios.map(({ name }) => name).sort());
  });

  it('name real scenarios and files of tests that there are', () => {
    const names = [...sessionScenarios, ...sessionHandScenarios, ...sessionPoolScenarios].map(({ name }) => name);
    const isThere = (entry: RealCounterpart): boolean => {
      if ('scenario' in entry) return names.includes(entry.scenario);
      return 'why' in entry || testFiles.some((file) => file.endsWith(`/${entry.file}`));
    };
    assert.deepEqual(
      Object.values(realCounterparts).filter((entry) => !isThere(entry)),
      [],
    );
  });
});
