import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';

const createLog = `import { createLog } from ${JSON.stringify(new URL('log.js', import.meta.url).href)};`;

it('the log has a warning, and the lines before it, also if the program is killed in the same turn', () => {
  const script = `const log = createLog('test'); log.info('first'); log.child({ a: 1 }).warn('cause');
    process.kill(process.pid, 'SIGKILL');`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', createLog + script]);
  const lines = stdout.toString().trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    ['first', 'cause'],
  );
});
