import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { login, orderApplication } from '../../demo/order-application.js';
import { html, type PageHandler, type PageServer, startPages } from '../../kit/pages/pages.js';
import { type PythonLibrary, pythonFolder, pythonLibraries } from '../../kit/programs/test-programs.js';
import { connectTools, type ToolClient, type ToolResult, toolClientKinds } from '../../kit/service/tool-clients.js';
import { runConformance } from '../../kit/service/tool-conformance.js';
import { type Stack, sessionCalls, startStack } from '../../kit/standalone/stack.js';
import { until } from '../../kit/until.js';

const paragraphs = Array.from({ length: 400 }, (_, at) => `<p>Paragraph ${at} is about lanterns and their makers.</p>`);
const article = html(
  `<article><h1>Lanterns</h1>${paragraphs.join('')}</article>`,
  '<meta name="author" content="Ida Lens">',
);
/** Noise does not compress: a picture of more than 1 MB. */
const noise = html(
  `<canvas width="1400" height="900"></canvas><script>
    const c = document.querySelector('canvas').getContext('2d'), d = c.createImageData(1400, 900);
    for (let i = 0; i < d.data.length; i += 65536) crypto.getRandomValues(new Uint8Array(d.data.buffer, i, Math.min(65536, d.data.length - i)));
    for (let i = 3; i < d.data.length; i += 4) d.data[i] = 255;
    c.putImageData(d, 0, 0);</script>`,
);
const slow: PageHandler = (request, response) => setTimeout(() => html('<h1>slow</h1>')(request, response), 2500);
/** Answers that a browser waits for. */
const endless = new Set<object>();
const hang: PageHandler = (_request, response) => {
  endless.add(response);
  response.on('close', () => endless.delete(response));
};
const pages: Record<string, PageHandler> = { '/article': article, '/noise': noise, '/slow': slow, '/endless': hang };

const textOf = ({ content }: ToolResult) => content.flatMap(({ text }) => text ?? []).join('\n');
const facts = (result: ToolResult) => {
  assert.ok(!result.isError, textOf(result));
  // biome-ignore lint/suspicious/noExplicitAny: read by assertions
  return result.structuredContent as any;
};
const isPng = (data: string | undefined) =>
  Buffer.from(data ?? '', 'base64')
    .subarray(1, 4)
    .toString() === 'PNG';

describe('the tool server', { timeout: 600_000 }, () => {
  let shop: PageServer;
  let site: PageServer;
  let stack: Stack;
  const clients: ToolClient[] = [];
  let bearer: string;

  before(async () => {
    shop = await startPages(orderApplication());
    site = await startPages(pages);
    const allow = `127.0.0.1:${shop.port},127.0.0.1:${site.port}`;
    stack = await startStack({ environment: { TINTYPE_EGRESS_ALLOW: allow } });
    bearer = `${stack.account.id}:${stack.account.secret}`;
    for (const kind of toolClientKinds) clients.push(await connectTools(stack.url, bearer, kind));
  });
  after(async () => {
    for (const client of clients) await client.close();
    await stack?.stop();
    await site?.close();
    await shop?.close();
  });

  const post = (body: unknown, headers: Record<string, string> = {}, signal: AbortSignal | null = null) =>
    fetch(`${stack.url}/mcp/v1`, {
      method: 'POST',
      signal,
      headers: {
        authorization: `Bearer ${Buffer.from(bearer).toString('base64')}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const callOf = (name: string, args: object, meta?: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args, ...(meta ? { _meta: meta } : {}) },
  });

  for (const [at, kind] of toolClientKinds.entries()) {
    it(`serves ${kind}`, async () => {
      const client = clients[at]!;
      assert.equal(client.revision(), at === 2 ? '2026-07-28' : '2025-11-25');
      assert.equal((await client.list()).length, 8);
      const url = site.url('/article');
      const picture = await client.call('service_screenshot', { url, vw: 300 + at, vh: 200 });
      assert.ok(isPng(picture.content.find(({ type }) => type === 'image')?.data));
      assert.equal(facts(picture).credits, 1);
      const file = await fetch(facts(picture).url);
      assert.equal(Number(file.headers.get('content-length')), facts(picture).bytes);
      const failed = await client.call('service_screenshot', { url, vw: 0 });
      assert.equal(failed.isError, true);
      assert.match(textOf(failed), /^Error invalid_option: The option `vw` takes /);
    });
  }

  for (const name of ['tools1', 'tools2'] as const satisfies readonly PythonLibrary[]) {
    it(`serves mcp ${pythonLibraries[name].version} of Python`, async () => {
      const script = fileURLToPath(new URL('../../../python/tools.py', import.meta.url));
      const token = Buffer.from(bearer).toString('base64');
      const env = { ...process.env, PYTHONPATH: pythonFolder(name) };
      const args = [script, `${stack.url}/mcp/v1`, token, site.url('/article')];
      assert.equal((await promisify(execFile)('python3', args, { env })).stdout, 'done\n');
    });
  }

  it('reads a long text in parts, for one charge', async () => {
    const client = clients[0]!;
    const url = `${site.url('/article')}?in-parts`;
    const first = facts(await client.call('service_content', { url, maxChars: 1000 }));
    assert.equal(first.credits, 1);
    assert.match(first.content, /Lanterns/);
    assert.equal(first.nextOffset, 1000);
    const second = await client.call('service_content', { url, maxChars: 1000, offset: first.nextOffset });
    assert.equal(facts(second).credits, 0);
    assert.match(textOf(second), /repeat the call with offset=2000/);
    const all = facts(await client.call('service_content', { url, maxChars: 200_000 }));
    assert.equal(all.nextOffset, null);
    assert.equal(all.content.slice(0, 2000), first.content + facts(second).content);
  });

  it('makes PDFs and reads metadata', async () => {
    const url = site.url('/article');
    const pdf = await clients[1]!.call('service_pdf', { url, format: 'A5', landscape: true });
    const blob = pdf.content.find(({ type }) => type === 'resource')?.resource?.blob ?? '';
    assert.equal(Buffer.from(blob, 'base64').subarray(0, 5).toString(), '%PDF-');
    assert.equal(facts(pdf).contentType, 'application/pdf');
    const metadata = await clients[1]!.call('service_metadata', { url });
    assert.equal(facts(metadata).metadata.author, 'Ida Lens');
    assert.match(textOf(metadata), /^author: Ida Lens$/m);
  });

  it('links a large picture without showing it', async () => {
    const large = await clients[2]!.call('service_screenshot', { url: site.url('/noise') });
    assert.ok(facts(large).bytes > 1_000_000);
    assert.equal(facts(large).isShown, false);
    assert.ok(!large.content.some(({ type }) => type === 'image'));
  });

  it('logs in and fills a form of several steps', async () => {
    const client = clients[2]!;
    const { sessionId } = facts(await client.call('browser_session_create', { maxTtlSeconds: 120 }));
    const act = (type: string, payload: object = {}) =>
      client.call('browser_session_act', { sessionId, type, payload });
    const refOf = async (label: RegExp) => {
      const snapshot = textOf(await act('snapshot', { interactiveOnly: true }));
      const line = snapshot.split('\n').find((each) => label.test(each)) ?? assert.fail(`${label} in ${snapshot}`);
      return /\[ref=(e\d+)/.exec(line)?.[1] ?? assert.fail(line);
    };
    await act('goto', { url: shop.url('/login') });
    await act('fill', { ref: await refOf(/textbox "Email/), value: login.email });
    await act('fill', { ref: await refOf(/textbox "Password/), value: login.password });
    const clicked = facts(await act('click', { ref: await refOf(/button "Log in/) }));
    assert.equal(clicked.matched, true);
    await act('wait_for_selector', { selector: 'table' });
    const picture = await act('screenshot');
    assert.ok(isPng(picture.content.find(({ type }) => type === 'image')?.data));
    assert.equal(facts(picture).bodyBase64, undefined);
    const text = await act('content', { format: 'markdown', maxChars: 200 });
    assert.match(textOf(text), /repeat the call with payload\.offset=200/);
    const wrong = await act('click', { selector: '#log-inn' });
    assert.equal(wrong.isError, true);
    assert.match(textOf(wrong), /^Error selector_not_found: [\s\S]*\nNext: /);
    const misplaced = await client.call('browser_session_act', { sessionId, type: 'goto', url: shop.url('/orders') });
    assert.match(textOf(misplaced), /argument `url` is unknown. Put the fields of an action into `payload`/);
    const { session } = facts(await client.call('browser_session_get', { sessionId }));
    assert.equal(session.status, 'active');
    const closed = facts(await client.call('browser_session_close', { sessionId }));
    assert.deepEqual([closed.session.status, closed.session.billedCredits], ['closed', 1]);
    const late = await act('title');
    assert.match(textOf(late), /^Error session_not_active: [\s\S]*browser_session_create/);
  });

  it('answers JSON, and events where progress was asked for', async () => {
    const args = { url: site.url('/slow'), fresh: true };
    const asked = { progressToken: 1 };
    const plain = post(callOf('service_metadata', args));
    const quiet = post(callOf('service_metadata', args, asked), { accept: 'application/json' });
    const watched = clients.map(async (client) => {
      const seen: number[] = [];
      const result = await client.call('service_content', args, { onprogress: ({ progress }) => seen.push(progress) });
      assert.match(facts(result).content, /slow/);
      assert.ok(seen.length >= 1 && seen.every((each, n) => each > (seen[n - 1] ?? 0)), String(seen));
    });
    await Promise.all(watched);
    for (const { headers } of await Promise.all([plain, quiet]))
      assert.equal(headers.get('content-type'), 'application/json');
  });

  const leftCalls = async (tool: string) => {
    const metrics = await (await fetch(`${stack.privateUrl}/metrics`)).text();
    const line = new RegExp(`^tintype_tool_calls_total\\{[^}]*tool="${tool}",outcome="left"[^}]*\\} (\\d+)`, 'm');
    return Number(line.exec(metrics)?.[1] ?? 0);
  };
  const untilLeft = (tool: string, before: number) =>
    until('the call has ended', async () => (await leftCalls(tool)) === before + 1);
  const untilAsked = (query: string) =>
    until('the page was asked for', () => site.requests.some((line) => line.includes(query)));
  const untilGivenUp = () => until('no browser waits for the page', () => endless.size === 0);

  for (const [at, kind] of toolClientKinds.entries()) {
    it(`ends a call that ${kind} cancels, and no other`, async () => {
      const count = await leftCalls('service_screenshot');
      const leaving = new AbortController();
      const url = `${site.url('/endless')}?cancelled=${at}`;
      const cancelled = clients[at]!.call('service_screenshot', { url }, { signal: leaving.signal });
      // Numbers its calls as the first one does.
      const other = await connectTools(stack.url, bearer, kind);
      const others = other.call('service_metadata', { url: `${site.url('/slow')}?other=${at}` });
      await untilAsked(`cancelled=${at}`);
      await untilAsked(`other=${at}`);
      leaving.abort();
      await assert.rejects(cancelled);
      await untilLeft('service_screenshot', count);
      await untilGivenUp();
      assert.equal(facts(await others).credits, 1);
      await other.close();
    });
  }

  it('ends the work of a client that leaves', async () => {
    const count = await leftCalls('service_screenshot');
    const leaving = new AbortController();
    const left = post(callOf('service_screenshot', { url: `${site.url('/endless')}?left` }), {}, leaving.signal);
    await untilAsked('?left');
    leaving.abort();
    await assert.rejects(left);
    await untilLeft('service_screenshot', count);
    await untilGivenUp();
  });

  it('stops an action that its client cancels, and closes a session that nobody got', async () => {
    const created = await clients[0]!.call('browser_session_create', { maxTtlSeconds: 120, cdp: true });
    const { sessionId, connectUrl } = facts(created);
    assert.ok(textOf(created).includes(connectUrl));
    const leaving = new AbortController();
    const payload = { url: `${site.url('/endless')}?act` };
    const args = { sessionId, type: 'goto', payload };
    const going = clients[0]!.call('browser_session_act', args, { signal: leaving.signal });
    const opening = clients[2]!.call('browser_session_create', {}, { signal: leaving.signal });
    await untilAsked('?act');
    const stopped = performance.now();
    leaving.abort();
    await assert.rejects(going);
    await assert.rejects(opening);
    facts(await clients[0]!.call('browser_session_act', { sessionId, type: 'title' }));
    // The action may take 30 s.
    assert.ok(performance.now() - stopped < 20_000);
    await clients[0]!.call('browser_session_close', { sessionId });
    const sessions = sessionCalls(stack);
    const active = async () => (await sessions('GET', '?status=active')).body.sessions;
    await until('no session is left', async () => (await active()).length === 0);
  });

  it('refuses foreign hosts and origins, strangers, other methods and what is not JSON', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    assert.equal((await post(ping)).status, 200);
    const foreign = await post(ping, { origin: 'https://evil.example' });
    assert.equal(foreign.status, 403);
    assert.equal(((await foreign.json()) as { code: string }).code, 'foreign_host');
    assert.equal((await post(ping, { origin: stack.url })).status, 200);
    const stranger = await post(ping, { authorization: 'Bearer eDp5' });
    assert.deepEqual([stranger.status, stranger.headers.get('www-authenticate')], [401, 'Bearer']);
    assert.equal((await post('{')).status, 400);
    assert.equal((await post([ping, ping])).status, 400);
    const unknown = (await (await post({ ...ping, method: 'server/unknown' })).json()) as { error: { code: number } };
    assert.equal(unknown.error.code, -32601);
    const got = await fetch(`${stack.url}/mcp/v1`, {
      headers: { authorization: `Bearer ${Buffer.from(bearer).toString('base64')}` },
    });
    assert.deepEqual([got.status, got.headers.get('allow')], [405, 'POST']);
  });

  it('passes the official conformance suite, except scenarios that it skips with a reason', async (test) => {
    const { code, output } = await runConformance(stack.url, bearer);
    test.diagnostic(output.slice(output.indexOf('=== SUMMARY ===')));
    assert.equal(code, 0, output);
  });

  it('finishes the calls under way when it is stopped', async () => {
    const answer = post(callOf('service_metadata', { url: `${site.url('/slow')}?stopping` }, { progressToken: 1 }));
    const modern = clients[2]!.call('service_metadata', { url: `${site.url('/slow')}?modern` });
    await untilAsked('?stopping');
    await untilAsked('?modern');
    assert.equal(await stack.stop(), 0);
    assert.equal(facts(await modern).credits, 1);
    assert.match(await (await answer).text(), /event: message[\s\S]*"credits":1/);
  });
});
