import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CdpSession } from '../cdp/connection.js';
import { PageActivity } from './page-activity.js';

const main = 'main';

const start = () => {
  const session = new CdpSession(() => Promise.reject(new Error('nothing is sent')));
  const activity = new PageActivity(session, main);
  const sent = (requestId: string, type = 'Script', frameId = main, url = 'http://a.test/') =>
    session.emit('Network.requestWillBeSent', { requestId, frameId, type, request: { url } });
  const received = (requestId: string, type: string, frameId = main, status = 200) =>
    session.emit('Network.responseReceived', {
      requestId,
      frameId,
      type,
      response: { url: 'http://a.test/', status, mimeType: 'text/html' },
    });
  const lifecycle = (name: string, loaderId: string, frameId = main) =>
    session.emit('Page.lifecycleEvent', { name, loaderId, frameId });
  const finished = (requestId: string) => session.emit('Network.loadingFinished', { requestId });
  const failed = (requestId: string) => session.emit('Network.loadingFailed', { requestId });
  const stopped = (frameId = main) => session.emit('Page.frameStoppedLoading', { frameId });
  return { activity, sent, received, lifecycle, finished, failed, stopped };
};

describe('PageActivity', () => {
  it('is loaded by the load event of the current document only', () => {
    const { activity, lifecycle } = start();
    lifecycle('init', 'blank');
    lifecycle('load', 'blank');
    assert.equal(activity.loaded, true);
    activity.beginDocument('page');
    assert.equal(activity.loaded, false);
    lifecycle('load', 'blank');
    lifecycle('load', 'page', 'an iframe');
    assert.equal(activity.loaded, false);
    lifecycle('init', 'page');
    lifecycle('load', 'page');
    assert.equal(activity.loaded, true);
  });

  it('counts the ends of requests but those of pictures and fonts, each once', () => {
    const { activity, sent, finished, failed } = start();
    for (const type of ['Image', 'Font', 'XHR', 'Script']) sent(type, type);
    for (const type of ['Image', 'Font', 'XHR', 'XHR', 'another']) finished(type);
    failed('Script');
    assert.equal(activity.scriptableEnds, 2);
  });

  it('is not loaded after a navigation to another document', () => {
    const { activity, lifecycle } = start();
    activity.beginDocument('first');
    lifecycle('load', 'first');
    lifecycle('init', 'second');
    assert.equal(activity.loaded, false);
  });

  it('is loaded when its document stopped without a load event, and reports `brokenOff`', () => {
    const { activity, lifecycle, stopped, failed } = start();
    lifecycle('init', 'page');
    failed('page');
    stopped('an iframe');
    assert.equal(activity.loaded, false);
    stopped();
    assert.deepEqual([activity.loaded, activity.endedEarly, activity.failure], [true, true, undefined]);
    lifecycle('init', 'next');
    assert.deepEqual([activity.loaded, activity.endedEarly], [false, false]);
  });

  it('counts as loaded after it is given up, until the next document', () => {
    const { activity, lifecycle, sent } = start();
    lifecycle('init', 'page');
    sent('never');
    activity.giveUp();
    assert.deepEqual([activity.loaded, activity.quiet], [true, true]);
    lifecycle('init', 'next');
    assert.deepEqual([activity.loaded, activity.quiet], [false, false]);
  });

  it('is quiet, but not given up, when nothing waits for its parts', () => {
    const { activity, lifecycle, sent } = start();
    lifecycle('init', 'page');
    sent('picture');
    activity.ignoreParts();
    assert.deepEqual([activity.quiet, activity.ignoresParts, activity.givenUp], [true, true, false]);
    lifecycle('init', 'next');
    assert.deepEqual([activity.quiet, activity.ignoresParts], [false, false]);
  });

  it('is quiet when it has loaded without requests under way', () => {
    const { activity, lifecycle, sent, finished, failed } = start();
    activity.beginDocument('doc');
    sent('doc', 'Document');
    sent('a');
    sent('b');
    lifecycle('load', 'doc');
    assert.equal(activity.quiet, false);
    finished('a');
    failed('b');
    assert.equal(activity.quiet, true);
  });

  it('does not wait for the script of a worker, whose end nothing reports', () => {
    const { activity, sent, lifecycle } = start();
    activity.beginDocument('page');
    lifecycle('load', 'page');
    sent('588965B7B28E56825C629B3CCBAB6E65');
    assert.equal(activity.quiet, true);
    sent('1499.2');
    assert.equal(activity.quiet, false);
  });

  it('does not wait for endless requests', () => {
    const { activity, lifecycle, sent, received } = start();
    activity.beginDocument('doc');
    lifecycle('load', 'doc');
    for (const type of ['WebSocket', 'EventSource', 'Media', 'Ping']) sent(type, type);
    sent('stream', 'Fetch');
    received('stream', 'EventSource');
    assert.equal(activity.quiet, true);
  });

  it('knows of requests of any kind that hold the time, such as a beacon', () => {
    const { activity, lifecycle, sent, received, finished, failed } = start();
    activity.beginDocument('doc');
    sent('doc', 'Document');
    lifecycle('load', 'doc');
    assert.equal(activity.holdsTime, false);
    sent('beacon', 'Ping');
    sent('stream', 'Fetch');
    received('stream', 'EventSource');
    assert.deepEqual([activity.quiet, activity.holdsTime], [true, true]);
    finished('stream');
    assert.equal(activity.holdsTime, true);
    failed('beacon');
    assert.equal(activity.holdsTime, false);
    sent('beacon of an old document', 'Ping');
    activity.beginDocument('next');
    assert.equal(activity.holdsTime, false);
  });

  it('knows the status of the main document and its URL after redirects', () => {
    const { activity, sent, received } = start();
    sent('doc', 'Document', main, 'http://a.test/1');
    sent('doc', 'Document', main, 'http://b.test/2');
    sent('frame', 'Document', 'an iframe', 'http://c.test/');
    received('frame', 'Document', 'an iframe', 500);
    const before = activity.status;
    received('doc', 'Document', main, 404);
    assert.deepEqual([before, activity.requestedUrl, activity.status], [undefined, 'http://b.test/2', 404]);
  });

  it('notifies waiters, and stops waiting at the signal', async () => {
    const { activity, lifecycle } = start();
    activity.beginDocument('doc');
    const waiting = activity.until(() => activity.loaded, AbortSignal.timeout(60_000));
    lifecycle('load', 'doc');
    await waiting;
    const controller = new AbortController();
    const inVain = assert.rejects(activity.until(() => false, controller.signal));
    controller.abort();
    await inVain;
  });

  it('is quiet in spite of requests that a wait gave up, until the next document', () => {
    const { activity, sent, lifecycle, finished } = start();
    lifecycle('init', 'page');
    lifecycle('load', 'page');
    sent('hanging', 'Image');
    assert.equal(activity.quiet, false);
    activity.leaveHanging();
    assert.deepEqual([activity.quiet, activity.hangs], [true, true]);
    sent('another', 'Image');
    assert.equal(activity.quiet, false);
    finished('another');
    finished('hanging');
    assert.deepEqual([activity.quiet, activity.hangs, activity.isSlow], [true, false, true]);
    activity.beginDocument('next');
    assert.equal(activity.isSlow, false);
  });
});
