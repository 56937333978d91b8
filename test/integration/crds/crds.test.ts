import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { admit, Invalid, type Kind, type Kinds, kindInfo, manifests } from '@tintype/crds';
import {
  badSpecimens,
  goodSpecimens,
  mutated,
  type Parts,
  type Specimen,
  type SpecimenStore,
  storeSpecimen,
} from '@tintype/crds/testing';
import fc from 'fast-check';
import { callKube } from '../../kit/kube/access.js';
import { type KubeApiServer, startKubeApiServer } from '../../kit/kube/api-server.js';
import { until } from '../../kit/until.js';
import { podCases } from './crds/pods.js';

type Own = Kinds['BrowserSession'] | Kinds['BrowserPool'];

const manifestFolder = fileURLToPath(new URL('../../../../crds/manifests', import.meta.url));
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const group = '/apis/tintype.dev/v1alpha1';

const partsOf = ({ spec, status }: Parts): Parts => ({ spec, ...(status !== undefined && { status }) });

/** The column names of a kubectl table. */
const headOf = (table: string) => (table.split('\n')[0] ?? '').split(/\s{2,}/).filter(Boolean);

/** A session with a value in each column. */
const live: Specimen = {
  about: 'a session that was lost',
  kind: 'BrowserSession',
  name: 'shown',
  spec: { account: 'columns', maxTtlSeconds: 60, cdp: true },
  status: {
    phase: 'Closed',
    pod: { name: 'default-abc', uid: 'u', node: 'node-7' },
    expiresAt: '2026-03-01T12:15:00Z',
    closeReason: 'NodeLost',
    credits: 0,
  },
};

describe('the custom resource definitions', { timeout: 600_000 }, () => {
  let server: KubeApiServer;
  let namespace: string;
  let count = 0;

  before(async () => {
    // Otherwise pods need an existing class of that name.
    server = await startKubeApiServer({ flags: ['--disable-admission-plugins=Priority,RuntimeClass'] });
    await server.apply(manifestFolder);
    namespace = await server.namespace('kinds');
  });
  after(() => server.stop());

  const kubectl = (...args: string[]) => server.kubectl('-n', namespace, ...args);

  /** The API server as a store: a refusal becomes Invalid. */
  const call = async <K extends Kind>(method: string, kind: K, path: string, object: object): Promise<Kinds[K]> => {
    const { apiVersion, plural } = kindInfo[kind];
    const url = `/apis/${apiVersion}/namespaces/${namespace}/${plural}${path}`;
    const { status, body } = await callKube(server.admin, method, url, object);
    if (status === 422) throw new Invalid(body.message);
    assert.ok(status < 300, `${method} ${url}: ${status} ${body.message}`);
    return body;
  };
  const store: SpecimenStore = {
    create: (kind, object) => call('POST', kind, '', object),
    update: (kind, object) => call('PUT', kind, `/${object.metadata.name}`, object),
    updateStatus: (kind, object) => call('PUT', kind, `/${object.metadata.name}/status`, object),
  };
  const stored = (specimen: Specimen): Promise<Own> =>
    storeSpecimen(store, specimen, { namespace, name: specimen.name ?? `specimen-${++count}` });

  /** The stored parts of a specimen, or undefined for a refusal. */
  const unlessInvalid = async (attempt: () => Promise<Own> | Own): Promise<Parts | undefined> => {
    try {
      return partsOf(await attempt());
    } catch (error) {
      assert.ok(error instanceof Invalid, String(error));
      return undefined;
    }
  };
  const admitted = ({ kind, spec, status }: Specimen): Own => {
    const object = { metadata: { namespace, name: 'specimen' }, spec } as unknown as Own;
    const old = admit(kind, object);
    return status === undefined ? old : admit(kind, { ...old, status } as Own, old);
  };

  it('are established and structural', async () => {
    for (const { metadata } of Object.values(manifests)) {
      const { status } = await server.call('GET', `${definitions}/${metadata.name}`);
      const held = status.conditions.filter((condition: { status: string }) => condition.status === 'True');
      assert.deepEqual(held.map((condition: { type: string }) => condition.type).sort(), [
        'Established',
        'NamesAccepted',
      ]);
    }
  });

  it('are stored unchanged: the API server knows every keyword', async () => {
    for (const { metadata, spec } of Object.values(manifests)) {
      const found = await server.call('GET', `${definitions}/${metadata.name}`);
      const [version] = found.spec.versions;
      assert.deepEqual(version.schema, spec.versions[0]?.schema);
      assert.deepEqual(version.subresources, spec.versions[0]?.subresources);
    }
  });

  for (const specimen of goodSpecimens) {
    it(`admit ${specimen.kind}: ${specimen.about}`, async () => {
      const expected = { ...partsOf(specimen), ...specimen.stored };
      assert.deepEqual(partsOf(await stored(specimen)), expected);
    });
  }

  for (const specimen of badSpecimens) {
    it(`refuse ${specimen.kind}: ${specimen.about}`, async () => {
      await assert.rejects(
        stored(specimen),
        (error) => error instanceof Invalid && specimen.words.every((words) => error.message.includes(words)),
      );
    });
  }

  it('judge every object as `admit` does, and store the same', async () => {
    const seen = { admitted: 0, refused: 0 };
    const specimens = goodSpecimens.map(({ kind, about, spec, status }) => ({
      kind,
      about,
      ...partsOf({ spec, status }),
    }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...specimens),
        fc.array(fc.nat(), { minLength: 2, maxLength: 2 }),
        async ({ kind, about, ...parts }, picks) => {
          const specimen = { kind, about, ...mutated(parts, (some) => (picks.pop() ?? 0) % some) };
          const byServer = await unlessInvalid(() => stored(specimen));
          seen[byServer ? 'admitted' : 'refused'] += 1;
          assert.deepEqual(await unlessInvalid(() => admitted(specimen)), byServer);
        },
      ),
      { numRuns: 300 },
    );
    assert.ok(seen.admitted > 30 && seen.refused > 30, JSON.stringify(seen));
  });

  it('are a manual for kubectl explain', async () => {
    // Ignores kubectl's cache, which may be older than the definitions.
    assert.match(await kubectl('api-resources', '--api-group=tintype.dev'), /^browsersessions +bs +/m);
    await until('the API server publishes the kinds', async () => {
      const { body } = await callKube(server.admin, 'GET', `/openapi/v3${group}`);
      return Object.keys(manifests).every((kind) => JSON.stringify(body).includes(`"kind":"${kind}"`));
    });
    assert.match(await kubectl('explain', 'bs.spec.cdp'), /Playwright/);
    assert.match(await kubectl('explain', 'bs.status.closeReason'), /- NodeLost: the pod became unready/);
    const fields = await kubectl('explain', 'bs.spec');
    for (const name of Object.keys(
      admitted({ ...live, spec: { ...(live.spec as object), startBy: '2026-03-01T12:00:00Z' } }).spec,
    )) {
      assert.match(fields, new RegExp(`^  ${name}\\t<\\w+>.*\\n {4}\\S`, 'm'));
    }
    assert.match(await kubectl('explain', 'bp.spec.template.seccompProfile.type'), /Chromium's sandbox/);
    assert.match(
      await kubectl('explain', 'bp.spec.template.tolerations.operator'),
      /One of Exists, Equal; default "Equal"/,
    );
    assert.match(await kubectl('explain', 'bs.spec.startBy'), /a time in RFC 3339, in UTC/);
    assert.doesNotMatch(await kubectl('explain', 'bp', '--recursive'), /<no description>|<empty>/);
  });

  it('show a session in columns, and more with -o wide', async () => {
    await stored(live);
    const brief = await kubectl('get', 'bs', 'shown');
    assert.deepEqual(headOf(brief), ['NAME', 'PHASE', 'ACCOUNT', 'POD', 'EXPIRES', 'CREDITS', 'REASON', 'AGE']);
    assert.match(brief, /^shown +Closed +columns +default-abc +2026-03-01T12:15:00Z +0 +NodeLost +\d+s$/m);
    const all = await kubectl('get', 'bs', 'shown', '-o', 'wide');
    assert.deepEqual(headOf(all), [...headOf(brief), 'NODE', 'TTL', 'CDP']);
    assert.match(all, / node-7 +60 +true$/m);
  });

  it('select sessions by account, pool and phase', async () => {
    const found = async (selector: string) =>
      (await kubectl('get', 'bs', '-o', 'name', '--field-selector', selector)).trim();
    assert.equal(await found('spec.account=columns,status.phase=Closed'), 'browsersession.tintype.dev/shown');
    assert.equal(await found('spec.account=columns,status.phase=Active'), '');
    assert.equal(await found('spec.account=columns,spec.pool=other'), '');
  });

  it('scale a pool, within its bounds', async () => {
    await stored({
      about: 'a pool',
      kind: 'BrowserPool',
      name: 'scaled',
      spec: {},
      status: {
        replicas: 2,
        readyReplicas: 1,
        claimedReplicas: 7,
        waitingSessions: 3,
        selector: 'tintype.dev/pool=scaled',
      },
    });
    await kubectl('scale', 'bp', 'scaled', '--replicas=5');
    const { spec, status } = await server.call('GET', `${group}/namespaces/${namespace}/browserpools/scaled/scale`);
    assert.deepEqual([spec, status], [{ replicas: 5 }, { replicas: 2, selector: 'tintype.dev/pool=scaled' }]);
    await assert.rejects(kubectl('scale', 'bp', 'scaled', '--replicas=1001'), /less than or equal to 1000/);
    const table = await kubectl('get', 'bp', 'scaled', '-o', 'wide');
    assert.deepEqual(headOf(table), [
      'NAME',
      'DESIRED',
      'CURRENT',
      'READY',
      'CLAIMED',
      'WAITING',
      'AGE',
      'MAX AGE',
      'IMAGE',
    ]);
    assert.match(table, /^scaled +5 +2 +1 +7 +3 +\d+s +3600/m);
  });

  it('are found by short name and category', async () => {
    assert.match(await kubectl('get', 'bs,bp', 'shown', 'scaled', '--ignore-not-found', '-o', 'name'), /shown/);
    const all = await kubectl('get', 'tintype', '-o', 'name');
    assert.match(all, /^browsersession\.tintype\.dev\/shown$/m);
    assert.match(all, /^browserpool\.tintype\.dev\/scaled$/m);
  });

  it('are strict in kubectl by default', async () => {
    const file = join(server.folders[0] ?? '', 'misspelt.json');
    const metadata = { name: 'misspelt' };
    writeFileSync(
      file,
      JSON.stringify({ apiVersion: 'tintype.dev/v1alpha1', kind: 'BrowserPool', metadata, spec: { replica: 1 } }),
    );
    await assert.rejects(kubectl('create', '-f', file), /unknown field "spec.replica"/);
    await kubectl('create', '--validate=warn', '-f', file);
    const { spec } = await server.call('GET', `${group}/namespaces/${namespace}/browserpools/misspelt`);
    assert.deepEqual(spec, { replicas: 2, maxAgeSeconds: 3600 });
  });

  it('say in kubectl what cannot change', async () => {
    const patch = ['patch', 'bs', 'shown', '--type=merge', '-p'];
    await assert.rejects(
      kubectl(...patch, '{"spec":{"maxTtlSeconds":900}}'),
      /the spec of a session cannot change: delete the session/,
    );
    await assert.rejects(kubectl(...patch, '{"spec":null}'), /spec/);
    await kubectl('label', 'bs', 'shown', 'colour=red');
  });

  describe('admit a pool, whose pods', () => podCases(() => server));
});
