import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { pythonLibraries } from '../../kit/programs/test-programs.js';
import {
  documentedTokens,
  documentedTools,
  isDocumented,
  type MadeCall,
  transcriptOf,
} from '../../kit/service/agents-page.js';
import { type CallTool, orderByOurTools } from '../../kit/service/order-task.js';
import { connectTools, type ToolClient, toolClientKinds } from '../../kit/service/tool-clients.js';
import { latestRevision, runInspector } from '../../kit/service/tool-conformance.js';
import { passConformance, servePythonClient } from '../../kit/service/tool-foreign-clients.js';
import { callOf, structured, ToolStage, textOf } from '../../kit/service/tool-stage.js';
import { sessionCalls } from '../../kit/standalone/stack.js';
import { until } from '../../kit/until.js';

const isPng = (data: string | undefined) =>
  Buffer.from(data ?? '', 'base64')
    .subarray(1, 4)
    .toString() === 'PNG';

/** Characters a token, as `make tokens` counts: 4.18 of schemas, 2.85 of results with their refs and ids. */
const assertNear = (documented: number, estimated: number) =>
  assert.ok(Math.abs(documented / estimated - 1) < 0.03, `${documented} tokens, not ${Math.round(estimated)}`);

describe('the tool server', { timeout: 600_000 }, () => {
  let stage: ToolStage;
  let clients: readonly ToolClient[];

  before(async () => {
    stage = await ToolStage.start();
    clients = stage.clients;
  });
  after(() => stage?.stop());

  for (const [at, kind] of toolClientKinds.entries()) {
    it(`serves ${kind}`, async () => {
      const client = clients[at]!;
      assert.equal(client.revision(), at === 2 ? '2026-07-28' : '2025-11-25');
      const names = (await client.list()).map(({ name }) => name);
      assert.deepEqual(names, documentedTools());
      const url = stage.site.url('/article');
      const picture = await client.call('service_screenshot', { url, vw: 300 + at, vh: 200 });
      assert.ok(isPng(picture.content.find(({ type }) => type === 'image')?.data));
      assert.equal(structured(picture).credits, 1);
      const file = await fetch(structured(picture).url);
      assert.equal(Number(file.headers.get('content-length')), structured(picture).bytes);
      const failed = await client.call('service_screenshot', { url, vw: 0 });
      assert.equal(failed.isError, true);
      assert.match(textOf(failed), /^Error invalid_option: The option `vw` takes /);
    });
  }

  // test/long/tool-clients.test.ts tries the older one. This one speaks both revisions.
  it(`serves mcp ${pythonLibraries.tools2.version} of Python, which cancels a call of each revision`, () =>
    servePythonClient(stage, 'tools2'));

  it('reads a long text in parts, for one charge', async () => {
    const client = clients[0]!;
    const url = `${stage.site.url('/article')}?in-parts`;
    const first = structured(await client.call('service_content', { url, maxChars: 1000 }));
    assert.equal(first.credits, 1);
    assert.match(first.content, /Lanterns/);
    assert.equal(first.nextOffset, 1000);
    const second = await client.call('service_content', { url, maxChars: 1000, offset: first.nextOffset });
    assert.equal(structured(second).credits, 0);
    assert.match(textOf(second), /repeat the call with offset=2000/);
    const all = structured(await client.call('service_content', { url, maxChars: 200_000 }));
    assert.equal(all.nextOffset, null);
    assert.equal(all.content.slice(0, 2000), first.content + structured(second).content);
  });

  it('makes PDFs and reads metadata', async () => {
    const url = stage.site.url('/article');
    const pdf = await clients[1]!.call('service_pdf', { url, format: 'A5', landscape: true });
    const blob = pdf.content.find(({ type }) => type === 'resource')?.resource?.blob ?? '';
    assert.equal(Buffer.from(blob, 'base64').subarray(0, 5).toString(), '%PDF-');
    assert.equal(structured(pdf).contentType, 'application/pdf');
    const metadata = await clients[1]!.call('service_metadata', { url });
    assert.equal(structured(metadata).metadata.author, 'Ida Lens');
    assert.match(textOf(metadata), /^author: Ida Lens$/m);
  });

  it('links a large picture without showing it', async () => {
    const large = await clients[2]!.call('service_screenshot', { url: stage.site.url('/noise') });
    assert.ok(structured(large).bytes > 1_000_000);
    assert.equal(structured(large).isShown, false);
    assert.ok(!large.content.some(({ type }) => type === 'image'));
  });

  it('logs in and fills a form of several steps, as docs/agents.md tells', async () => {
    const calls: MadeCall[] = [];
    const call: CallTool = async (name, args = {}) => {
      const result = await clients[2]!.call(name, args);
      assert.ok(!result.isError, textOf(result));
      calls.push({ name, args, text: textOf(result) });
      return textOf(result);
    };
    const end = await orderByOurTools(call, stage.shop.url(''));
    assert.match(end, /Order 1006 is placed/);
    assert.ok(isDocumented(calls), transcriptOf(calls));
    assert.equal(calls.length, documentedTokens('calls'));
    const sent = await clients[2]!.list();
    const list = sent.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    assertNear(documentedTokens('list of tools as sent'), JSON.stringify(sent).length / 3.58);
    assertNear(documentedTokens('list of tools'), JSON.stringify(list).length / 4.18);
    assertNear(documentedTokens('texts of results'), calls.reduce((sum, { text }) => sum + text.length, 0) / 2.85);
  });

  it('shows pictures and parts of texts in a session, and says what is wrong', async () => {
    const client = clients[2]!;
    const { sessionId } = structured(await client.call('browser_session_create', { maxTtlSeconds: 120 }));
    const act = (type: string, payload: object = {}) =>
      client.call('browser_session_act', { sessionId, type, payload });
    await act('goto', { url: stage.site.url('/article') });
    const picture = await act('screenshot');
    assert.ok(isPng(picture.content.find(({ type }) => type === 'image')?.data));
    assert.equal(structured(picture).bodyBase64, undefined);
    const text = await act('content', { format: 'markdown', maxChars: 200 });
    assert.match(textOf(text), /repeat the call with payload\.offset=200[\s\S]*\[The session ends in \d+ s\.\]$/);
    const steps: number[] = [];
    const batch = { sessionId, type: 'batch', payload: { actions: [{ type: 'title' }, { type: 'url' }] } };
    await client.call('browser_session_act', batch, { onprogress: ({ progress }) => steps.push(progress) });
    assert.deepEqual(steps, [1, 2]);
    const wrong = await act('click', { selector: '#log-inn' });
    assert.equal(wrong.isError, true);
    assert.match(textOf(wrong), /^Error selector_not_found: [\s\S]*\nNext: /);
    assert.match(textOf(await act('press')), /"payloads":\["press\(key selector\? ref\? count\?/);
    const misplaced = await client.call('browser_session_act', {
      sessionId,
      type: 'goto',
      url: stage.shop.url('/orders'),
    });
    assert.match(textOf(misplaced), /argument `url` is unknown.* Put the fields of an action into `payload`/);
    const { session } = structured(await client.call('browser_session_get', { sessionId }));
    assert.equal(session.status, 'active');
    const closed = structured(await client.call('browser_session_close', { sessionId }));
    assert.deepEqual([closed.session.status, closed.session.billedCredits], ['closed', 1]);
    const late = await act('title');
    assert.match(textOf(late), /^Error session_not_active: [\s\S]*browser_session_create/);
  });

  it('answers JSON, and events where progress was asked for', async () => {
    const args = { url: stage.site.url('/slow'), fresh: true };
    const asked = { progressToken: 1 };
    const plain = stage.post(callOf('service_metadata', args));
    const quiet = stage.post(callOf('service_metadata', args, asked), { accept: 'application/json' });
    const watched = clients.map(async (client) => {
      const seen: number[] = [];
      const result = await client.call('service_content', args, { onprogress: ({ progress }) => seen.push(progress) });
      assert.match(structured(result).content, /slow/);
      assert.ok(seen.length >= 1 && seen.every((each, n) => each > (seen[n - 1] ?? 0)), String(seen));
    });
    await Promise.all(watched);
    for (const { headers } of await Promise.all([plain, quiet]))
      assert.equal(headers.get('content-type'), 'application/json');
  });

  for (const [at, kind] of toolClientKinds.entries()) {
    it(`ends a call that ${kind} cancels, and no other`, async () => {
      const [left, charges] = [await stage.leftCalls('service_screenshot'), await stage.messages('charges')];
      const leaving = new AbortController();
      const url = `${stage.site.url('/endless')}?cancelled=${at}`;
      const cancelled = clients[at]!.call('service_screenshot', { url }, { signal: leaving.signal });
      // Numbers its calls as the first one does.
      const other = await connectTools(stage.stack.url, stage.bearer, kind);
      const others = other.call('service_metadata', { url: `${stage.site.url('/slow')}?other=${at}` });
      await stage.untilAsked(`cancelled=${at}`);
      await stage.untilAsked(`other=${at}`);
      leaving.abort();
      await assert.rejects(cancelled);
      assert.equal(structured(await others).credits, 1);
      await other.close();
      await stage.untilIdle();
      assert.equal(await stage.leftCalls('service_screenshot'), left + 1);
      assert.equal(await stage.messages('charges'), charges + 1);
    });
  }

  it('ends the work of a client that leaves', async () => {
    const [left, charges] = [await stage.leftCalls('service_screenshot'), await stage.messages('charges')];
    const leaving = new AbortController();
    const url = `${stage.site.url('/endless')}?left`;
    const answer = stage.post(callOf('service_screenshot', { url }), {}, leaving.signal);
    await stage.untilAsked('?left');
    leaving.abort();
    await assert.rejects(answer);
    await stage.untilIdle();
    assert.equal(await stage.leftCalls('service_screenshot'), left + 1);
    assert.equal(await stage.messages('charges'), charges);
  });

  it('stops an action that its client cancels, and closes a session that nobody got', async () => {
    const sessions = sessionCalls(stage.stack);
    const listed = async (query = '') => (await sessions('GET', query)).body.sessions;
    const earlier = (await listed()).map(({ id }) => id);
    const untilSlots = (count: number) =>
      until(`${count} slots are taken`, async () => (await stage.messages('slots')) === count);
    await untilSlots(0);
    const created = await clients[0]!.call('browser_session_create', { maxTtlSeconds: 120, cdp: true });
    const { sessionId, connectUrl } = structured(created);
    assert.ok(textOf(created).includes(connectUrl));
    const leaving = new AbortController();
    const payload = { url: `${stage.site.url('/endless')}?act` };
    const args = { sessionId, type: 'goto', payload };
    const going = clients[0]!.call('browser_session_act', args, { signal: leaving.signal });
    await stage.untilAsked('?act');
    const opening = clients[2]!.call('browser_session_create', {}, { signal: leaving.signal });
    await untilSlots(2);
    const stopped = performance.now();
    leaving.abort();
    await assert.rejects(going);
    await assert.rejects(opening);
    structured(await clients[0]!.call('browser_session_act', { sessionId, type: 'title' }));
    // The action may take 30 s.
    assert.ok(performance.now() - stopped < 20_000);
    await stage.untilIdle();
    await clients[0]!.call('browser_session_close', { sessionId });
    await until('no session is left', async () => (await listed('?status=active')).length === 0);
    await untilSlots(0);
    const unseen = (await listed()).filter(({ id }) => id !== sessionId && !earlier.includes(id));
    assert.deepEqual(
      unseen.map(({ billedCredits }) => billedCredits ?? 0),
      unseen.map(() => 0),
    );
  });

  it('refuses foreign hosts and origins, strangers, other methods and what is not JSON', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    assert.equal((await stage.post(ping)).status, 200);
    const foreign = await stage.post(ping, { origin: 'https://evil.example' });
    assert.equal(foreign.status, 403);
    assert.equal(((await foreign.json()) as { code: string }).code, 'foreign_host');
    assert.equal((await stage.post(ping, { origin: stage.stack.url })).status, 200);
    const stranger = await stage.post(ping, { authorization: 'Bearer eDp5' });
    assert.deepEqual([stranger.status, stranger.headers.get('www-authenticate')], [401, 'Bearer']);
    assert.equal((await stage.post('{')).status, 400);
    assert.equal((await stage.post([ping, ping])).status, 400);
    const unknown = (await (await stage.post({ ...ping, method: 'server/unknown' })).json()) as {
      error: { code: number };
    };
    assert.equal(unknown.error.code, -32601);
    const got = await fetch(`${stage.stack.url}/mcp/v1`, {
      headers: { authorization: `Bearer ${stage.token}` },
    });
    assert.deepEqual([got.status, got.headers.get('allow')], [405, 'OPTIONS, POST']);
  });

  // api/tools/tool-conformance.test.ts passes it of each revision, and test/long/tool-clients.test.ts on all of `make run`.
  it(`passes the official conformance suite of ${latestRevision}, except what it skips with a reason`, (test) =>
    passConformance(stage, latestRevision, test));

  it('works with the official inspector', async () => {
    const { url } = stage.stack;
    const list = await runInspector(url, stage.token, ['--method', 'tools/list', '--strict']);
    assert.equal(list.code, 0, list.output);
    assert.equal(JSON.parse(list.stdout).tools.length, 8);
    const call = ['--method', 'tools/call', '--tool-name', 'service_metadata', '--tool-arg'];
    const page = await runInspector(url, stage.token, [...call, `url=${stage.site.url('/article')}`]);
    assert.equal(JSON.parse(page.stdout).structuredContent.metadata.author, 'Ida Lens', page.output);
    assert.notEqual((await runInspector(url, 'eDp5', ['--method', 'tools/list'])).code, 0);
  });

  it('finishes the calls under way when it is stopped', async () => {
    const answer = stage.post(
      callOf('service_metadata', { url: `${stage.site.url('/slow')}?stopping` }, { progressToken: 1 }),
    );
    const modern = clients[2]!.call('service_metadata', { url: `${stage.site.url('/slow')}?modern` });
    await stage.untilAsked('?stopping');
    await stage.untilAsked('?modern');
    assert.equal(await stage.stack.stop(), 0);
    assert.equal(structured(await modern).credits, 1);
    assert.match(await (await answer).text(), /event: message[\s\S]*"credits":1/);
  });
});
