import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { cdpCloses, limits } from '@tintype/contracts';
import { askForWebSocket, type RawDevTools } from '../../../../kit/browser-node/raw-devtools.js';
import { SessionNode } from '../../../../kit/browser-node/session-node.js';
import { html, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { until } from '../../../../kit/until.js';

const session = 'sess_00000000-0000-4000-8000-000000000013';
const other = 'sess_00000000-0000-4000-8000-000000000014';

export const clientCases = (): void => {
  describe('DevTools clients of a pod', { timeout: 600_000 }, () => {
    let site: PageServer;
    let node: SessionNode;

    before(async () => {
      site = await startPages({
        '/': html('<h1>a page</h1>'),
        '/alert': html('<button onclick="alert(1)">x</button>'),
        '/pdf': (_request, response) => response.setHeader('content-type', 'application/pdf').end('%PDF-1.4\n%%EOF\n'),
      });
      node = await SessionNode.start({ allow: `127.0.0.1:${site.port}` });
      await node.activate(session, { cdp: true });
    });
    after(async () => {
      await node?.stop();
      await site?.close();
    });

    it('are taken with a token for just that', async () => {
      const path = `/sessions/${session}/cdp`;
      const good = node.token(session, 'cdp');
      const statusOf = async (at: string, token: string) => {
        const { socket, status } = await askForWebSocket(node.port, at, { authorization: `Bearer ${token}` });
        socket.destroy();
        return status;
      };
      assert.equal(await statusOf(path, good), 101);
      for (const token of [
        '',
        'x',
        node.token(session, 'act'),
        node.token(other, 'cdp'),
        node.token(session, 'cdp', -1),
      ])
        assert.equal(await statusOf(path, token), 401, token);
      for (const at of ['/', `/sessions/${session}`, `/sessions/${session}/actions`, `/sessions/${other}/cdp`])
        assert.equal(await statusOf(at, good), 401, at);
      // This pod does not run that session.
      assert.equal(await statusOf(`/sessions/${other}/cdp`, node.token(other, 'cdp')), 409);
    });

    it('see and reach nothing of each other but the pages, and leave alone', async () => {
      const [one, two] = [await node.connect(session), await node.connect(session)];
      const page = await one.attach();
      assert.equal(await two.errorOf('Runtime.enable', {}, page), 'Session with given id not found.');
      const ids = async (client: RawDevTools) =>
        (await client.send('Target.getTargets')).targetInfos.map(({ targetId }: { targetId: string }) => targetId);
      assert.deepEqual(await ids(one), await ids(two));
      const { browserContextId } = await one.send('Target.createBrowserContext', { disposeOnDetach: true });
      await one.open('about:blank', browserContextId);
      await one.close();
      await until('its context is gone', async () => {
        const { browserContextIds } = await two.send('Target.getBrowserContexts');
        return browserContextIds.length === 0;
      });
      assert.ok((await two.send('Browser.getVersion')).product);
      await two.close();
      assert.equal((await node.act(session, 'url')).status, 200);
    });

    it('get the same error for any session that is not theirs, without any effect', async () => {
      const [one, two] = [await node.connect(session), await node.connect(session)];
      const page = await one.attach();
      const gone = await two.attach();
      await two.send('Target.detachFromTarget', { sessionId: gone });
      const error = { code: -32_001, message: 'Session with given id not found.' };
      for (const name of [page, gone, 'A'.repeat(32)])
        for (const method of [
          'Runtime.enable',
          'Page.crash',
          'Nothing.like',
          'Browser.setDownloadBehavior',
          'Browser.close',
        ])
          assert.deepEqual((await two.ask(method, { eventsEnabled: true }, name)).error, error, method);
      // The others did not end it.
      assert.ok((await two.send('Browser.getVersion')).product);
      await one.close();
      await two.close();
    });

    const pagesOf = async (client: RawDevTools): Promise<string[]> =>
      (await client.send('Target.getTargets')).targetInfos.map(({ targetId }: { targetId: string }) => targetId);

    it('may close the last page: there is another for the next who connects', async () => {
      const client = await node.connect(session);
      for (const targetId of await pagesOf(client)) await client.send('Target.closeTarget', { targetId });
      await until('there is none', async () => (await pagesOf(client)).length === 0);
      const next = await Promise.all([node.connect(session), node.connect(session)]);
      const [targetId] = await pagesOf(client);
      assert.deepEqual(await Promise.all(next.map(pagesOf)), [[targetId], [targetId]]);
      const page = await next[0].attach(targetId);
      await next[0].send('Page.navigate', { url: site.url('/') }, page);
      // The client's answer can come before Playwright hears that the page has navigated.
      const isThere = async () => (await node.act(session, 'url')).body.url === site.url('/');
      await until('it is that of the actions', isThere);
      for (const each of [client, ...next]) await each.close();
    });

    it('may close the last page: there is another for the next who acts', async () => {
      const client = await node.connect(session);
      const pages = () => pagesOf(client);
      for (let round = 0; round < 10; round += 1) {
        for (const targetId of await pages()) await client.send('Target.closeTarget', { targetId });
        await until('there is none', async () => (await pages()).length === 0);
        assert.equal((await node.act(session, 'goto', { url: site.url('/') })).status, 200);
        assert.equal((await pages()).length, 1);
      }
      await client.close();
    });

    it('see no page of an extension where a PDF is opened', async () => {
      const client = await node.connect(session);
      const attach = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
      await client.send('Target.setAutoAttach', attach);
      const page = await client.attach(await client.open(site.url('/')));
      await client.send('Target.setAutoAttach', attach, page);
      assert.equal((await client.send('Page.navigate', { url: site.url('/pdf') }, page)).errorText, 'net::ERR_ABORTED');
      await client.send('Page.navigate', { url: site.url('/') }, page);
      const urls = client.events.map(
        ({ params }) => (params as { targetInfo?: { url: string } }).targetInfo?.url ?? '',
      );
      assert.deepEqual(
        urls.filter((url) => url.startsWith('chrome')),
        [],
      );
      await client.close();
    });

    it('are answered when they end the browser, where they say it, and only the connection ends', async () => {
      for (const inPage of [false, true]) {
        const client = await node.connect(session);
        const page = inPage ? await client.attach() : undefined;
        const answer = await client.ask('Browser.close', {}, page);
        assert.deepEqual([answer.result, answer.sessionId], [{}, page]);
        assert.deepEqual(await client.closed, cdpCloses.done);
        assert.equal((await node.act(session, 'url')).status, 200);
      }
    });

    it('are let go when they say what is no command', async () => {
      for (const [said, close] of [
        [Buffer.from('{"id":1,"method":"Browser.getVersion"}'), cdpCloses.binary],
        ['{', cdpCloses.malformed],
        ['[]', cdpCloses.malformed],
        ['null', cdpCloses.malformed],
        ['{"method":"Browser.getVersion"}', cdpCloses.malformed],
        ['{"id":-1,"method":"Browser.getVersion"}', cdpCloses.malformed],
        ['{"id":1.5,"method":"Browser.getVersion"}', cdpCloses.malformed],
        ['{"id":4294967296,"method":"Browser.getVersion"}', cdpCloses.malformed],
        ['{"id":1,"method":7}', cdpCloses.malformed],
        ['{"id":1,"method":"Browser.getVersion","params":[]}', cdpCloses.malformed],
        ['{"id":1,"method":"Browser.getVersion","sessionId":{}}', cdpCloses.malformed],
        [`${'['.repeat(1_000_000)}`, cdpCloses.malformed],
      ] as const) {
        const client = await node.connect(session);
        client.socket.send(said);
        assert.deepEqual(await client.closed, close, String(said).slice(0, 100));
      }
      const client = await node.connect(session);
      client.socket.send('x'.repeat(limits.cdpMessageBytes + 1));
      assert.equal((await client.closed).code, cdpCloses.tooLarge.code);
      const wide = await node.connect(session);
      wide.socket.send(`{"id":9,"method":"Browser.getVersion","params":{"x":[${'[],'.repeat(10_000_000)}[]]}}`);
      assert.deepEqual(await wide.closed, cdpCloses.tooLarge);
      const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
      for (const levels of [190, 500, 5000, 1_000_000]) {
        const deep = await node.connect(session);
        deep.socket.send(`{"id":9,"method":"Browser.getVersion","params":{"x":${nested(levels)}}}`);
        if (levels === 190) await deep.send('Browser.getVersion');
        else assert.deepEqual(await deep.closed, cdpCloses.malformed);
        await deep.close();
      }
      assert.equal((await node.act(session, 'url')).status, 200);
    });

    it('are limited in number', async () => {
      const clients = await Promise.all(Array.from({ length: limits.cdpClients }, () => node.connect(session)));
      const { url, headers } = node.devTools(session);
      const refused = await askForWebSocket(node.port, new URL(url).pathname, headers);
      assert.equal(refused.status, 429);
      assert.match(refused.answer, /"code":"rate_limited"/);
      refused.socket.destroy();
      await clients.pop()?.close();
      await until('there is room', async () => {
        const again = await askForWebSocket(node.port, new URL(url).pathname, headers);
        again.socket.destroy();
        return again.status === 101;
      });
      for (const client of clients) await client.close();
    });

    it('are read in order and at their message rate, beside actions', async () => {
      const client = await node.connect(session);
      const [count, began] = [16_000, performance.now()];
      const answers = Array.from({ length: count }, (_, at) =>
        client.ask(at % 2 === 0 ? 'Browser.getVersion' : 'Nothing.like').then(({ error }) => Boolean(error)),
      );
      assert.equal((await node.act(session, 'url')).status, 200);
      const errors = await Promise.all(answers);
      assert.ok(errors.every((isError, at) => isError === (at % 2 === 1)));
      // A burst passes at once, the rest at its rate. The last ones are read in one piece.
      const [burst, readAtOnce] = [10_000, 2000];
      const leastMs = ((count - burst - readAtOnce) / limits.cdpMessagesPerSecond) * 1000;
      assert.ok(performance.now() - began >= leastMs);
      await client.close();
    });

    it('are read at their byte rate', async () => {
      const client = await node.connect(session);
      const [count, began] = [3, performance.now()];
      const x = 'x'.repeat(30 * 2 ** 20);
      const answers = Array.from({ length: count }, () => client.errorOf('Nothing.like', { x }));
      // Longer than one read.
      const last = client.errorOf('Nothing.like', { x: 'x'.repeat(2 ** 20) });
      for (const error of await Promise.all([...answers, last])) assert.match(error, /refused/);
      const leastMs = ((count * x.length - 2 * limits.cdpMessageBytes) / limits.cdpBytesPerSecond) * 1000;
      assert.ok(performance.now() - began >= leastMs);
      await client.close();
    });

    it('that read nothing are disconnected with the reason', async () => {
      const { url, headers } = node.devTools(session);
      const { socket } = await askForWebSocket(node.port, new URL(url).pathname, headers);
      socket.pause();
      const frame = (text: string) => {
        const body = Buffer.from(text);
        // A mask of zeros leaves the text unchanged.
        return Buffer.concat([Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255, 0, 0, 0, 0]), body]);
      };
      const helper = await node.connect(session);
      const [{ targetId }] = (await helper.send('Target.getTargets')).targetInfos;
      const attach = { id: 1, method: 'Target.attachToTarget', params: { targetId, flatten: true } };
      socket.write(frame(JSON.stringify(attach)));
      socket.resume();
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.pause();
      const sessionId = /"sessionId":"(\w+)"/.exec(answer.toString())?.[1];
      const expression = `globalThis.asked = (globalThis.asked ?? 0) + 1; 'x'.repeat(${8 * 2 ** 20})`;
      const evaluate = { method: 'Runtime.evaluate', params: { expression } };
      for (let id = 2; id < 20; id += 1) socket.write(frame(JSON.stringify({ id, sessionId, ...evaluate })));
      const heard: Buffer[] = [];
      // Other clients still get answers.
      const page = await helper.attach(targetId);
      await until('all has been asked', async () => (await helper.evaluate(page, 'globalThis.asked')) === 18);
      assert.equal((await node.act(session, 'url')).status, 200);
      socket.on('data', (chunk: Buffer) => heard.push(chunk));
      socket.resume();
      const tail = () => Buffer.concat(heard.slice(-3)).toString();
      await until('it gets the reason', () => tail().endsWith(cdpCloses.slowReader.reason));
      socket.destroy();
      await helper.close();
    });

    it('that leave a dialog open block nobody', async () => {
      const client = await node.connect(session);
      await node.act(session, 'goto', { url: site.url('/alert') });
      const { targetInfos } = await client.send('Target.getTargets');
      const { targetId } = targetInfos.find(({ url }: { url: string }) => url === site.url('/alert'));
      const page = await client.attach(targetId);
      await client.send('Page.enable', {}, page);
      const clicked = client.evaluate(page, `document.querySelector('button').click()`);
      await client.heard('Page.javascriptDialogOpening', page);
      await client.heard('Page.javascriptDialogClosed', page);
      await clicked;
      await client.close();
    });
  });
};
