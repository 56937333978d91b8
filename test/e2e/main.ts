/**
 * `make e2e`: brings up a cluster with one node on this machine, installs the chart in it, and plays every scenario.
 * With KUBECONFIG it takes the cluster that this names instead. With `--if-possible` a machine that can have no cluster is no failure.
 */
import { fileURLToPath } from 'node:url';
import { playOnExisting } from './existing.js';
import { buildImagesApart } from './images/build-apart.js';
import { installDebianPackages } from './machine/debian-packages.js';
import { whyNoCluster } from './machine/requirements.js';
import { run } from './machine/run.js';
import { runApart } from './machine/sandbox.js';
import { step } from './step.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const installMs = 3_600_000;

const install = (program: string, ...args: string[]) =>
  run(process.execPath, [path(`../kit/${program}.js`), ...args], { timeoutMs: installMs });

const main = async (): Promise<number> => {
  const { KUBECONFIG: existing, TINTYPE_TEST_VALUES: valuesFile } = process.env;
  if (existing) {
    await step('helm', () => install('install-helm'));
    process.exit((await playOnExisting(valuesFile)) ? 0 : 1);
  }
  const why = await whyNoCluster();
  if (why) {
    console.log(`skipped: there can be no cluster on this machine: ${why}.`);
    return process.argv.includes('--if-possible') ? 0 : 1;
  }
  await step('packages of Debian', installDebianPackages);
  await step('programs of Kubernetes', () => install('install-control-plane', '--node'));
  await step('helm', () => install('install-helm'));
  const images = await buildImagesApart();
  return runApart([process.execPath, path('./inside-main.js'), images]);
};

process.exitCode = await main();
