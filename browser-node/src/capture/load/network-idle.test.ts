import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { CdpSession } from '../../browser/cdp/connection.js';
import { PausedRequests } from '../../browser/page/paused-requests.js';
import { NetworkIdle } from './network-idle.js';

const start = ({ mock }: TestContext) => {
  mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const session = new CdpSession(async () => ({}) as never);
  const idle = new NetworkIdle(session);
  idle.prepareFrame(session, new PausedRequests(session));
  let last = 0;
  const send = (type: string, url = `https://x.test/${last}`, postData?: string) => {
    last += 1;
    const body = postData === undefined ? { method: 'GET' } : { method: 'POST', hasPostData: true, postData };
    session.emit('Network.requestWillBeSent', { requestId: String(last), type, request: { url, ...body } });
    return String(last);
  };
  const end = (requestId: string) => session.emit('Network.loadingFinished', { requestId });
  const respond = (requestId: string, type: string) => session.emit('Network.responseReceived', { requestId, type });
  const pass = (milliseconds: number) => mock.timers.tick(milliseconds);
  /** For how many milliseconds the network has been idle. */
  const idleFor = () => Date.now() - idle.idleSince;
  const load = () => session.emit('Page.loadEventFired', { timestamp: 0 });
  return { idle, load, send, end, respond, pass, idleFor };
};

describe('NetworkIdle', () => {
  it('counts from the end of the last request', (context) => {
    const { send, end, pass, idleFor } = start(context);
    const [a, b] = [send('Script'), send('Fetch')];
    pass(1000);
    end(a);
    pass(100);
    assert.equal(idleFor(), 0);
    end(b);
    pass(300);
    assert.equal(idleFor(), 300);
    end('unknown');
    assert.equal(idleFor(), 300);
  });

  it('is not held by a long poll for more than 3 s, or by anything for more than 10', (context) => {
    const { send, pass, idleFor } = start(context);
    send('XHR');
    pass(3000);
    assert.equal(idleFor(), 0);
    pass(200);
    assert.equal(idleFor(), 200);
    send('Image');
    pass(10_000);
    assert.equal(idleFor(), 0);
    pass(100);
    assert.equal(idleFor(), 100);
  });

  it('counts no stream, socket, beacon or player', (context) => {
    const { send, respond, pass, idleFor } = start(context);
    for (const type of ['EventSource', 'WebSocket', 'Ping', 'Media']) send(type);
    const stream = send('Fetch');
    respond(stream, 'EventSource');
    pass(100);
    assert.equal(idleFor(), 100);
  });

  it('counts no poll from the third one on, 3 s after `load`, with any query', (context) => {
    const { load, send, end, pass, idleFor } = start(context);
    const poll = () => end(send('Fetch', `https://x.test/poll?t=${Date.now()}`));
    poll();
    pass(4000);
    poll();
    load();
    pass(2000);
    poll();
    assert.equal(idleFor(), 0);
    pass(1500);
    poll();
    assert.equal(idleFor(), 1500);
  });

  it('counts the first repetitions, and other bodies for the same address', (context) => {
    const { load, send, end, pass, idleFor } = start(context);
    load();
    pass(3500);
    for (const body of ['a', 'b', 'c', 'a']) {
      const request = send('Fetch', 'https://x.test/graphql', body);
      pass(100);
      assert.equal(idleFor(), 0);
      end(request);
    }
    send('Fetch', 'https://x.test/graphql', 'a');
    pass(100);
    assert.equal(idleFor(), 100);
  });

  it('counts the requests of frames of other sites', (context) => {
    const { idle, pass, idleFor } = start(context);
    const frame = new CdpSession(async () => ({}) as never);
    idle.prepareFrame(frame, new PausedRequests(frame));
    frame.emit('Network.requestWillBeSent', { requestId: 'f', type: 'Fetch', request: { url: 'https://y.test/' } });
    pass(1000);
    assert.equal(idleFor(), 0);
  });
});
