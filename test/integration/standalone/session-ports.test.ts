import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { agentPortAnnotation } from '@tintype/crds';
import { askRunning, signedImageUrl } from '@tintype/standalone/testing';
import { KillStage } from '../../kit/kills/stage.js';
import { html, type PageServer, startPages } from '../../kit/pages/pages.js';
import { listeningPortsOf } from '../../kit/process/sockets.js';

/** Requests each port in its address; its title lists those that answered. */
const probe = html(
  '',
  `<script>
    const ports = new URLSearchParams(location.search).get('ports').split(',');
    const hosts = ['127.0.0.1', 'localhost', '0.0.0.0', '[::1]'];
    const ask = (url) => fetch(url, { mode: 'no-cors' }).then(() => url, () => undefined);
    const urls = ports.flatMap((port) => hosts.map((host) => 'http://' + host + ':' + port + '/'));
    Promise.all(urls.map(ask)).then((answered) => { document.title = JSON.stringify(answered.filter(Boolean)); });
  </script>`,
);

describe('the ports of the service', { timeout: 600_000, skip: process.platform !== 'linux' && 'Linux only' }, () => {
  let site: PageServer;
  let stage: KillStage;
  let mine: string;

  before(async () => {
    site = await startPages({ '/probe': probe, '/': html('here') });
    const allow = '127.0.0.0/8,::1,0.0.0.0,localhost';
    stage = await KillStage.start({ TINTYPE_EGRESS_ALLOW: allow });
    mine = await open();
    await open();
  });
  after(async () => {
    await stage?.stop();
    await site?.close();
  });

  const open = async (): Promise<string> => {
    const { status, body } = await stage.call('POST', '', { maxTtlSeconds: 300 });
    assert.equal(status, 201, body.error);
    return body.sessionId;
  };

  const act = (type: string, payload: object) => stage.call('POST', `/${mine}/actions`, { type, payload });

  /** All ports of the service, except that of the bundled page. */
  const ports = (): number[] => {
    const example = Number(new URL(stage.stack.examplePage).port);
    const found = listeningPortsOf(stage.stack.pid);
    assert.ok(found.includes(example));
    return found.filter((port) => port !== example);
  };

  it('are known to this test', async () => {
    const { natsPort } = (await askRunning(stage.stack.dataDir)) ?? {};
    const pods = (await stage.pods()).map(({ metadata }) => Number(metadata.annotations?.[agentPortAnnotation]));
    const own = [stage.stack.url, stage.stack.privateUrl].map((url) => Number(new URL(url).port));
    const known = ports();
    for (const port of [natsPort, ...pods, ...own]) assert.ok(known.includes(Number(port)), String(port));
    // Also the private ports of api, operator and node. The browsers' proxies listen inside their walls.
    assert.ok(known.length >= 1 + pods.length + own.length + 3, known.join());
  });

  it('cannot be opened by a session', async () => {
    assert.equal((await act('goto', { url: site.url('/') })).status, 200);
    for (const port of ports()) {
      const { status, body } = await act('goto', { url: `http://127.0.0.1:${port}/healthz` });
      assert.deepEqual([port, status, body.code], [port, 403, 'target_blocked']);
    }
  });

  it('cannot be requested by a page of a session', async () => {
    const asked = [...ports(), site.port];
    await act('goto', { url: site.url(`/probe?ports=${asked.join()}`), waitUntil: 'load' });
    let title = '';
    while (!title.startsWith('[')) title = String((await act('title', {})).body.title);
    assert.deepEqual(
      JSON.parse(title).filter((url: string) => !url.endsWith(`:${site.port}/`)),
      [],
    );
    assert.ok(title.includes(`http://127.0.0.1:${site.port}/`), title);
  });

  it('cannot be opened by a render', async () => {
    for (const port of ports()) {
      const response = await fetch(signedImageUrl(stage.stack.url, stage.stack.account, `http://127.0.0.1:${port}/`));
      assert.equal(response.status, 403, String(port));
    }
  });
});
