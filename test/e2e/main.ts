/**
 * `make e2e`: brings up a cluster with one node on this machine, installs the chart in it, and plays every scenario.
 * TINTYPE_TEST_SHORT plays those that CI plays. TINTYPE_TEST_UNTIL, in seconds of the epoch, says until when scenarios may begin. With KUBECONFIG it takes the cluster that this names instead. With `--if-possible` a machine that can have no cluster is no failure.
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
  run(process.execPath, [path(`../kit/${program}.js`), ...args], { timeoutMs: installMs });

/** Longer than it ever takes on a slow machine with everything to be built; or than what has begun in time. */
const mostMs = Math.min(90 * 60_000, Math.max(0, startsUntil - Date.now()) + 8 * 60_000);

/** Whoever has started us is told, and everything is removed as by Ctrl-C. */
const endInTime = () => {
  const end = () => {
    console.log(`It has taken longer than ${Math.round(mostMs / 60_000)} minutes, and is ended.`);
    process.kill(process.pid, 'SIGTERM');
  };
  if (!process.env.TINTYPE_TEST_HOLD) setTimeout(end, mostMs).unref();
};

const skip = (why: string): number => {
  console.log(`skipped: there can be no cluster on this machine: ${why}.`);
  return process.argv.includes('--if-possible') ? 0 : 1;
};

const noTime = (): number => {
  console.log('left out: there is no time left for a cluster.');
  return 0;
};

const whyNoPackages = (): Promise<string | undefined> =>
  step('packages of Debian', installDebianPackages).then(
    () => undefined,
    (error: Error) => `its packages cannot be installed: ${error.message}`,
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
