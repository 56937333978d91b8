import assert from 'node:assert/strict';
import type { Watch } from '../cluster/connections.js';
import { usualPage } from '../site/pages.js';
import type { Found, Stage } from '../stage.js';
import type { Scenario } from './scenario.js';
import { forbidden, takenFrom } from './targets.js';

/** Or it would be no wonder that a page gets nothing: without a guard all of them are reached, and what watches sees it. */
const areThere = async (stage: Stage, pod: string, targets: readonly string[], watch: Watch) => {
  assert.deepEqual(await takenFrom(stage, pod, targets), targets);
  const seen = await watch.take();
  const addresses = targets.map((url) => new URL(url)).filter(({ hostname }) => /^[\d.]+$/.test(hostname));
  for (const { hostname, port, protocol } of addresses)
    assert.ok(seen.includes(`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`), `${hostname} in ${seen}`);
};

/** Tries each of them in every way that pages have, and says what came of it in a word that survives any rendering. */
const attackPage = (targets: readonly string[]) => `<title>waiting</title><pre id="said"></pre><script>
  const targets = ${JSON.stringify(targets)};
  const read = async (url) => {
    const response = await fetch(url);
    return response.status + ' ' + (await response.text()).slice(0, 15);
  };
  const blind = (url) => fetch(url, { mode: 'no-cors' }).then(() => 'answered');
  const socket = (url) => new Promise((open, failed) => {
    const made = new WebSocket(url.replace('http', 'ws'));
    made.onopen = () => open('open');
    made.onerror = failed;
  });
  const frame = (url) => document.body.append(Object.assign(document.createElement('iframe'), { src: url }));
  addEventListener('load', async () => {
    for (const url of targets.slice(1)) { new Image().src = url; navigator.sendBeacon(url, 'x'); frame(url); }
    const ways = (url) => Promise.all([read, blind, socket].map((way) => way(url).catch(() => 'nothing')));
    said.textContent = 'said' + btoa(JSON.stringify(await Promise.all(targets.map(ways)))) + 'said';
  });
</script>`;

/** What the page has said of each target; the first is one that it may reach. */
const judge = (text: string, targets: readonly string[]) => {
  const [, said] = /said([A-Za-z0-9+/=]+)said/.exec(text) ?? assert.fail(text.slice(0, 500));
  const [control, ...others]: string[][] = JSON.parse(Buffer.from(said!, 'base64').toString());
  assert.deepEqual(control, ['200 <!doctype html>', 'answered', 'open']);
  assert.deepEqual(
    others,
    targets.map(() => ['nothing', 'nothing', 'nothing']),
  );
};

/** A pod with a browser, and how somebody makes it show a page. */
interface Browser {
  pod: Found;
  /** Is refused. */
  refuse: (url: string) => Promise<{ status: number; code: string }>;
  /** Answers what the page says in the end. */
  show: (url: string) => Promise<string>;
}

const said = '#said:not(:empty)';

const ofSession = async (stage: Stage, id: string): Promise<Browser> => ({
  pod: await stage.get('pod', await stage.podOf(id)),
  refuse: async (url) => {
    const { status, body } = await stage.act(id, 'goto', { url });
    return { status, code: body.code };
  },
  show: async (url) => {
    await stage.act(id, 'goto', { url });
    await stage.act(id, 'wait_for_selector', { selector: said, timeoutMs: 20_000 });
    const { body } = await stage.act(id, 'query', { selector: '#said', fields: ['text'] });
    return body.elements[0].text;
  },
});

/** There is one pod that renders, or nobody could know which one it is. */
const ofRenders = async (stage: Stage): Promise<Browser> => {
  const [pod] = await stage.pods('browser-node');
  const sign = await stage.signer();
  return {
    pod,
    refuse: async (url) => {
      const response = await stage.fetch(sign(url));
      const { code } = (await response.json()) as { code: string };
      return { status: response.status, code };
    },
    show: async (url) => {
      const response = await stage.fetch(sign(url, 'content', { waitFor: said }));
      const body = await response.text();
      assert.equal(response.status, 200, body.slice(0, 500));
      return body;
    },
  };
};

/** Not a packet goes to any of them, whoever it is that the browser asks. */
const attackFrom = async (stage: Stage, browser: Browser, other: string) => {
  const targets = await forbidden(stage, other);
  const urls = Object.values(targets);
  const { podIP } = browser.pod.status;
  const watch = await stage.options.insight?.watch(podIP);
  try {
    if (watch) await areThere(stage, browser.pod.metadata.name, urls, watch);
    for (const [what, url] of Object.entries(targets))
      assert.deepEqual(await browser.refuse(url), { status: 403, code: 'target_blocked' }, what);
    const own = ['http://127.0.0.1:7070/healthz', 'http://127.0.0.1:9090/metrics'];
    await stage.pages.show(attackPage([stage.pages.url('/control'), ...urls, ...own]));
    judge(await browser.show(stage.pages.url(`/attack-${podIP}`)), [...urls, ...own]);
    const reached = (await watch?.take()) ?? [];
    const others = reached.filter((target) => !/^udp .*:53$/.test(target));
    if (watch) assert.deepEqual(others, [new URL(stage.pages.url('/')).host]);
  } finally {
    await watch?.end();
    await stage.pages.show(usualPage);
  }
  assert.deepEqual(await stage.pages.foreignAsked(), []);
  return urls.length;
};

/** Where policies would stop what the guard lets through, the guard is seen to hold alone. */
const withoutPolicies = <Done>({ options: { insight } }: Stage, act: () => Promise<Done>): Promise<Done> =>
  insight?.policies ? insight.policies.suspend(act) : act();

const fromSession = async (stage: Stage) => {
  const id = await stage.open();
  const [node] = await stage.pods('browser-node');
  const count = await attackFrom(stage, await ofSession(stage, id), `http://${node.status.podIP}:9090/metrics`);
  await stage.sessions('DELETE', `/${id}`);
  return `${count} targets`;
};

const fromRender = async (stage: Stage) => {
  const id = await stage.open();
  const session = await stage.get('pod', await stage.podOf(id));
  const count = await attackFrom(stage, await ofRenders(stage), `http://${session.status.podIP}:7070/healthz`);
  await stage.sessions('DELETE', `/${id}`);
  return `${count} targets`;
};

/** What no page can do with a cluster. */
export const attack: readonly Scenario[] = [
  {
    name: 'a page in a session gets nothing of the cluster',
    play: (stage) => withoutPolicies(stage, () => fromSession(stage)),
  },
  {
    name: 'a page that is rendered gets nothing of the cluster',
    play: (stage) => withoutPolicies(stage, () => fromRender(stage)),
  },
];
