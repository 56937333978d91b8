import { manifests } from '@tintype/crds';
import { adoptLedger, describeAdoption, describeReport, verifyLedger } from '@tintype/ledger';
import { connectNats, type Logger, type Nats, systemClock } from '@tintype/runtime';
import { type KubernetesStore, openKubernetesStore } from '@tintype/stores';
import { provision } from '../provision.js';
import { readIndexedResults } from '../render/results/result-index.js';
import { BirthConfigMap } from './birth-config-map.js';
import type { InstallConfig } from './config.js';
import { drain } from './drain.js';

interface TaskContext {
  config: InstallConfig;
  store: KubernetesStore;
  namespace: string;
  log: Logger;
  signal: AbortSignal;
}

/** Throws after `natsSeconds` without a connection. The message says for what the task waited. */
const connectInTime = async ({ config, log, signal }: TaskContext): Promise<Nats> => {
  const { natsUrl: url, natsSeconds } = config;
  const limit = AbortSignal.timeout(natsSeconds * 1000);
  let reason = '';
  const onWaiting = (sentence: string) => {
    reason = sentence;
  };
  try {
    return await connectNats({ url, name: 'install', log, signal: AbortSignal.any([signal, limit]), onWaiting });
  } catch (error) {
    if (signal.aborted || !limit.aborted) throw error;
    throw new Error(`The task gave up after ${natsSeconds} s of ${reason}.`, { cause: error });
  }
};

const withNats = async <T>(context: TaskContext, work: (nats: Nats) => Promise<T>): Promise<T> => {
  const nats = await connectInTime(context);
  try {
    return await work(nats);
  } finally {
    await nats.close();
  }
};

const recordOf = ({ store, namespace, config }: TaskContext) =>
  new BirthConfigMap(store.installation(namespace), config.ledgerRecord);

const provisionAll = async (context: TaskContext, nats: Nats): Promise<void> => {
  const { natsReplicas: replicas, resultsGib } = context.config;
  await provision(nats, recordOf(context), { replicas, resultsBytes: resultsGib * 1024 ** 3 });
  context.log.info('streams and buckets exist');
};

const setUp = (context: TaskContext): Promise<void> => withNats(context, (nats) => provisionAll(context, nats));

const updateDefinitions = async ({ store, namespace, log }: TaskContext): Promise<void> => {
  const installation = store.installation(namespace);
  for (const manifest of Object.values(manifests)) {
    const { name } = manifest.metadata;
    const update = await installation.updateDefinition(manifest);
    if (update === 'missing')
      throw new Error(
        `The definition ${name} is missing. Run \`helm install\`, or \`kubectl apply\` the crds folder of the chart.`,
      );
    if (update === 'newer') log.warn({ definition: name }, 'keeping the definition: it is from a newer release');
    else log.info({ definition: name, update }, 'checked the definition');
  }
};

const drainAll = async ({ config, store, namespace, log, signal }: TaskContext): Promise<void> => {
  const { apiDeployment, drainSeconds: seconds, ledgerRecord, ledgerEnds } = config;
  const installation = store.installation(namespace);
  const stopApi = async () => {
    if (apiDeployment) await installation.scaleToZero(apiDeployment);
  };
  await drain({ store, namespace, stopApi, clock: systemClock, log, seconds, signal });
  if (ledgerEnds === 'true') await installation.deleteConfigMap(ledgerRecord);
};

const verify = (context: TaskContext): Promise<void> =>
  withNats(context, async (nats) => {
    const report = await verifyLedger(nats, recordOf(context), () => readIndexedResults(nats));
    process.stdout.write(`${describeReport(report)}\n`);
    if (report.faults.length > 0) throw new Error('The ledger has the faults above.');
  });

const streamNames = async ({ manager }: Nats): Promise<string[]> => {
  const names: string[] = [];
  for await (const { config } of manager.streams.list()) names.push(config.name);
  return names.sort();
};

const adopt = (context: TaskContext): Promise<void> =>
  withNats(context, async (nats) => {
    const record = recordOf(context);
    const { natsReplicas: replicas } = context.config;
    const adoption = await adoptLedger(nats, record, { replicas, allowEmpty: (await record.read()) !== undefined });
    process.stdout.write(`${describeAdoption(adoption)}\n`);
    // A loss of the ledger usually includes the other streams, so create missing ones.
    const earlierNames = await streamNames(nats);
    await provisionAll(context, nats);
    const created = (await streamNames(nats)).filter((name) => !earlierNames.includes(name));
    if (created.length > 0) process.stdout.write(`Also created: ${created.join(', ')}.\n`);
  });

const tasks: Readonly<Record<string, (context: TaskContext) => Promise<void>>> = {
  setup: setUp,
  definitions: updateDefinitions,
  drain: drainAll,
  verify,
  adopt,
};

export const taskNames: readonly string[] = Object.keys(tasks);

export const runTask = async (
  name: string,
  { config, log, signal }: Pick<TaskContext, 'config' | 'log' | 'signal'>,
): Promise<void> => {
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (!task) throw new Error(`Unknown task "${name}": use one of ${taskNames.join(', ')}.`);
  const store = await openKubernetesStore({ source: config.kubernetes, program: 'tintype-install', log });
  try {
    await task({ config, store, namespace: config.namespace ?? store.namespace, log, signal });
  } finally {
    await store.close();
  }
};
