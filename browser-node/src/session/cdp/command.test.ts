import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { limits } from '@tintype/contracts';
import { readCommand } from './command.js';

const read = (text: string) => {
  const answer = readCommand(Buffer.from(text));
  return 'command' in answer ? answer.command : answer.fault;
};

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const withParams = (params: string) => `{"id":1,"method":"Page.enable","params":${params}}`;

describe('a message of a DevTools client', () => {
  it('is a command with what a command has, and nothing else', () => {
    assert.deepEqual(read('{"id":0,"method":"Page.enable"}'), { id: 0, method: 'Page.enable', params: {} });
    assert.deepEqual(read('{"id":7,"method":"A.b","params":{"c":[1]},"sessionId":"S","more":1,"__proto__":{}}'), {
      id: 7,
      method: 'A.b',
      params: { c: [1] },
      sessionId: 'S',
    });
  });

  it('takes the last value of a repeated field, as the browser does', () => {
    const said = read('{"id":1,"method":"Page.enable","method":"Page.crash","params":{"a":1,"a":2}}');
    assert.deepEqual(said, { id: 1, method: 'Page.crash', params: { a: 2 } });
  });

  it('may have 200 levels', () => {
    assert.equal(typeof read(withParams(`{"x":${nested(195)}}`)), 'object');
    for (const levels of [205, 300, 100_000]) assert.equal(read(withParams(`{"x":${nested(levels)}}`)), 'malformed');
  });

  it('is refused above the limit of values, which ignores the content of strings', () => {
    const wide = (values: number) => withParams(`{"x":[${Array(values).fill('0').join(',')}]}`);
    // One comma between three names each, and three opening brackets.
    const others = 4;
    assert.equal(typeof read(wide(limits.cdpMessageValues - others)), 'object');
    assert.equal(read(wide(limits.cdpMessageValues)), 'tooLarge');
    assert.equal(typeof read(withParams(`{"x":${JSON.stringify('[,'.repeat(limits.cdpMessageValues))}}`)), 'object');
  });

  it('is not parsed if it has too many values', () => {
    // Not JSON: a parser would call it malformed.
    assert.equal(read(`${'[],'.repeat(limits.cdpMessageValues)}!`), 'tooLarge');
  });
});
