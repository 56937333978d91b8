import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { cdpCloses, limits } from '@tintype/contracts';
import type { RawDevTools } from '../../../../kit/browser-node/raw-devtools.js';
import { SessionNode } from '../../../../kit/browser-node/session-node.js';
import { type Origin, startOrigin } from '../../../../kit/pages/origin.js';
import { html, type PageServer, startPages } from '../../../../kit/pages/pages.js';
import { readPdf } from '../../../../kit/render/pdf.js';
import { until } from '../../../../kit/until.js';

const session = 'sess_00000000-0000-4000-8000-000000000012';
const secret = 'the words of a file';
/** The file's text has its own colour, which a print would show. */
const colour = '0 1 0 rg';
const page = `<body style="background:#0f0">${secret}`;
const text = `self.leaked = '${secret}';`;

/** Scripts that try to read a file. Each returns what it saw, or how it failed. */
const readers: Record<string, (url: string) => string> = {
  fetch: (url) => `fetch('${url}').then((answer) => answer.text())`,
  XMLHttpRequest: (url) => `new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.onload = () => resolve(request.responseText);
    request.onerror = reject;
    request.open('GET', '${url}');
    request.send();
  })`,
  'a frame': (url) => `new Promise((resolve) => {
    const frame = Object.assign(document.createElement('iframe'), { src: '${url}' });
    frame.onload = () => resolve(frame.contentDocument?.body.textContent);
    setTimeout(resolve, 1500, 'nothing has come');
    document.body.append(frame);
  })`,
  'a window': (url) => `new Promise((resolve) => {
    const other = window.open('${url}');
    setTimeout(() => resolve(other?.document.body.textContent), 1000);
  })`,
  'a worker': (url) => `new Promise((resolve, reject) => {
    const source = "try { importScripts('${url}'); postMessage(leaked) } catch (error) { postMessage(String(error)) }";
    const worker = new Worker(URL.createObjectURL(new Blob([source])));
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => resolve(message);
  })`,
};

export const attackCases = (): void => {
  describe('a DevTools client that means harm', { timeout: 600_000 }, () => {
    let site: PageServer;
    let forbidden: Origin;
    let node: SessionNode;
    let client: RawDevTools;
    const folder = mkdtempSync(join(tmpdir(), 'tintype-test-'));
    const file = `file://${folder}/secret.js`;
    const fileOfPage = `file://${folder}/secret.html`;

    before(async () => {
      writeFileSync(join(folder, 'secret.js'), text, { mode: 0o644 });
      writeFileSync(join(folder, 'secret.html'), page, { mode: 0o644 });
      site = await startPages({
        '/': html('<h1>a page</h1>'),
        '/secret.html': (_request, response) => response.setHeader('content-type', 'text/html').end(page),
        '/secret.js': (_request, response) => response.setHeader('content-type', 'text/javascript').end(text),
      });
      forbidden = await startOrigin('127.0.0.1', 0, (_request, response) => response.end('inside'));
      node = await SessionNode.start({ allow: `127.0.0.1:${site.port}` });
      await node.activate(session, { cdp: true });
    });
    afterEach(async () => {
      await client.close();
      const helper = await node.connect(session);
      for (const { targetId } of (await helper.send('Target.getTargets')).targetInfos.slice(1))
        await helper.errorOf('Target.closeTarget', { targetId });
      await helper.close();
    });
    after(async () => {
      await node?.stop();
      await site?.close();
      await forbidden?.close();
      rmSync(folder, { recursive: true });
    });

    const connect = async () => {
      client = await node.connect(session);
      return client;
    };

    const onSite = async (context?: string) => {
      const page = await client.attach(undefined, context);
      await client.send('Page.enable', {}, page);
      await client.send('Page.navigate', { url: site.url('/') }, page);
      await until('the page is there', async () => (await client.evaluate(page, 'document.title')) === 'test');
      return page;
    };

    /** Texts of this page and all others. */
    const seen = async (): Promise<string> => {
      const { targetInfos } = await client.send('Target.getTargets', { filter: [{}] });
      const texts: unknown[] = [targetInfos];
      for (const { targetId, type } of targetInfos) {
        if (type !== 'page') continue;
        const page = await client.attach(targetId);
        texts.push(await client.evaluate(page, 'document.documentElement.outerHTML'));
      }
      return JSON.stringify(texts);
    };

    for (const [name, script] of Object.entries(readers)) {
      it(`reads what it may by ${name}`, async () => {
        await connect();
        const page = await onSite();
        const answer = await client.evaluate(page, `(async () => ${script(site.url('/secret.js'))})().catch(String)`);
        assert.ok(String(answer).includes(secret), String(answer));
      });

      for (const world of ['the page', 'a world that may do everything']) {
        it(`reads no file by ${name} in ${world}`, async () => {
          await connect();
          const page = await onSite();
          const { frameTree } = await client.send('Page.getFrameTree', {}, page);
          const { executionContextId: contextId } = await client.send(
            'Page.createIsolatedWorld',
            { frameId: frameTree.frame.id, grantUniveralAccess: true, worldName: 'all' },
            page,
          );
          const expression = `(async () => ${script(file)})().catch(String)`;
          const answer = await client.evaluate(page, expression, world === 'the page' ? {} : { contextId });
          assert.ok(!String(answer).includes(secret), String(answer));
          assert.ok(!(await seen()).includes(secret));
        });
      }
    }

    it('reads no file by an address that a request has got', async () => {
      await connect();
      const page = await onSite();
      await client.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] }, page);
      for (const answer of ['redirect', 'other address']) {
        client.events.splice(0);
        const going = client.ask('Page.navigate', { url: site.url('/?again') }, page);
        const { params } = await client.heard('Fetch.requestPaused', page);
        const { requestId } = params as { requestId: string };
        const responseHeaders = [{ name: 'Location', value: file }];
        if (answer === 'redirect')
          await client.errorOf('Fetch.fulfillRequest', { requestId, responseCode: 302, responseHeaders }, page);
        else {
          assert.match(await client.errorOf('Fetch.continueRequest', { requestId, url: file }, page), /refused/);
          await client.send('Fetch.continueRequest', { requestId }, page);
        }
        await going;
        assert.ok(!(await seen()).includes(secret));
      }
    });

    it('reads no file by a document that it has written', async () => {
      await connect();
      const page = await onSite();
      const { frameTree } = await client.send('Page.getFrameTree', {}, page);
      const inside = `<iframe src="${file}"></iframe><object data="${file}"></object><script src="${file}"></script>`;
      await client.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html: inside }, page);
      const { data } = await client.send('Page.captureSnapshot', {}, page);
      assert.ok(!Buffer.from(data).includes(secret) && !(await seen()).includes(secret));
      const { data: tree } = {
        data: JSON.stringify(await client.send('DOM.getDocument', { depth: -1, pierce: true }, page)),
      };
      assert.ok(!tree.includes(secret));
    });

    it('prints no file, where it prints what it may', async () => {
      await connect();
      const page = await onSite();
      const { frameTree } = await client.send('Page.getFrameTree', {}, page);
      const write = async (url: string) => {
        const inside = `<iframe src="${url}"></iframe><object data="${url}"></object><embed src="${url}">`;
        await client.send('Page.setDocumentContent', { frameId: frameTree.frame.id, html: inside }, page);
      };
      const isPrinted = async () => {
        const { data } = await client.send('Page.printToPDF', { printBackground: true }, page);
        return readPdf(Buffer.from(data, 'base64')).drawn.includes(colour);
      };
      await write(site.url('/secret.html'));
      await until('it is printed', isPrinted);
      await write(fileOfPage);
      for (let round = 0; round < 5; round += 1) assert.equal(await isPrinted(), false);
    });

    it('sends no request past the guard, by any API', async () => {
      await connect();
      const { browserContextId } = await client.send('Target.createBrowserContext', {
        proxyServer: 'direct://',
        proxyBypassList: '*',
      });
      const url = `http://127.0.0.1:${forbidden.port}/`;
      for (const context of [undefined, browserContextId]) {
        await client.open(url, context);
        const page = await onSite(context);
        await client.evaluate(page, `fetch('${url}fetch', { mode: 'no-cors' }).catch(String)`);
        const worker = `fetch('${url}worker', { mode: 'no-cors' }).then(() => postMessage(1), () => postMessage(2))`;
        await client.evaluate(
          page,
          `new Promise((resolve) => {
          const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(worker)}])));
          worker.onmessage = resolve;
        }).then(() => 1)`,
        );
        await client.evaluate(
          page,
          `new Promise((resolve) => { new WebSocket('ws${url.slice(4)}socket').onclose = () => resolve(1) })`,
        );
        await client.ask('Page.navigate', { url }, page);
        await client.ask('Network.loadNetworkResource', { url, options: {} }, page);
      }
      assert.equal(forbidden.connections, 0);
      assert.ok(site.connections > 0);
    });

    it('is disconnected after an event that is too large', async () => {
      await connect();
      const page = await client.attach();
      await client.send('Runtime.enable', {}, page);
      await client.send('Runtime.addBinding', { name: 'tell' }, page);
      // `client.test.ts` has lost events that report activity, which end no client. After any other, the state is unknown.
      void client.ask('Runtime.evaluate', { expression: `tell('x'.repeat(${limits.cdpAnswerBytes}))` }, page);
      assert.deepEqual(await client.closed, cdpCloses.lost);
      assert.equal((await node.act(session, 'url')).status, 200);
    });

    it('keeps downloads refused, also in a context of its own, also when it has left', async () => {
      const states: string[] = [];
      const download = async (context?: string) => {
        const page = await onSite(context);
        await client.send('Browser.setDownloadBehavior', {
          behavior: 'allow',
          downloadPath: folder,
          eventsEnabled: true,
          ...(context === undefined ? {} : { browserContextId: context }),
        });
        client.events.splice(0);
        await client.evaluate(
          page,
          `document.body.append(Object.assign(document.createElement('a'), { href: 'data:application/x,1', download: 'x' }));
         document.querySelector('[download]').click()`,
        );
        const isOver = ({ state }: { state?: string }) => state === 'canceled' || state === 'completed';
        const told = () => client.events.map(({ params }) => params as { state?: string }).find(isOver);
        await until('the download has ended', () => told() !== undefined);
        states.push(String(told()?.state));
        assert.match(
          await client.errorOf('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: folder }, page),
          /refused/,
        );
      };
      await connect();
      await download();
      await client.close();
      await connect();
      await download();
      await download((await client.send('Target.createBrowserContext')).browserContextId);
      assert.deepEqual(states, ['canceled', 'canceled', 'canceled']);
      assert.deepEqual(readdirSync(folder).sort(), ['secret.html', 'secret.js']);
    });
  });
};
