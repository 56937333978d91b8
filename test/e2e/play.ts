import type { Scenario } from './scenarios/scenario.js';
import type { Stage } from './stage.js';

const { TINTYPE_TEST_UNTIL: seconds = 'Infinity' } = process.env;

/** In milliseconds of the epoch: scenarios that would start later are skipped, so that CI ends in time. */
export const startsUntil = Number(seconds) * 1000;

export const isTimeLeft = (): boolean => Date.now() < startsUntil;

const failureOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

const stateOf = async (stage: Stage): Promise<string> => {
  const asked = [
    ['get', 'pods,bs,bp,jobs,pvc', '-o', 'wide'],
    ['get', 'events', '--sort-by=.lastTimestamp'],
    ...['api', 'operator', 'browser-node', 'nats', 'install'].map((component) => [
      'logs',
      '--prefix',
      '--tail=40',
      '--all-containers',
      '--ignore-errors',
      '-l',
      `app.kubernetes.io/component=${component}`,
    ]),
  ];
  const answers = await Promise.all(asked.map((args) => stage.kubectl(...args).catch((error) => error.message)));
  return answers.map((answer) => answer.split('\n').slice(-150).join('\n')).join('\n----\n');
};

/** Far more than any scenario takes; one that never ends fails too. */
const maxMs = 900_000;

const inTime = async <T>(done: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`it did not end within ${maxMs / 1000} s`)), maxMs);
  return Promise.race([done, late.promise]).finally(() => clearTimeout(timer));
};

/** Plays them one after the other and prints a line for each. Returns the number of failures. */
export const play = async (stage: Stage, scenarios: readonly Scenario[]): Promise<number> => {
  let failed = 0;
  let passed = 0;
  const leftOut: string[] = [];
  for (const { name, play: act, isNeeded } of scenarios) {
    if (!isTimeLeft()) {
      leftOut.push(name);
      continue;
    }
    const begin = performance.now();
    const seconds = () => `${((performance.now() - begin) / 1000).toFixed(1).padStart(7)} s`;
    try {
      const measured = await inTime(act(stage));
      passed += 1;
      console.log(`ok     ${seconds()}  ${name}${typeof measured === 'string' ? `: ${measured}` : ''}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED ${seconds()}  ${name}\n${failureOf(error)}\n${await stateOf(stage)}`);
      if (isNeeded) break;
      // Its open sessions would count for the next scenarios.
      await stage.kubectl('delete', 'bs', '--all', '--timeout=60s').catch(() => undefined);
    }
  }
  for (const name of leftOut) console.log(`skipped, no time is left: ${name}`);
  console.log(`${passed} passed, ${failed} failed${leftOut.length > 0 ? `, ${leftOut.length} skipped` : ''}`);
  return failed;
};
