import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { CdpSession } from '../cdp/connection.js';
import { PausedRequests } from './paused-requests.js';

const start = () => {
  const sent: [string, unknown][] = [];
  const session = new CdpSession(async (method, params) => {
    sent.push([method.replace('Fetch.', ''), params]);
    return {} as never;
  });
  const requests = new PausedRequests(session, 'main');
  const paused = (resourceType: string, frameId: string) => {
    session.emit('Fetch.requestPaused', { requestId: '1', resourceType, frameId });
    return sent.at(-1)?.[0];
  };
  return { session, sent, requests, paused };
};

describe('PausedRequests', () => {
  it('continues every request while it answers passwords', async () => {
    const { session, sent, requests, paused } = start();
    await requests.answerAuth(() => ({ response: 'CancelAuth' }));
    assert.equal(paused('Document', 'main'), 'continueRequest');
    session.emit('Fetch.authRequired', { requestId: '2' });
    const answer = { requestId: '2', authChallengeResponse: { response: 'CancelAuth' } };
    assert.deepEqual(sent.at(-1), ['continueWithAuth', answer]);
  });

  it('refuses only documents of the main frame, and answers each request once', async () => {
    const { sent, requests, paused } = start();
    await requests.answerAuth(() => ({ response: 'CancelAuth' }));
    await requests.refuseDocuments();
    // A second Fetch.enable replaces the first, so it must keep passwords.
    assert.deepEqual(sent.at(-1), ['enable', { handleAuthRequests: true }]);
    const before = sent.length;
    assert.equal(paused('Document', 'main'), 'failRequest');
    assert.equal(paused('Document', 'an iframe'), 'continueRequest');
    assert.equal(paused('Image', 'main'), 'continueRequest');
    assert.equal(sent.length, before + 3);
  });

  it('blocks, answers or continues what a filter judges, but never the main document', async () => {
    const { sent, requests, paused } = start();
    await requests.filter(({ resourceType }) => {
      if (resourceType === 'Script') return { stub: { contentType: 'text/javascript', body: '' } };
      return resourceType === 'Font' ? 'continue' : 'block';
    });
    assert.deepEqual(sent.at(-1), ['enable', { patterns: [{ urlPattern: '*' }] }]);
    assert.equal(paused('Document', 'main'), 'continueRequest');
    assert.equal(paused('Document', 'an iframe'), 'failRequest');
    assert.equal(paused('Image', 'main'), 'failRequest');
    assert.equal(paused('Font', 'main'), 'continueRequest');
    assert.equal(paused('Script', 'main'), 'fulfillRequest');
  });

  it('asks filters in order until one does not continue', async () => {
    const { requests, paused } = start();
    await requests.filter(({ resourceType }) => (resourceType === 'Image' ? 'block' : 'continue'));
    await requests.filter(({ resourceType }) => (resourceType === 'Font' ? 'block' : 'continue'));
    assert.deepEqual(
      ['Image', 'Font', 'Script'].map((type) => paused(type, 'main')),
      ['failRequest', 'failRequest', 'continueRequest'],
    );
  });

  it('adds headers in place of those of the same name', async () => {
    const { session, sent, requests } = start();
    await requests.addHeaders(async ({ request }) =>
      request.url === 'own' ? { 'X-Token': 'a', ACCEPT: 'b' } : undefined,
    );
    assert.deepEqual(sent.at(-1), ['enable', { patterns: [{ urlPattern: '*' }] }]);
    const pause = async (url: string) => {
      const request = { url, headers: { Accept: '*', Referer: 'r' } };
      session.emit('Fetch.requestPaused', { requestId: '1', resourceType: 'Document', frameId: 'main', request });
      await setImmediate();
      return sent.at(-1)?.[1];
    };
    const headers = [
      { name: 'Referer', value: 'r' },
      { name: 'X-Token', value: 'a' },
      { name: 'ACCEPT', value: 'b' },
    ];
    assert.deepEqual(await pause('own'), { requestId: '1', headers });
    assert.deepEqual(await pause('other'), { requestId: '1' });
  });
});
