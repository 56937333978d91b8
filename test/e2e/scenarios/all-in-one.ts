import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readAccounts } from '@tintype/api';
import { PNG } from 'pngjs';
import { until } from '../../kit/until.js';
import { imageOf } from '../images/images.js';
import { type Found, Stage } from '../stage.js';
import type { Scenario } from './scenario.js';

const name = 'all-in-one';

/** The Dockerfile's HEALTHCHECK, which kubelets ignore. */
const healthCheck = (): string[] => {
  const dockerfile = readFileSync(new URL('../../../../Dockerfile', import.meta.url), 'utf8');
  const [, command] = /^HEALTHCHECK [^[]*CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  assert.ok(command, 'the Dockerfile has a HEALTHCHECK');
  return JSON.parse(command);
};

/** The nearest equivalent of `docker run -v … --security-opt seccomp=…`. */
const pod = (stage: Stage) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: { seccompProfile: { type: 'Localhost', localhostProfile: 'profiles/tintype.json' } },
    containers: [
      {
        name,
        image: imageOf('all-in-one'),
        imagePullPolicy: 'Never',
        env: [{ name: 'TINTYPE_EGRESS_ALLOW', value: new URL(stage.pages.url('/')).host }],
        readinessProbe: { exec: { command: healthCheck() }, periodSeconds: 1, timeoutSeconds: 5 },
        volumeMounts: [{ name: 'data', mountPath: '/data' }],
      },
    ],
    volumes: [{ name: 'data', emptyDir: {} }],
  },
});

const ready = async (stage: Stage, restarts: number): Promise<Found> => {
  let found: Found;
  await until(`${name} is ready`, async () => {
    found = (await stage.get('pod', name)).status;
    const [container] = found.containerStatuses ?? [];
    return container?.ready === true && container.restartCount === restarts;
  });
  return found;
};

const banner = async (stage: Stage) => {
  const output = await stage.kubectl('logs', name);
  const word = (what: string) =>
    new RegExp(`^ +${what} +(\\S+)$`, 'm').exec(output)?.[1] ?? assert.fail(`${what}? ${output}`);
  const account = readAccounts([word('user id'), word('API key'), word('secret')].join(':'))[0]!;
  return { account, example: new URL(/http:\S+\/image\?\S+/.exec(output)?.[0] ?? assert.fail(output)) };
};

const picture = async (stage: Stage, url: string) => {
  const response = await stage.fetch(url);
  const body = Buffer.from(await response.arrayBuffer());
  assert.equal(response.status, 200, body.toString().slice(0, 500));
  assert.equal(PNG.sync.read(body).width, 1440);
};

const use = async (stage: Stage) => {
  const begin = performance.now();
  const { podIP } = await ready(stage, 0);
  const took = Math.round(performance.now() - begin);
  const { account, example } = await banner(stage);
  const base = `http://${podIP}:8080`;
  await picture(stage, `${base}${example.pathname}${example.search}`);
  const own = new Stage({ ...stage.options, account, url: base });
  await picture(stage, await own.signedUrl(stage.pages.url('/alone')));
  const id = await own.create();
  const went = await own.act(id, 'goto', { url: stage.pages.url('/page') });
  assert.equal(went.status, 200, JSON.stringify(went.body));
  assert.equal((await own.act(id, 'title')).body.title, 'a page');
  const closed = await own.sessions('DELETE', `/${id}`);
  assert.deepEqual([closed.status, closed.body.session.billedCredits], [200, 1]);
  // The equivalent of `docker stop`, then `docker run` with the same volume.
  await stage.kubectl('exec', name, '--', 'kill', '1');
  await ready(stage, 1);
  assert.deepEqual((await banner(stage)).account, account);
  const { body } = await own.sessions('GET', `/${id}`);
  assert.equal(body.session.billedCredits, 1);
  return `ready after ${took} ms`;
};

const alone = async (stage: Stage) => {
  await stage.apply(pod(stage));
  try {
    return await use(stage);
  } finally {
    await stage.kubectl('delete', 'pod', name, '--timeout=60s');
  }
};

export const allInOne: readonly Scenario[] = [
  { name: 'the all-in-one image alone: a picture and a session', play: alone },
];
