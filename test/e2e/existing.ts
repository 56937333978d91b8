import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unusedPort } from '../kit/process/unused-port.js';
import { findProgram } from '../kit/programs/test-programs.js';
import { until } from '../kit/until.js';
import { playAll } from './play-all.js';
import { type Fetch, fetchThrough } from './site/pages.js';
import { siteNamespace, sitePod, sitePort } from './site/site.js';
import { Tools } from './tools.js';

const definitions = ['browsersessions.tintype.dev', 'browserpools.tintype.dev'];

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Reaches the cluster through a pod of the site, until we end. */
const reach = async (tools: Tools): Promise<Fetch> => {
  const port = await unusedPort();
  const forward = tools.portForward(siteNamespace, sitePod, `${port}:${sitePort}`);
  process.on('exit', () => forward.kill());
  await until('the site is reached', () => answers(`http://127.0.0.1:${port}/asked`));
  return fetchThrough(port);
};

const makeTools = (): Tools => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-e2e-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
  const programs = { kubectl: findProgram('kubectl'), helm: findProgram('helm') };
  return new Tools({ programs, environment: process.env, folder });
};

/** Plays every scenario on the cluster of KUBECONFIG. True if all passed and nothing is left. */
export const playOnExisting = async (valuesFile?: string): Promise<boolean> => {
  const tools = makeTools();
  const isThere = async (...args: string[]) =>
    (await tools.kubectl('get', ...args, '--ignore-not-found', '-o', 'name')) !== '';
  if (await isThere('namespace', 'tintype')) {
    console.log('The cluster already has a namespace "tintype", which the scenarios would remove.');
    return false;
  }
  const hadDefinitions = await isThere('crd', ...definitions);
  console.log(`on the cluster of ${(await tools.kubectl('config', 'current-context')).trim()}`);
  const files = valuesFile ? [valuesFile] : [];
  const failed = await playAll(tools, { values: {}, valuesFiles: files, reach: () => reach(tools) });
  await tools.kubectl('delete', 'namespace', siteNamespace, '--timeout=120s');
  if (await isThere('namespace', 'tintype')) {
    console.log('Tintype is still installed. Run: helm uninstall -n tintype tintype; kubectl delete namespace tintype');
    return false;
  }
  if (!hadDefinitions) await tools.kubectl('delete', 'crd', ...definitions);
  return failed === 0;
};
