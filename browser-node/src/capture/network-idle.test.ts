import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { CdpSession } from '../browser/cdp/connection.js';
import { NetworkIdle } from './network-idle.js';

const start = ({ mock }: TestContext) => {
  mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const session = new CdpSession(async () => ({}) as never);
  const idle = new NetworkIdle(session);
  let last = 0;
  const send = (type: string, url = `https://x.test/${last}`, method = 'GET') => {
    last += 1;
    session.emit('Network.requestWillBeSent', { requestId: String(last), type, request: { url, method } });
    return String(last);
  };
  const end = (requestId: string) => session.emit('Network.loadingFinished', { requestId });
  const respond = (requestId: string, type: string) => session.emit('Network.responseReceived', { requestId, type });
  const pass = (milliseconds: number) => mock.timers.tick(milliseconds);
  /** For how many milliseconds the network has been idle. */
  const idleFor = () => Date.now() - idle.idleSince;
  return { send, end, respond, pass, idleFor };
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

  it('counts polls in the first 3 s only, with any query', (context) => {
    const { send, end, pass, idleFor } = start(context);
    const poll = (time: number) => end(send('Fetch', `https://x.test/poll?t=${time}`));
    poll(1);
    pass(1000);
    poll(2);
    pass(2500);
    poll(3);
    assert.equal(idleFor(), 2500);
    send('Fetch', 'https://x.test/poll', 'POST');
    assert.equal(idleFor(), 0);
  });
});
