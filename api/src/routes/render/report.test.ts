import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { checkFailures, errorOf, type ReportedOutput } from './report.js';

it('throws a failure of all outputs, else logs those of ours with their cause', () => {
  const lines: object[] = [];
  const cause = new Error('no connection');
  const errors = [cause, new TintypeError('unavailable', undefined, { cause }), new TintypeError('page_failed')];
  const failed = errors.map((error): ReportedOutput => ({ endpoint: 'pdf', error: errorOf(error) }));
  const context = { log: { warn: (line: object) => void lines.push(line) }, requestId: 'req_1' };
  assert.throws(() => checkFailures(failed, context), { code: 'internal' });
  assert.deepEqual(lines, []);
  checkFailures([...failed, { endpoint: 'image', outcome: {} as never, url: '' }], context);
  assert.deepEqual(
    lines,
    ['internal', 'unavailable'].map((code) => ({ err: cause, code, endpoint: 'pdf', requestId: 'req_1' })),
  );
});
