import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { Capture, CaptureSessionsError } from './index.js';
import { type Played, page, playing } from './playing.test.kit.js';

const baseUrl = 'https://tintype.example';

const capturing = (...answers: Played[]) => {
  const { fetch, requests } = playing(answers);
  return { capture: new Capture('test', 'test', { baseUrl, fetch }), requests };
};

// The calls are those of the README of capture-node.
describe('a program of capture-node', () => {
  it('signs options that the endpoint lacks', async () => {
    const { capture, requests } = capturing({ body: 'bytes' });
    const options = { full: true, delay: 3, t: Date.now() };
    const query = `url=${encodeURIComponent(page)}&full=true&delay=3&t=${options.t}`;
    const hash = createHash('md5').update(`test${query}`).digest('hex');
    assert.equal(capture.buildImageUrl(page, options), `${baseUrl}/test/${hash}/image?${query}`);
    assert.equal(capture.buildPdfUrl(page, options), `${baseUrl}/test/${hash}/pdf?${query}`);
    for (const data of [await capture.fetchImage(page, options), await capture.fetchPdf(page, options)]) {
      assert.ok(data instanceof ArrayBuffer);
      assert.equal(Buffer.from(data).toString(), 'bytes');
    }
    assert.deepEqual(
      requests.map(({ url }) => url),
      [`${baseUrl}/test/${hash}/image?${query}`, `${baseUrl}/test/${hash}/pdf?${query}`],
    );
  });

  it('reads content and metadata, and records a page', async () => {
    const { capture } = capturing({ body: { success: true, markdown: '# Hi' } });
    assert.equal((await capture.fetchContent(page)).markdown, '# Hi');
    const { capture: other } = capturing({ body: { success: true, metadata: { title: 'Hi' } } });
    assert.equal((await other.fetchMetadata(page)).metadata.title, 'Hi');
    for (const url of [capture.buildContentUrl(page), capture.buildMetadataUrl(page), capture.buildAnimatedUrl(page)])
      assert.match(url, /\/(content|metadata|animated)\?url=/);
    assert.ok((await capture.fetchAnimated(page)).byteLength > 0);
  });

  it('drives a session by the answers of the service', async () => {
    const session = { id: 'sess_1', status: 'active', connectUrl: 'wss://tintype.example/cdp' };
    const closed = { success: true, session: { id: 'sess_1', status: 'closed' } };
    const { capture, requests } = capturing(
      { status: 201, body: { success: true, sessionId: 'sess_1', session } },
      { body: { success: true, url: page } },
      { body: closed },
      { body: closed },
    );
    const created = await capture.sessions.create({ maxTtlSeconds: 300, cdp: true });
    assert.deepEqual(created.session, session);
    const { id: sessionId } = created.session as { id: string };
    assert.equal((await capture.sessions.action(sessionId, 'goto', { url: page })).url, page);
    assert.deepEqual(await capture.sessions.get(sessionId), closed);
    assert.deepEqual(await capture.sessions.close(sessionId), closed);
    assert.deepEqual(
      requests.map(({ url, init }) => `${init?.method} ${url.slice(baseUrl.length)} ${init?.body ?? ''}`.trim()),
      [
        'POST /v1/sessions {"maxTtlSeconds":300,"cdp":true}',
        `POST /v1/sessions/sess_1/actions {"type":"goto","payload":{"url":"${page}"}}`,
        'GET /v1/sessions/sess_1',
        'DELETE /v1/sessions/sess_1',
      ],
    );
  });

  it('catches a `CaptureSessionsError` with status and body', async () => {
    const body = { success: false, error: 'There is no such session.', code: 'session_not_found' };
    const { capture } = capturing({ status: 404, body });
    await assert.rejects(capture.sessions.get('sess_9'), (error) => {
      assert.ok(error instanceof CaptureSessionsError);
      assert.deepEqual([error.status, error.body], [404, body]);
      return true;
    });
  });
});
