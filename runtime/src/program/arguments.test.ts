import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { exitUsage, parseArguments } from './arguments.js';

const parse = (line: string, known: Parameters<typeof parseArguments>[1] = {}) =>
  parseArguments(line.split(' ').filter(Boolean), known);

const tasks = ['setup', 'drain'];

describe('parseArguments', () => {
  it('reads flags and a task', () => {
    assert.deepEqual(parse(''), { flags: new Set(), task: '' });
    assert.deepEqual(parse('--fast', { flags: ['fast'] }), { flags: new Set(['fast']), task: '' });
    assert.deepEqual(parse('drain', { tasks }), { flags: new Set(), task: 'drain' });
  });

  it('answers help before it refuses a word', () => {
    for (const line of ['--help', '-h', '--nope --help', 'setup -h']) assert.equal(parse(line, { tasks }), 'help');
  });

  for (const [line, known, fault] of [
    ['--nope', {}, 'Unknown option --nope.'],
    ['-x', { tasks }, 'Unknown option -x.'],
    ['nope', {}, 'Unknown argument nope.'],
    ['nope', { tasks }, 'Unknown task nope: use one of setup, drain.'],
    ['', { tasks }, 'A task is missing: use one of setup, drain.'],
    ['setup drain', { tasks }, 'Unknown argument drain.'],
  ] as const) {
    it(`refuses "${line}": ${fault}`, () => assert.deepEqual(parse(line, known), { fault }));
  }
});

describe('readArguments', () => {
  const module = JSON.stringify(new URL('arguments.js', import.meta.url).href);
  const script = `
    const { readArguments } = await import(${module});
    const { flags } = readArguments({ usage: 'Usage: x', flags: ['fast'] });
    console.log([...flags].join());
  `;
  const run = (...words: string[]) => {
    const options = { encoding: 'utf8', timeout: 60_000 } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', script, '--', 'program', ...words], options);
    return [status, stdout, stderr];
  };

  it('prints the usage and exits with 0', () => assert.deepEqual(run('--help'), [0, 'Usage: x\n', '']));

  it('refuses an unknown option with the usage, and exits with 64', () =>
    assert.deepEqual(run('--nope'), [exitUsage, '', 'Unknown option --nope.\n\nUsage: x\n']));

  it('returns the flags', () => assert.deepEqual(run('--fast'), [0, 'fast\n', '']));
});
