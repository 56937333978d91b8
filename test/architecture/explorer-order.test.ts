import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commandFrom, UsageError } from '../explorer/command.js';
import { progressReporter } from '../explorer/explore.js';
import { scenarios } from '../explorer/scenarios/scenarios.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const main = fileURLToPath(new URL('../explorer/main.js', import.meta.url));
const [scenario] = scenarios;
const name = scenario?.name ?? '';

/** The exit code and the output of the command. */
const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
};

describe('the command line of the explorer', () => {
  it('asks for everything by default', () => assert.deepEqual(commandFrom([]), { what: 'everything' }));

  it('takes a seed, seeds, a scenario, and a fault at a call of one', () => {
    assert.deepEqual(commandFrom(['--seed', '17']), { what: 'seed', seed: 17 });
    assert.deepEqual(commandFrom(['--seeds', '0-1000000']), { what: 'seeds', from: 0, to: 1_000_000 });
    assert.deepEqual(commandFrom(['--case', name]), { what: 'case', scenario });
    const order = commandFrom(['--case', `${name}/3/times out`]);
    assert.ok(order.what === 'case' && order.scenario === scenario);
    assert.equal(order.strike?.at, 3);
    assert.equal(order.strike?.fault.name, 'times out');
  });

  const wrong: [why: string, args: string[], message: RegExp][] = [
    ['a seed that is no number', ['--seed', 'many'], /SEED is a whole number .* "many"/],
    ['no seed', ['--seed', ''], /SEED is a whole number .* ""/],
    ['a seed below zero', ['--seed=-1'], /SEED is a whole number .* "-1"/],
    ['half a seed', ['--seed', '1.5'], /SEED is a whole number/],
    ['a seed that is another one', ['--seed', '4294967296'], /from 0 to 4294967295/],
    ['one end of seeds', ['--seeds', '17'], /<from>-<to>/],
    ['three ends of seeds', ['--seeds', '1-2-3'], /<from>-<to>/],
    ['an open end of seeds', ['--seeds', '5-'], /The end of SEEDS .* ""/],
    ['seeds that are no numbers', ['--seeds', 'a-b'], /The first of SEEDS .* "a"/],
    ['seeds backwards', ['--seeds', '10-5'], /ends before it begins: 10-5/],
    ['an empty seed, as of `make explore SEED=`', ['--seed='], /SEED is a whole number .* not ""/],
    ['no seeds', ['--seeds', '5-5'], /ends before it begins/],
    ['an unknown scenario', ['--case', 'nothing happens'], /no scenario "nothing happens", but:\n {2}\w/],
    ['an unknown fault', ['--case', `${name}/0/is bored`], /no fault "is bored", but:\n {2}crashes before/],
    ['a call without a fault', ['--case', `${name}/0`], /<number of a call>\/<fault>/],
    ['a call that is no number', ['--case', `${name}/first/times out`], /<number of a call>\/<fault>/],
    ['a case with more words', ['--case', `${name}/0/times out/twice`], /<number of a call>\/<fault>/],
    ['two things at once', ['--seed', '1', '--seeds', '1-2'], /Either SEED \(--seed\) or SEEDS \(--seeds\)/],
    ['an unknown option', ['--sed', '1'], /'--sed'/],
    ['what belongs to no option', ['17'], /'17'/],
    ['an option without a value', ['--seed'], /'--seed/],
  ];
  for (const [why, args, message] of wrong)
    it(`refuses ${why}`, () =>
      assert.throws(
        () => commandFrom(args),
        (error: unknown) => error instanceof UsageError && message.test(error.message),
      ));

  it('says how it is used, and exits with 0', () => {
    const { status, stdout, stderr } = run('--help');
    assert.equal(status, 0);
    assert.match(stdout, /make explore SEED=17/);
    assert.equal(stderr, '');
  });

  it('says what is wrong and where to read how it is used, and exits with 2', () => {
    const { status, stdout, stderr } = run('--seeds', '9-3');
    assert.equal(status, 2);
    assert.equal(stdout, '');
    assert.match(stderr, /^SEEDS ends before it begins: 9-3.*\n\n.*`make explore`, after(.*\n)+.*CASE=/);
  });

  it('shows the numbers of calls, and what can strike at each', () => {
    const { status, stdout, stderr } = run('--case', name);
    assert.equal(status, 0);
    assert.match(stdout, /^crashes before, nobody leads: 3-\d+, \d+-\d+\n(.*\n)*times out: 0-\d+$/m);
    assert.match(stdout, /^0\.000 s {2}next act: create$/m);
    assert.match(stdout, /^0\.000 s {2}call 0: client 1: slots\.take → \{"state"/m);
    assert.equal(stderr, '');
    const struck = run('--case', `${name}/0/times out`);
    assert.match(struck.stdout, /^0\.000 s {2}call 0: fault: times out \(client 1: slots\.take\)$/m);
  });

  it('says what it was that failed, and that nothing was charged', () => {
    const { stdout } = run('--case', 'the API server refuses every pod');
    assert.match(stdout, /call \d+: operator 1: store\.create Pod, which fails: Invalid: no pod is accepted here$/m);
    assert.match(stdout, /^nothing was charged$/m);
  });

  it('gets all options from make', () => {
    const makes = (...args: string[]) =>
      spawnSync('make', ['-s', '-o', 'build', '-C', root, 'explore', ...args], { encoding: 'utf8' }).stderr;
    assert.match(makes('SEED=-1'), /^SEED is a whole number .* "-1"/);
    assert.match(makes("CASE=it's closed"), /^There is no scenario "it's closed"/);
  });

  it('says now and then how far it is, and nothing of what is over soon', () => {
    const lines: string[] = [];
    let now = 0;
    const progress = progressReporter(
      (line) => lines.push(line),
      () => now,
    );
    for (now = 0; now < 10_000; now += 100) progress(() => `at ${now}`);
    assert.deepEqual(lines, ['at 3000', 'at 6000', 'at 9000']);
  });

  it('refuses a call that a scenario does not make, and a fault that cannot strike there', () => {
    const absent = run('--case', `${name}/1000/times out`);
    assert.equal(absent.status, 2);
    assert.match(absent.stderr, /has \d+ calls, numbered from 0; there is no call 1000/);
    const unfit = run('--case', `${name}/0/crashes before, nobody leads`);
    assert.equal(unfit.status, 2);
    assert.match(unfit.stderr, /can't strike at call 0, api: slots\.take/);
  });
});
