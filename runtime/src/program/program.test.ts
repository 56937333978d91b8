import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

const imports = `
  import { onShutdown, runProgram } from ${here('program.js')};
  import { ConfigError } from ${here('settings.js')};
  const alive = setInterval(() => {}, 1000);
  const say = (text) => process.stdout.write(text + '\\n');
`;

/** Calls `act` with each line of output. */
const run = async (script: string, act: (line: string, child: ChildProcess) => void = () => undefined) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', imports + script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // A program that never ends must not block the tests.
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  let output = '';
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) act(line, child);
  });
  const [code] = await once(child, 'close');
  return { code: code as number | null, output };
};

const on = (wanted: string, signal: NodeJS.Signals) => (line: string, child: ChildProcess) => {
  if (line === wanted) child.kill(signal);
};

describe('onShutdown', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`stops in order on ${signal}, and gets the signal`, async () => {
      const script = `onShutdown({ hardMs: 60_000, stop: async (signal) => say('stopped by ' + signal) }); say('up');`;
      const { code, output } = await run(script, on('up', signal));
      assert.deepEqual([code, output], [0, `up\nstopped by ${signal}\n`]);
    });
  }

  const hangs = `stop: () => { say('stopping'); return new Promise(() => {}); }`;

  it('ends at once on a second signal', async () => {
    const script = `onShutdown({ hardMs: 60_000, ${hangs} }); say('up');`;
    const { code } = await run(script, (line, child) => {
      if (line === 'up') child.kill('SIGTERM');
      const again = line === 'stopping' && setInterval(() => child.kill('SIGTERM'), 50);
      if (again) child.once('exit', () => clearInterval(again));
    });
    assert.equal(code, 1);
  });

  it('takes a signal that arrives twice within 250 ms as one', async () => {
    const script = `onShutdown({ hardMs: 60_000, stop: async () => { say('stopping'); await new Promise(setImmediate); say('done'); } });
      process.kill(process.pid, 'SIGTERM'); process.kill(process.pid, 'SIGINT');`;
    const { code, output } = await run(script);
    assert.deepEqual([code, output], [0, 'stopping\ndone\n']);
  });

  it('ends when draining takes too long', async () => {
    const { code } = await run(`onShutdown({ hardMs: 1, ${hangs} }); say('up');`, on('up', 'SIGTERM'));
    assert.equal(code, 1);
  });

  it('ends with 1 when it cannot stop', async () => {
    const script = `onShutdown({ hardMs: 60_000, stop: async () => { throw new Error('no'); } }); say('up');`;
    assert.equal((await run(script, on('up', 'SIGTERM'))).code, 1);
  });
});

describe('runProgram', () => {
  const program = (start: string) => `await runProgram({ name: 'test', hardMs: 60_000, start: ${start} });`;
  const logged = (output: string) =>
    output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { level: string; msg: string; program: string });

  it('starts, and drains on a signal', async () => {
    const start = `async () => { say('up'); return { stop: async () => say('drained') }; }`;
    const { code, output } = await run(program(start), on('up', 'SIGTERM'));
    assert.equal(code, 0);
    assert.match(output, /drained/);
    assert.deepEqual(
      logged(output).map(({ program: name, msg }) => [name, msg]),
      [
        ['test', 'stopping'],
        ['test', 'stopped'],
      ],
    );
  });

  it('waits for a signal, even if nothing else keeps it alive', async () => {
    const start = `async () => {
      clearInterval(alive);
      setTimeout(() => say('idle'), 20).unref();
      return { stop: async () => say('drained') };
    }`;
    const { code, output } = await run(program(start), on('idle', 'SIGTERM'));
    assert.equal(code, 0);
    assert.match(output, /drained/);
  });

  it('finishes its start before it drains', async () => {
    const start = `async () => {
      say('starting');
      await new Promise((resolve) => process.once('SIGTERM', () => setImmediate(resolve)));
      say('started');
      return { stop: async () => say('drained') };
    }`;
    const { code, output } = await run(program(start), on('starting', 'SIGTERM'));
    assert.equal(code, 0);
    assert.match(output, /started\n[\s\S]*drained/);
  });

  it('ends at once if it still waits for something in its start', async () => {
    const start = `(log, stopping) => new Promise((_, reject) => {
      stopping.addEventListener('abort', () => reject(stopping.reason));
      say('waiting');
    })`;
    const { code, output } = await run(program(start), on('waiting', 'SIGTERM'));
    assert.equal(code, 0);
    assert.deepEqual(
      logged(output).map(({ level, msg }) => [level, msg]),
      [
        ['info', 'stopping'],
        ['info', 'stopped'],
      ],
    );
  });

  it('exits with 1 when its start fails after a signal for another reason', async () => {
    const start = `(log, stopping) => new Promise((_, reject) => {
      stopping.addEventListener('abort', () => reject(new Error('no')));
      say('waiting');
    })`;
    const { code, output } = await run(program(start), on('waiting', 'SIGTERM'));
    assert.equal(code, 1);
    assert.match(output, /cannot start/);
  });

  it('exits with 1 and logs the reason when it cannot drain', async () => {
    const start = `async () => { say('up'); return { stop: async () => { throw new Error('stuck'); } }; }`;
    const { code, output } = await run(program(start), on('up', 'SIGTERM'));
    assert.equal(code, 1);
    assert.deepEqual(
      logged(output).map(({ level, msg }) => [level, msg]),
      [
        ['info', 'stopping'],
        ['error', 'the shutdown failed'],
      ],
    );
    assert.match(output, /stuck/);
  });

  const failures: [what: string, start: string, code: number, message: string][] = [
    ['78 for a configuration that cannot be read', `() => { throw new ConfigError('Set X.'); }`, 78, 'Set X.'],
    ['78 for a configuration that cannot work', `async () => { throw new ConfigError('Set X.'); }`, 78, 'Set X.'],
    ['1 for anything else', `async () => { throw new Error('no'); }`, 1, 'cannot start'],
    [
      '1 for an uncaught exception',
      `async () => { setImmediate(() => { throw new Error('no'); }); return { stop: async () => {} }; }`,
      1,
      'uncaught exception',
    ],
    [
      '1 for an unhandled rejection',
      `async () => { Promise.reject(new Error('no')); return { stop: async () => {} }; }`,
      1,
      'uncaught exception',
    ],
  ];
  for (const [what, start, code, message] of failures) {
    it(`exits with ${what}`, async () => {
      const result = await run(program(start));
      assert.equal(result.code, code);
      assert.deepEqual(
        logged(result.output).map(({ level, msg }) => [level, msg]),
        [['fatal', message]],
      );
    });
  }
});
