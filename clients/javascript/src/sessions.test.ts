import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { headerOf, type Played, page, playing } from './playing.test.kit.js';
import { type CreateOptions, Session } from './sessions.js';

const keyOf = (request: Parameters<typeof headerOf>[0]) => headerOf(request, 'idempotency-key');

const methodsOf = (requests: readonly { init: RequestInit | undefined }[]) => requests.map(({ init }) => init?.method);

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
};

describe('sessions', () => {
  const created: Played = { status: 201, body: { success: true, sessionId: 'sess_1', expiresAt: 'later' } };
  const closed: Played = { body: { success: true, session: { id: 'sess_1', status: 'closed' } } };

  it('are one segment of the path; an id or a name that cannot be one is refused before a request', async () => {
    const { client, requests } = playing([{ body: { session: { id: 's' } } }]);
    await client.sessions.get('a/b?c#d e');
    assert.equal(requests[0]?.url, 'https://tintype.example/v1/sessions/a%2Fb%3Fc%23d%20e');
    const calls: ((id: string) => unknown)[] = [
      (id) => client.sessions.get(id),
      (id) => client.sessions.close(id),
      (id) => client.sessions.live(id),
      (id) => client.sessions.act(id, 'title', {}),
      async (id) => client.sessions.attach(id),
      (id) => client.batches.status(id),
      (id) => client.batches.cancel(id),
      (id) => client.batches.notifyAgain(id),
      (id) => client.account.preset(id),
      (id) => client.account.putPreset(id, { options: {} }),
      (id) => client.account.deletePreset(id),
      (id) => client.account.deleteProfile(id),
      (id) => client.account.deleteSecret(id),
    ];
    const message = /^The \w+ (id is .*: give the text|name is .*: it has 1 to 64 letters)/;
    for (const call of calls)
      for (const id of ['', '.', '..', undefined as never])
        await assert.rejects(call(id) as Promise<unknown>, { name: 'UsageError', message });
    assert.equal(requests.length, 1);
  });

  it('act by typed methods with fields or a payload', async () => {
    const { client, requests } = playing([created, { body: { success: true } }]);
    const session = await client.sessions.create({ maxTtlSeconds: 60 }, { idempotencyKey: 'once' });
    await session.goto('https://example.com/', { waitUntil: 'load' });
    await session.fill({ ref: 'e2', value: 'Ada' });
    await session.moveMouse(1, 2);
    await session.title();
    await session.scroll('down', 400);
    await session.saveProfile('shop');
    await session.batch([{ type: 'title' }]);
    const bodies = requests.map(({ init }) => JSON.parse(String(init?.body)));
    assert.deepEqual(bodies, [
      { maxTtlSeconds: 60 },
      { type: 'goto', payload: { url: 'https://example.com/', waitUntil: 'load' } },
      { type: 'fill', payload: { ref: 'e2', value: 'Ada' } },
      { type: 'move_mouse', payload: { x: 1, y: 2 } },
      { type: 'title', payload: {} },
      { type: 'scroll', payload: { direction: 'down', amount: 400 } },
      { type: 'save_profile', payload: { name: 'shop' } },
      { type: 'batch', payload: { actions: [{ type: 'title' }] } },
    ]);
    assert.equal(headerOf(requests[0], 'idempotency-key'), 'once');
    assert.equal(requests[1]?.url, 'https://tintype.example/v1/sessions/sess_1/actions');
  });

  it('refuse a field that the action lacks, and send what `act` gets', async () => {
    const { client, requests } = playing([{ body: { success: true } }]);
    const session = client.sessions.attach('sess_1');
    const wrong: [call: () => unknown, message: RegExp][] = [
      [
        () => session.goto(page, { waitUntl: 'load' } as never),
        /^`waitUntl` .* action goto\. Did you mean `waitUntil`\?/,
      ],
      [() => session.screenshot({ fullpage: true } as never), /^`fullpage` .* Did you mean `fullPage`\?/],
      [() => session.fill({ ref: 'e2', value: 'a', newer: 1 } as never), /^`newer` .*`act` sends fields of a newer/],
      [
        () => session.batch([{ type: 'title' }, { type: 'goto', payload: { waitUntl: 'load' } as never }]),
        /^`waitUntl` .* action goto\. Did you mean `waitUntil`\?/,
      ],
      [() => session.title({ vw: 1, colour: 1 } as never), /^`colour` is no option of the action title/],
    ];
    for (const [call, message] of wrong) assert.throws(call, { name: 'UsageError', message });
    assert.equal(requests.length, 0);
    await session.click('#a', { screenshot: true, vw: 800 } as never);
    await session.act('click', { selector: '#a', newer: 1 } as never);
    assert.match(String(requests[0]?.init?.body), /"vw":800/);
    assert.match(String(requests[1]?.init?.body), /"newer":1/);
  });

  it('are closed by `run`, also when it fails', async () => {
    const { client, requests } = playing([created, closed]);
    await assert.rejects(
      client.sessions.run(async (session) => {
        assert.ok(session instanceof Session);
        throw new Error('mine');
      }),
      { message: 'mine' },
    );
    assert.deepEqual(methodsOf(requests), ['POST', 'DELETE']);
  });

  it('are closed by `run` also with a function that is not async', async () => {
    const failing = playing([created, closed]);
    const fail = () => {
      throw new Error('mine');
    };
    await assert.rejects(failing.client.sessions.run(fail), { message: 'mine' });
    assert.deepEqual(methodsOf(failing.requests), ['POST', 'DELETE']);
    const { client, requests } = playing([created, closed]);
    assert.equal(await client.sessions.run(({ id }) => id), 'sess_1');
    assert.deepEqual(methodsOf(requests), ['POST', 'DELETE']);
  });

  it('that are gone need no close, and a failed close does not hide the error of the function', async () => {
    const gone: Played = { status: 404, body: { code: 'session_not_found', error: 'There is no such session.' } };
    const broken: Played = { status: 500, body: { code: 'internal', error: 'The service failed.' } };
    assert.equal(await playing([created, gone]).client.sessions.run(async () => 'done'), 'done');
    await (await playing([created, gone]).client.sessions.create())[Symbol.asyncDispose]();
    await assert.rejects(
      playing([created, broken]).client.sessions.run(async () => 'done'),
      { code: 'internal' },
    );
    const failing = playing([created, broken]).client.sessions.run(() => Promise.reject(new Error('mine')));
    await assert.rejects(failing, { message: 'mine' });
  });

  it('do not show their connect URL, which has a token', async () => {
    const connectUrl = 'wss://tintype.example/v1/sessions/sess_1/cdp?token=hidden';
    const { client } = playing([{ ...created, body: { sessionId: 'sess_1', connectUrl } }]);
    const session = await client.sessions.create({ cdp: true });
    assert.equal(session.connectUrl, connectUrl);
    assert.doesNotMatch(inspect(session, { depth: 9 }) + JSON.stringify(session), /hidden/);
  });

  it('link to their live view, and save a login at the close', async () => {
    const link = { url: 'https://tintype.example/live#token', expiresAt: 'soon' };
    const { client, requests } = playing([created, { body: { success: true, ...link } }, closed]);
    const session = await client.sessions.create();
    assert.deepEqual(await session.live({ control: true }), link);
    await session.close({ saveProfile: 'my shop' });
    assert.deepEqual(
      requests.slice(1).map(({ url, init }) => [init?.method, url, init?.body]),
      [
        ['POST', 'https://tintype.example/v1/sessions/sess_1/live', '{"control":true}'],
        ['DELETE', 'https://tintype.example/v1/sessions/sess_1?saveProfile=my+shop', undefined],
      ],
    );
  });

  it('are abandoned if the answer to their create is lost', async () => {
    const { client, requests } = playing([{ lost: 'hangs' }, { body: { success: true, session: null } }]);
    const stopping = new AbortController();
    const creating = client.sessions.create({ cdp: true }, { signal: stopping.signal });
    stopping.abort(new Error('mine'));
    await assert.rejects(creating, { message: 'mine' });
    await until(() => requests.length === 2);
    const [first, second] = requests;
    assert.ok(keyOf(first));
    assert.deepEqual(
      [second?.init?.method, second?.url, keyOf(second)],
      ['DELETE', 'https://tintype.example/v1/sessions', keyOf(first)],
    );
  });

  it('are abandoned by the key of their create', async () => {
    const { client, requests } = playing([closed, { body: { success: true, session: null } }]);
    assert.equal((await client.sessions.abandon('mine'))?.status, 'closed');
    assert.equal(await client.sessions.abandon('mine'), null);
    assert.equal(keyOf(requests[0]), 'mine');
  });

  it('are not abandoned if nothing was sent, the service refused, or the caller has the key', async () => {
    const stopped = { signal: AbortSignal.abort(new Error('mine')) };
    const refused: Played = { status: 500, body: { code: 'internal', error: 'The service failed.' } };
    const cases: [Played, CreateOptions, number][] = [
      [created, stopped, 1],
      [refused, {}, 1],
      [{ lost: 'breaks' }, { idempotencyKey: 'once' }, 1],
      [{ lost: 'breaks' }, {}, 2],
      [{ status: 502, body: '<html>', isForeign: true }, {}, 2],
      [{ body: '<html>' }, {}, 2],
    ];
    for (const [answer, options, count] of cases) {
      const { client, requests } = playing([answer]);
      await assert.rejects(client.sessions.create({}, options));
      await until(() => requests.length >= count);
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(requests.length, count);
    }
  });

  it('are closed by `await using`', async () => {
    const { client, requests } = playing([created, closed]);
    await (await client.sessions.create())[Symbol.asyncDispose]();
    assert.equal(requests.at(-1)?.init?.method, 'DELETE');
  });
});
