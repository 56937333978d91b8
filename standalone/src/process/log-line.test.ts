import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNotable, readableLine, readLogLine } from './log-line.js';

const at = new Date(2026, 0, 2, 3, 4, 5);
const pino = (fields: object) => JSON.stringify({ level: 'warn', time: at.toISOString(), program: 'api', ...fields });

describe('log lines', () => {
  it('shows a line of a program by its message and fields', () => {
    const line = readLogLine(pino({ msg: 'slow store', ms: 12, bucket: 'results', note: 'two words' }));
    assert.equal(
      readableLine('api', line),
      '03:04:05 api          warn  slow store ms=12 bucket=results note="two words"',
    );
    assert.equal(isNotable(line), true);
  });

  it('shows only the message of an error', () => {
    const line = readLogLine(pino({ level: 'error', msg: 'render', err: { message: 'no page', stack: 'at x' } }));
    assert.equal(readableLine('api', line), '03:04:05 api          error render err="no page"');
  });

  it('reads the lines of nats-server', () => {
    const read = (level: string) => readLogLine(`[7] 2026/01/02 03:04:05.678901 [${level}] Server is ready`);
    assert.deepEqual([read('INF').level, read('WRN').level, read('ERR').level], ['info', 'warn', 'error']);
    assert.equal(read('INF').message, 'Server is ready');
  });

  for (const text of ['Segmentation fault', '{"level":"odd"}', '{ broken', '[1,2]', '']) {
    it(`takes ${JSON.stringify(text)} for a warning`, () => {
      const { level, message } = readLogLine(text);
      assert.deepEqual({ level, message }, { level: 'warn', message: text });
    });
  }

  it('removes bytes that move the cursor', () => {
    const line = readLogLine(pino({ msg: 'a\u001b[2Jb\nc\u202e', key: '\u0007' }));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    assert.doesNotMatch(readableLine('api', line), /[\u0000-\u001f\u202e]/);
  });
});
