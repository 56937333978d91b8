import type { Scenario } from './scenarios/scenario.js';
import type { Stage } from './stage.js';

const { TINTYPE_TEST_UNTIL: seconds = 'Infinity' } = process.env;

/** Milliseconds of the epoch: what would begin later is left out, so that a run fits into the time of somebody else's. */
export const startsUntil = Number(seconds) * 1000;

/** Whether more may begin. */
export const isTimeLeft = (): boolean => Date.now() < startsUntil;

const failureOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** What somebody wants to know who was not there. */
const told = async (stage: Stage): Promise<string> => {
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

/** Far more than any of them takes; one that never ends is a failure, too. */
const mostMs = 900_000;

const inTime = async <T>(done: Promise<T>): Promise<T> => {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`it has not ended after ${mostMs / 1000} s`)), mostMs);
  return Promise.race([done, late.promise]).finally(() => clearTimeout(timer));
};

/** Plays them one after the other, with a line for each. Answers how many failed. */
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
      console.log(`FAILED ${seconds()}  ${name}\n${failureOf(error)}\n${await told(stage)}`);
      if (isNeeded) break;
      // What it left open would count for the next ones.
      await stage.kubectl('delete', 'bs', '--all', '--timeout=60s').catch(() => undefined);
    }
  }
  for (const name of leftOut) console.log(`left out, for there is no time left: ${name}`);
  console.log(`${passed} passed, ${failed} failed${leftOut.length > 0 ? `, ${leftOut.length} left out` : ''}`);
  return failed;
};
