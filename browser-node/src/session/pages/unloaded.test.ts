import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { PageState } from './page-state.js';
import { noteUnloaded } from './unloaded.js';

const page = {} as Page;

const notesOf = (errorText: string, address = 'http://10.0.0.1/', actedOn = page) => {
  const state = Object.assign(new PageState(), { actedOn });
  state.unloaded = { page, address, errorText };
  noteUnloaded(state, (hostname, port) => (hostname === '10.0.0.1' && port === 80 ? 'blocked' : undefined));
  assert.equal(state.unloaded, undefined);
  return state.journal.take();
};

describe('a page that failed to load', () => {
  it('is noted with the reason that goto gives', () => {
    const [note = ''] = notesOf('net::ERR_EMPTY_RESPONSE');
    assert.match(note, /^http:\/\/10\.0\.0\.1\/ failed to load\. The page's address is private or blocked/);
    assert.match(String(notesOf('net::ERR_NAME_NOT_RESOLVED', 'http://nowhere/')), /host name .* does not resolve/);
  });

  it('is not noted if it is a client’s', () => {
    assert.deepEqual(notesOf('net::ERR_EMPTY_RESPONSE', 'http://10.0.0.1/', {} as Page), []);
  });

  it('is not noted if a server answered or redirected out of the web', () => {
    for (const name of ['INVALID_AUTH_CREDENTIALS', 'HTTP_RESPONSE_CODE_FAILURE', 'UNSAFE_REDIRECT'])
      assert.deepEqual(notesOf(`net::ERR_${name}`), []);
  });
});
