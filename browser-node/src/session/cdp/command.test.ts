import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCommand } from './command.js';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const withParams = (params: string) => `{"id":1,"method":"Page.enable","params":${params}}`;

describe('a message of a DevTools client', () => {
  it('is a command with what a command has, and nothing else', () => {
    assert.deepEqual(readCommand('{"id":0,"method":"Page.enable"}'), { id: 0, method: 'Page.enable', params: {} });
    assert.deepEqual(
      readCommand('{"id":7,"method":"A.b","params":{"c":[1]},"sessionId":"S","more":1,"__proto__":{}}'),
      {
        ...{ id: 7, method: 'A.b', params: { c: [1] }, sessionId: 'S' },
      },
    );
  });

  it('of a name twice has what the browser hears', () => {
    const said = readCommand('{"id":1,"method":"Page.enable","method":"Page.crash","params":{"a":1,"a":2}}');
    assert.deepEqual(said, { id: 1, method: 'Page.crash', params: { a: 2 } });
  });

  it('may be so deep, and no deeper', () => {
    assert.ok(readCommand(withParams(`{"x":${nested(195)}}`)));
    for (const levels of [205, 300, 100_000])
      assert.equal(readCommand(withParams(`{"x":${nested(levels)}}`)), undefined);
  });

  it('may be wide', () => {
    assert.ok(readCommand(withParams(`{"x":[${Array(300_000).fill('[]').join(',')}]}`)));
  });
});
