import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameIn } from './captures.js';
import { copyFile } from './files.js';
import type { Z } from './platform.js';

/** Zapier's side, which gets this status for the file. */
const answering = (status: number) => {
  const z = { request: async () => ({ status }), stashFile: async () => 'stored', errors: { Error } };
  return z as unknown as Z;
};

const url = 'https://tintype.example/files/t/a.png';

describe('a file', () => {
  it('has the name in its link, also one with a bare percent sign', () => {
    assert.equal(nameIn('https://tintype.example/files/t/gr%C3%BCn.png'), 'grün.png');
    assert.equal(nameIn('https://tintype.example/files/t/100%.png?a=b'), '100%.png');
  });

  const refusals: [status: number, message: RegExp][] = [
    [404, /^The file is gone/],
    [500, /^The file cannot be read: tintype\.example answered 500\. Try the link/],
  ];
  for (const [status, message] of refusals)
    it(`that answers ${status} says what to do`, async () => {
      await assert.rejects(copyFile(answering(status), { authData: {}, inputData: { url } }), { message });
    });

  it('is copied', async () => {
    assert.equal(await copyFile(answering(200), { authData: {}, inputData: { url } }), 'stored');
  });
});
