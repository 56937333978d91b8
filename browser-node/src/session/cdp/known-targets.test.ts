import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isTargetVisible, withoutHiddenTargets } from './known-targets.js';

const target = (type: string, url: string) => ({ type, url });
const page = target('page', 'https://example.com/');

const secrets = [
  target('page', 'chrome://version/'),
  target('page', 'CHROME://version/'),
  target('iframe', 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/index.html'),
  target('service_worker', 'chrome-extension://x/worker.js'),
  target('other', 'devtools://devtools/bundled/inspector.html'),
  target('webview', 'chrome-untrusted://print/'),
  target('tab', 'chrome://history/'),
  target('browser_ui', 'https://example.com/'),
  target('background_page', ''),
  target('page', 'file:///etc/passwd'),
];

describe('targets that a client may know', () => {
  it('are pages, frames and workers of the session', () => {
    const blocked = target('page', 'chrome-extension://invalid/');
    for (const each of [page, blocked, target('page', ''), target('worker', 'blob:x'), target('tab', 'about:blank')])
      assert.ok(isTargetVisible(each), JSON.stringify(each));
    for (const each of secrets) assert.ok(!isTargetVisible(each), JSON.stringify(each));
  });

  it('are the only ones in events and results', () => {
    for (const method of ['Target.targetCreated', 'Target.targetInfoChanged']) {
      for (const targetInfo of secrets)
        assert.equal(withoutHiddenTargets({ method, params: { targetInfo } }), undefined);
      assert.ok(withoutHiddenTargets({ method, params: { targetInfo: page } }));
    }
    const list = { id: 1, result: { targetInfos: [page, ...secrets] } };
    assert.deepEqual(withoutHiddenTargets(list), { id: 1, result: { targetInfos: [page] } });
    for (const targetInfo of secrets) {
      const answer = withoutHiddenTargets({ id: 1, sessionId: 'S', result: { targetInfo } });
      assert.deepEqual(answer, {
        id: 1,
        sessionId: 'S',
        error: { code: -32_602, message: 'No target with given id found' },
      });
    }
  });

  it('leave other messages unchanged', () => {
    const answer = { id: 1, result: { result: { value: { targetInfos: secrets } } } };
    for (const message of [answer, { method: 'Page.loadEventFired', params: {} }, { id: 2, error: { message: 'x' } }])
      assert.equal(withoutHiddenTargets(message), message);
  });
});
