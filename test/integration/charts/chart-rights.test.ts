import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chartRules } from '../../kit/charts/chart.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The sources of programs in the cluster, without tests, fixtures and code for `make run` only. */
const isOfProgram = (name: string): boolean =>
  name.endsWith('.ts') && !/(\.test|-fixture|\/samples|\/installation)\.ts$/.test(name);

const sourcesIn = (path: string): string[] => {
  if (path.endsWith('.ts')) return [readFileSync(join(root, path), 'utf8')];
  const names = readdirSync(join(root, path), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => isOfProgram(`/${name}`)).map((name) => readFileSync(join(root, path, name), 'utf8'));
};

const resources: Readonly<Record<string, string>> = {
  BrowserSession: 'browsersessions',
  BrowserPool: 'browserpools',
  Pod: 'pods',
  Lease: 'leases',
};

const call = /\.(get|list|watch|create|update|updateStatus|delete)\(\s*'(BrowserSession|BrowserPool|Pod|Lease)'/g;
const informer = /new Informer(?:<[^(]*>)?\(\{[^}]*kind: '(\w+)'/g;

const asked = (verb: string, kind: string): string =>
  verb === 'updateStatus' ? `update ${resources[kind]}/status` : `${verb} ${resources[kind]}`;

const askedIn = (path: string): string[] => {
  const found = sourcesIn(path).flatMap((text) => [
    ...[...text.matchAll(call)].map(([, verb = '', kind = '']) => asked(verb, kind)),
    ...[...text.matchAll(informer)].flatMap(([, kind = '']) => [asked('list', kind), asked('watch', kind)]),
  ]);
  assert.ok(found.length > 0, path);
  return [...new Set(found)].sort();
};

const own = Object.values(resources);

/** The chart's rights on the kinds of the stores; other calls bypass the stores. */
const allowedTo = async (account: string): Promise<string[]> => {
  const rules = await chartRules(account);
  const allowed = rules.flatMap(({ resources: names, verbs }) =>
    names
      .filter((name) => own.includes(name.split('/')[0] ?? ''))
      .flatMap((name) => verbs.map((verb) => `${verb} ${name}`)),
  );
  return [...new Set(allowed)].sort();
};

describe('the rights that the chart gives', () => {
  for (const [account, path] of [
    ['operator', 'operator/src'],
    ['api', 'api/src/sessions'],
    ['drain', 'api/src/install/drain.ts'],
  ] as const)
    it(`are for the ${account} those that its sources ask for, and no other`, async () => {
      assert.deepEqual(await allowedTo(account), askedIn(path));
    });

  it('are for the drain to remove the record of a ledger that ends, and of no other', async () => {
    const ofRecords = async (...more: string[]) =>
      (await chartRules('drain', ...more)).filter(({ resources: names }) => names.includes('configmaps'));
    assert.deepEqual(await ofRecords(), []);
    const [rule, ...others] = await ofRecords('--set', 'nats.persistence.keep=false');
    assert.deepEqual([rule?.verbs, rule?.resourceNames, others], [['delete'], ['tintype-ledger'], []]);
  });
});
