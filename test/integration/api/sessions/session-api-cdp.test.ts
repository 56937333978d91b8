import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, describe, it } from 'node:test';
import { cdpCloses } from '@tintype/contracts';
import { WebSocket } from 'ws';
import { SessionApiStage } from '../../../kit/service/session-api-stage.js';
import { until } from '../../../kit/until.js';

/** The error in a refusal. */
interface Refusal {
  status: number;
  body: { success: boolean; code: string; requestId: string };
}

const refusalOf = async (url: string): Promise<Refusal> => {
  const socket = new WebSocket(url);
  socket.on('error', () => undefined);
  const taken = once(socket, 'open').then(() => {
    socket.terminate();
    throw new Error(`It was not refused: ${url}`);
  });
  taken.catch(() => undefined);
  const [, response] = await Promise.race([once(socket, 'unexpected-response'), taken]);
  return { status: response.statusCode, body: JSON.parse(await text(response)) };
};

const connect = async (url: string): Promise<WebSocket> => {
  const socket = new WebSocket(url, { maxPayload: 2 ** 30 });
  await once(socket, 'open');
  return socket;
};

const closed = async (socket: WebSocket) => {
  const [code, reason] = await once(socket, 'close');
  return { code, reason: String(reason) };
};

describe('DevTools connections by the api', { timeout: 600_000 }, () => {
  let stage: SessionApiStage;

  before(async () => {
    stage = await SessionApiStage.start();
  });
  afterEach(async () => {
    stage.pods.silent.clear();
    stage.pods.refusal = undefined;
    for (const socket of stage.pods.sockets) socket.terminate();
    await stage.clear();
  });
  after(() => stage?.stop());

  /** A session, and its `connectUrl` at one of the apis. */
  const open = async (api = 0) => {
    const { status, body } = await stage.call('POST', '', { body: { cdp: true } });
    assert.equal(status, 201, body.error);
    const url = new URL(body.connectUrl);
    url.port = String(stage.service.publicPorts[api]);
    return { id: body.sessionId as string, url: url.href };
  };

  it('have an address in every answer while the session is active with `cdp`', async () => {
    const without = await stage.call('POST', '', { body: {} });
    assert.ok(!('connectUrl' in without.body) && !('connectUrl' in without.body.session));
    const made = await stage.call('POST', '', { body: { cdp: true } });
    const { sessionId: id, connectUrl } = made.body;
    const form = (port: number | undefined) =>
      new RegExp(`^ws://127\\.0\\.0\\.1:${port}/cdp\\?token=v1\\.${id}\\.cdp\\.\\d+\\.[\\w-]{16}\\.[\\w-]{43}$`);
    const [here, there] = stage.service.publicPorts;
    assert.match(connectUrl, form(here));
    assert.equal(made.body.session.connectUrl, connectUrl);
    const fetched = await stage.get(id);
    assert.match(String(fetched.connectUrl), form(here));
    // At the requested host.
    const elsewhere = await stage.get(id, { api: 1 });
    assert.match(String(elsewhere.connectUrl), form(there));
    const { sessions } = (await stage.call('GET', '')).body;
    const listed = new Map<string, string | undefined>(
      sessions.map((session: { id: string; connectUrl?: string }) => [session.id, session.connectUrl]),
    );
    assert.match(String(listed.get(id)), form(here));
    assert.deepEqual([...listed.values()].filter((link) => link === undefined).length, 1);
    const links = [connectUrl, fetched.connectUrl, elsewhere.connectUrl, listed.get(id)];
    assert.equal(new Set(links).size, links.length);
    for (const link of links) await connect(String(link));
    const gone = await stage.call('DELETE', `/${id}`);
    assert.ok(!('connectUrl' in gone.body.session));
    assert.ok(!('connectUrl' in (await stage.get(id))));
  });

  it('reach the pod through every replica, and carry all messages', async () => {
    for (const api of [0, 1]) {
      const { id, url } = await open(api);
      const socket = await connect(url);
      assert.ok(stage.pods.calls.includes(`cdp ${id}`));
      const said = ['', 'x', 'ä'.repeat(40_000), 'y'.repeat(20 * 2 ** 20), 'last'];
      const heard: string[] = [];
      socket.on('message', (data) => heard.push(String(data)));
      for (const each of said) socket.send(each);
      await until('all has come back', () => heard.length === said.length);
      assert.ok(heard.every((each, at) => each === said[at]));
      socket.close(1000);
      assert.equal((await closed(socket)).code, 1000);
      await until('the pod hears of it', () => stage.pods.sockets.size === 0);
    }
  });

  it('pass on why the pod ends them', async () => {
    const { url } = await open();
    const socket = await connect(url);
    const { code, reason } = cdpCloses.expired;
    for (const each of stage.pods.sockets) each.close(code, reason);
    assert.deepEqual(await closed(socket), cdpCloses.expired);
  });

  it('report that the pod is gone', async () => {
    const { url } = await open();
    const socket = await connect(url);
    for (const each of stage.pods.sockets) each.terminate();
    assert.deepEqual(await closed(socket), cdpCloses.lost);
  });

  it('end at the pod when the client vanishes', async () => {
    const { url } = await open();
    const socket = await connect(url);
    assert.equal(stage.pods.sockets.size, 1);
    socket.terminate();
    await until('the pod hears of it', () => stage.pods.sockets.size === 0);
  });

  it('keep a pod from sending more than its client reads', async () => {
    const { url } = await open();
    const socket = await connect(url);
    socket.pause();
    const [pod] = stage.pods.sockets;
    const piece = 'x'.repeat(2 ** 20);
    // More than all socket buffers on the way: the rest stays in the pod.
    for (let count = 0; count < 64; count += 1) pod?.send(piece);
    await until('it stands still', async () => {
      const before = pod!.bufferedAmount;
      await stage.get((await stage.call('GET', '')).body.sessions[0].id);
      return pod!.bufferedAmount === before;
    });
    assert.ok(pod!.bufferedAmount > 32 * 2 ** 20, String(pod!.bufferedAmount));
    let heard = 0;
    socket.on('message', () => {
      heard += 1;
    });
    socket.resume();
    await until('all has come', () => heard === 64);
    socket.terminate();
  });

  it('are refused with rows of the catalogue', async () => {
    const { id, url } = await open();
    const token = new URL(url).searchParams.get('token') ?? '';
    const at = (changed: string) => url.replace(token, changed);
    const other = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const wrong of [
      '',
      'x',
      other,
      token.replace('.cdp.', '.act.'),
      token.replace(/sess_./, (start) => (start === 'sess_f' ? 'sess_e' : 'sess_f')),
    ])
      assert.deepEqual((await refusalOf(at(wrong))).body.code, 'invalid_credentials', wrong);
    for (const more of [token, other, '']) {
      const { status, body } = await refusalOf(`${url}&token=${more}`);
      assert.deepEqual([status, body.code], [400, 'invalid_request'], more);
    }
    const refused = await refusalOf(at('x'));
    assert.deepEqual([refused.status, refused.body.success], [401, false]);
    assert.match(refused.body.requestId, /^req_/);
    assert.equal(stage.pods.calls.filter((call) => call === 'cdp refused').length, 0);

    stage.pods.refusal = { status: 429, body: { code: 'rate_limited', error: 'More than 8 clients.' } };
    assert.deepEqual((await refusalOf(url)).status, 429);
    for (const [answer, body] of [
      [500, '{'],
      [500, { code: 'secret', error: '/etc/passwd' }],
      [500, 'x'.repeat(2 ** 20)],
      // Another pod at the address; its refusal is no statement about the client's token.
      [401, { code: 'invalid_credentials', error: 'The credentials are missing or wrong.' }],
    ] as const) {
      stage.pods.refusal = { status: answer, body };
      const { status, body: told } = await refusalOf(url);
      assert.deepEqual([status, told.code], [503, 'unavailable']);
      assert.ok(!JSON.stringify(told).includes('passwd'));
    }
    stage.pods.refusal = undefined;
    stage.pods.silent.add('cdp');
    assert.deepEqual((await refusalOf(url)).status, 503);
    stage.pods.silent.clear();

    await stage.service.admin('', { method: 'PATCH', body: { disabled: true } });
    await until('it is known', async () => (await refusalOf(url).catch(() => undefined))?.status === 403);
    await stage.service.admin('', { method: 'PATCH', body: { disabled: false } });
    await until('it is known', async () => (await stage.call('GET', '')).status === 200);
    await stage.call('DELETE', `/${id}`);
    assert.deepEqual([(await refusalOf(url)).status, (await refusalOf(url)).body.code], [409, 'session_not_active']);
  });

  it('take only WebSockets; any other upgrade is answered as if it were none', async () => {
    const { url } = await open();
    const plain = await fetch(url.replace('ws:', 'http:'));
    assert.deepEqual([plain.status, ((await plain.json()) as Refusal['body']).code], [400, 'invalid_request']);
    const ask = async (head: string[], body = '') => {
      const socket = connectSocket(Number(new URL(url).port), '127.0.0.1');
      socket.end(`${[...head, 'Host: x', 'Connection: Upgrade, close'].join('\r\n')}\r\n\r\n${body}`);
      return (await text(socket)).split('\r\n', 1)[0];
    };
    const path = url.slice(url.indexOf('/cdp'));
    // No key, and an invalid version.
    assert.equal(await ask([`GET ${path} HTTP/1.1`, 'Upgrade: websocket']), 'HTTP/1.1 400 Bad Request');
    // Java's HTTP client does this with every request.
    const body = '{}';
    const post = await ask(['POST /v1/sessions HTTP/1.1', 'Upgrade: h2c', `Content-Length: ${body.length}`], body);
    assert.equal(post, 'HTTP/1.1 401 Unauthorized');
    assert.equal(await ask(['GET /screenshot/devices HTTP/1.1', 'Upgrade: websocket']), 'HTTP/1.1 200 OK');
  });

  it('end with a request to reconnect when the api stops, and reach the session through another', async () => {
    const { url } = await open(1);
    const socket = await connect(url);
    const over = closed(socket);
    await stage.service.apis[1]?.child.stop(15_000);
    assert.deepEqual(await over, cdpCloses.restart);
    const again = await connect(url.replace(/:\d+\//, `:${stage.service.publicPorts[0]}/`));
    again.terminate();
    const metrics = await (await fetch(`http://127.0.0.1:${stage.service.apis[0]?.privatePort}/metrics`)).text();
    assert.match(metrics, /^tintype_cdp_connects_total\{outcome="connected"[^}]*\} \d+$/m);
    assert.match(metrics, /^tintype_cdp_connects_total\{outcome="invalid_credentials"[^}]*\} \d+$/m);
    assert.match(metrics, /^tintype_cdp_connections\S* \d+$/m);
    assert.match(metrics, /^tintype_pod_call_seconds_count\{[^}]*call="cdp",code="101"[^}]*\} \d+$/m);
    // No log has a token.
    const log = stage.service.apis.flatMap((api) => api.log).join('\n');
    assert.match(log, /"route":"\/cdp"/);
    assert.ok(!log.includes('v1.sess_'));
    await stage.service.startApi(1);
  });
});
