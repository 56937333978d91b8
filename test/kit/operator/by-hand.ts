/**
 * Lets a person try the operator. It starts a Kubernetes API server with our kinds, NATS with ledger and account, and
 * played nodes. Their pods answer like ours without a browser. Prints the settings for operator and kubectl, then runs
 * until it is stopped (docs/operator.md).
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountStore } from '@tintype/api/testing';
import { buckets } from '@tintype/contracts';
import { BirthRecordFile } from '@tintype/ledger';
import { systemClock } from '@tintype/runtime';
import { openKubeStore, startKubeWithKinds } from '../kube/store.js';
import { NatsLogins } from '../nats/logins.js';
import { findNatsServer } from '../nats/server.js';
import { findControlPlane } from '../programs/control-plane.js';
import { masterKey } from '../service/accounts-cluster.js';
import { SessionKubelet } from '../session-pod/kubelet.js';

/** Checks before it starts anything. */
const whatIsMissing = (): string | undefined => {
  try {
    findNatsServer();
  } catch {
    return 'There is no nats-server: `node standalone/dist/install-main.js` installs it.';
  }
  if (findControlPlane()) return undefined;
  return 'There is no API server: `node test/dist/kit/programs/install-control-plane.js` installs it.';
};

const missing = whatIsMissing();
if (missing) {
  console.error(missing);
  process.exit(1);
}

const folder = await mkdtemp(join(tmpdir(), 'tintype-operator-'));
const ledgerBirth = join(folder, 'ledger-birth');
const [kube, logins] = await Promise.all([startKubeWithKinds(), NatsLogins.start()]);
await new BirthRecordFile(ledgerBirth).write(logins.ledger.birth ?? '');
await new AccountStore({ kv: await logins.clients.api.kv(buckets.accounts), masterKey }).create({ id: 'demo' });
const store = await openKubeStore(kube.admin);
const note = (text: string) => console.error(text);
const kubelet = new SessionKubelet({ store, namespace: 'default', clock: systemClock, note, servesAgents: true });
kubelet.start();

// Takes the verifier's login, and drops the operator's settings, which `tintype` refuses.
const verify = `env -u TINTYPE_ROOT_KEY -u TINTYPE_LEDGER_BIRTH TINTYPE_DATA_DIR=${folder} \
TINTYPE_NATS_URL=${logins.urls.admin.href} npx --no tintype ledger verify`;

console.log(`alias kubectl=${findControlPlane()?.kubectl}
export KUBECONFIG=${kube.admin.kubeconfigFile}
export TINTYPE_NATS_URL=${logins.urls.operator.href}
export TINTYPE_ROOT_KEY=${randomBytes(32).toString('hex')}
export TINTYPE_LEDGER_BIRTH=${ledgerBirth}
alias verify='${verify}'`);

const signal = Promise.withResolvers<void>();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => signal.resolve());
await signal.promise;
await kubelet.stop();
await store.close();
await Promise.all([logins.stop(), kube.stop()]);
await rm(folder, { recursive: true, force: true });
