import assert from 'node:assert/strict';
import type { Watch } from '../cluster/connections.js';
import { usualPage } from '../site/pages.js';
import type { Found, Stage } from '../stage.js';
import type { Scenario } from './scenario.js';
import { forbidden, takenFrom } from './targets.js';

/** The control: without the guard, all targets are reachable, and the packet filter sees it. */
const areThere = async (stage: Stage, pod: string, targets: readonly string[], watch: Watch) => {
  assert.deepEqual(await takenFrom(stage, pod, targets), targets);
  const seen = await watch.take();
  const addresses = targets.map((url) => new URL(url)).filter(({ hostname }) => /^[\d.]+$/.test(hostname));
  for (const { hostname, port, protocol } of addresses)
    assert.ok(seen.includes(`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`), `${hostname} in ${seen}`);
};

/** Requests each target in every way that a page can, and shows the results in base64, which survives any rendering. */
const attackPage = (targets: readonly string[]) => `<title>waiting</title><pre id="results"></pre><script>
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
    results.textContent = 'results' + btoa(JSON.stringify(await Promise.all(targets.map(ways)))) + 'results';
  });
</script>`;

const judge = (text: string, targets: readonly string[]) => {
  const [, results] = /results([A-Za-z0-9+/=]+)results/.exec(text) ?? assert.fail(text.slice(0, 500));
  const [control, ...others]: string[][] = JSON.parse(Buffer.from(results!, 'base64').toString());
  assert.deepEqual(control, ['200 <!doctype html>', 'answered', 'open']);
  assert.deepEqual(
    others,
    targets.map(() => ['nothing', 'nothing', 'nothing']),
  );
};

interface Browser {
  pod: Found;
  /** The guard must refuse it. */
  refuse: (url: string) => Promise<{ status: number; code: string }>;
  show: (url: string) => Promise<string>;
}

const results = '#results:not(:empty)';

const ofSession = async (stage: Stage, id: string): Promise<Browser> => ({
  pod: await stage.get('pod', await stage.podOf(id)),
  refuse: async (url) => {
    const { status, body } = await stage.act(id, 'goto', { url });
    return { status, code: body.code };
  },
  show: async (url) => {
    await stage.act(id, 'goto', { url });
    await stage.act(id, 'wait_for_selector', { selector: results, timeoutMs: 20_000 });
    const { body } = await stage.act(id, 'query', { selector: '#results', fields: ['text'] });
    return body.elements[0].text;
  },
});

/** There is only one pod that renders, so it must be this one. */
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
      const response = await stage.fetch(sign(url, 'content', { waitFor: results }));
      const body = await response.text();
      assert.equal(response.status, 200, body.slice(0, 500));
      return body;
    },
  };
};

/** The browser sends no packet to any target. */
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

/** Policies are off meanwhile, to prove that the guard is enough. */
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

export const attack: readonly Scenario[] = [
  {
    name: 'a page in a session reaches nothing in the cluster',
    play: (stage) => withoutPolicies(stage, () => fromSession(stage)),
  },
  {
    name: 'a rendered page reaches nothing in the cluster',
    play: (stage) => withoutPolicies(stage, () => fromRender(stage)),
  },
];
