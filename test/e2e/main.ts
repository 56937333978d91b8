/**
 * `make e2e`: starts a cluster with one node on this machine, installs the chart, and plays every scenario.
 * TINTYPE_TEST_SHORT: only those of CI. TINTYPE_TEST_UNTIL: no scenario starts after this time, in seconds of the epoch.
 * KUBECONFIG: uses that cluster instead. `--if-possible`: succeeds on a machine that cannot have a cluster.
 */
import { fileURLToPath } from 'node:url';
import { playOnExisting } from './existing.js';
import { buildImagesApart } from './images/images.js';
import { installDebianPackages, whyNoCluster, whyNoNetwork } from './machine/requirements.js';
import { run } from './machine/run.js';
import { runApart } from './machine/sandbox.js';
import { isTimeLeft, startsUntil } from './play.js';
import { step } from './step.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const installMs = 3_600_000;

const install = (program: string, ...args: string[]) =>
  run(process.execPath, [path(`../kit/programs/${program}.js`), ...args], { timeoutMs: installMs });

/** 90 minutes are enough to build everything on a slow machine; with TINTYPE_TEST_UNTIL, 8 minutes after it. */
const maxMs = Math.min(90 * 60_000, Math.max(0, startsUntil - Date.now()) + 8 * 60_000);

/** Ends the run like Ctrl-C, which removes everything. */
const endInTime = () => {
  const end = () => {
    console.log(`Ending the run: it took longer than ${Math.round(maxMs / 60_000)} minutes.`);
    process.kill(process.pid, 'SIGTERM');
  };
  if (!process.env.TINTYPE_TEST_HOLD) setTimeout(end, maxMs).unref();
};

const skip = (why: string): number => {
  console.log(`skipped: this machine cannot have a cluster: ${why}.`);
  return process.argv.includes('--if-possible') ? 0 : 1;
};

const noTime = (): number => {
  console.log('skipped: no time is left for a cluster.');
  return 0;
};

const whyNoPackages = (): Promise<string | undefined> =>
  step('packages of Debian', installDebianPackages).then(
    () => undefined,
    (error: Error) => `cannot install its packages: ${error.message}`,
  );

const onThisMachine = async (): Promise<number> => {
  if (!isTimeLeft()) return noTime();
  const why = await whyNoCluster();
  if (why) return skip(why);
  const whyNot = (await whyNoPackages()) ?? (await whyNoNetwork());
  if (whyNot) return skip(whyNot);
  await step('programs of Kubernetes', () => install('install-control-plane', '--node'));
  await step('helm', () => install('install-test-programs', 'helm'));
  const images = await buildImagesApart();
  if (!isTimeLeft()) return noTime();
  return runApart([process.execPath, path('./inside-main.js'), images]);
};

const main = async (): Promise<number> => {
  const { KUBECONFIG: existing, TINTYPE_TEST_VALUES: valuesFile } = process.env;
  if (!existing) return onThisMachine();
  await step('helm', () => install('install-test-programs', 'helm'));
  process.exit((await playOnExisting(valuesFile)) ? 0 : 1);
};

endInTime();
process.exitCode = await main();
