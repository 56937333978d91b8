import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CdpSession } from '../../browser/cdp/connection.js';
import type { Run } from '../run.js';
import { watchTraffic } from './watch-traffic.js';

const mebibyte = 2 ** 20;

const start = () => {
  const sent: string[] = [];
  const session = new CdpSession(async (method) => {
    sent.push(method);
    return {} as never;
  });
  const activity = { document: 'document', giveUp: () => sent.push('given up') };
  const warnings: string[] = [];
  const over = new AbortController();
  watchTraffic({ page: { session, activity }, warnings } as unknown as Run, over.signal);
  const came = (requestId: string, dataLength: number) =>
    session.emit('Network.dataReceived', { requestId, dataLength });
  const message = () => session.emit('Network.eventSourceMessageReceived', { data: 'x' });
  const asked = (url: string) => session.emit('Network.requestWillBeSent', { request: { url } });
  return { sent, warnings, over, came, message, asked };
};

const stopped = ['given up', 'Network.disable', 'Page.stopLoading'];

describe('watchTraffic', () => {
  it('stops a page above 128 MiB, and a document above 8, once', () => {
    for (const [request, most] of [
      ['picture', 128],
      ['document', 8],
    ] as const) {
      const { sent, warnings, came } = start();
      came(request, most * mebibyte);
      assert.deepEqual(sent, []);
      came(request, 1);
      came(request, 1);
      assert.deepEqual([sent, warnings.length], [stopped, 1]);
    }
  });

  it('stops a flood of messages', () => {
    const { sent, message } = start();
    for (let i = 0; i < 20_000; i += 1) message();
    assert.deepEqual(sent, []);
    message();
    assert.deepEqual(sent, stopped);
  });

  it('stops a page that requests URLs endlessly', () => {
    const { sent, asked } = start();
    for (let i = 0; i < 128; i += 1) asked('x'.repeat(mebibyte));
    assert.deepEqual(sent, []);
    asked('x');
    assert.deepEqual(sent, stopped);
  });

  it('counts only during the render', () => {
    const { sent, over, came } = start();
    over.abort();
    came('picture', 1000 * mebibyte);
    assert.deepEqual(sent, []);
  });
});
