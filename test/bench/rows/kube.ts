import type { KubeApiServer } from '../../kit/kube/api-server.js';
import { startKubeWithKinds } from '../../kit/kube/store.js';
import { findControlPlane } from '../../kit/programs/control-plane.js';
import { interleave, progress } from '../bench.js';
import { type KubeContender, startKube } from '../contenders/kube.js';
import { errorsOf, median, rate } from '../load.js';
import { cpuMsOf, peakRssOf } from '../processes.js';
import type { KubePlan } from '../programs/kube-acts.js';
import { compared, type Row, type RowGroup } from '../table.js';

const measure = 'calls to the Kubernetes API';

const acts = { get: 'GET', create: 'POST', update: 'PUT' } as const;

/** Takes a second or more; the slow contender gets fewer. */
const plans: readonly KubePlan[] = [1, 16].flatMap((inFlight) =>
  (['get', 'create', 'update'] as const).map((act) => ({ act, inFlight, count: inFlight === 1 ? 600 : 2400 })),
);
const shareOfClient = 0.25;

type Contenders = [ours: KubeContender, client: KubeContender, floor: KubeContender];

const startAll = async (server: KubeApiServer): Promise<Contenders> => [
  await startKube('Tintype', 'kube-store', server),
  await startKube('client-node as it comes', 'kube-client', server),
  await startKube('raw undici', 'kube-undici', server),
];

const rateRows = async (plan: KubePlan, [ours, client, floor]: Contenders): Promise<Row[]> => {
  const title = `${acts[plan.act]} of a session at the API server, ${plan.inFlight} in flight`;
  progress(title);
  const [byOurs = [], byClient = [], byFloor = []] = await interleave([
    () => ours.run(plan),
    () => client.run({ ...plan, count: plan.count * shareOfClient }),
    () => floor.run(plan),
  ]);
  const common = { measure: title, unit: 'calls/s', ours: rate(byOurs), errors: errorsOf(byOurs) };
  return [
    compared({ ...common, baseline: { name: client.name, value: rate(byClient) }, atLeast: 2 }),
    compared({ ...common, baseline: { name: floor.name, value: rate(byFloor) }, atLeast: 0.8 }),
  ];
};

/** CPU time of the program per call, in milliseconds, without the server's. */
const cpuACall = async (contender: KubeContender, plan: KubePlan): Promise<number> => {
  const before = cpuMsOf([contender.pid]);
  const { samples } = await contender.run(plan);
  return (cpuMsOf([contender.pid]) - before) / samples.length;
};

const cpuRows = async (contenders: Contenders): Promise<Row[]> => {
  const plan = { act: 'get', inFlight: 16, count: 1000 } as const;
  const measured = await interleave(contenders.map((each) => () => cpuACall(each, plan)));
  const [ours = 0, byClient = 0, byFloor = 0] = measured.map(median);
  const [, client, floor] = contenders;
  const common = { measure: 'CPU of the program for a GET, 16 in flight', unit: 'ms', ours };
  return [
    compared({ ...common, baseline: { name: client.name, value: byClient }, atMost: 0.25 }),
    compared({ ...common, baseline: { name: floor.name, value: byFloor }, atMost: 1.25 }),
  ];
};

/** Memory of the whole program, with our NATS client, logs and metrics. */
const memoryRows = ([ours, client, floor]: Contenders): Row[] => {
  const common = { measure: 'memory (peak RSS) of these calls', unit: 'MB', ours: peakRssOf(ours.pid) };
  return [
    compared({ ...common, baseline: { name: client.name, value: peakRssOf(client.pid) }, atMost: 0.5 }),
    { ...common, baseline: { name: floor.name, value: peakRssOf(floor.pid) } },
  ];
};

/** Our store beside the Kubernetes client and bare requests, in turn on one real API server. */
export const kube: RowGroup = {
  name: 'kube',
  measure: async () => {
    if (!findControlPlane())
      return [{ measure, because: 'needs node test/dist/kit/programs/install-control-plane.js' }];
    const server = await startKubeWithKinds();
    const contenders = await startAll(server);
    try {
      // Warm up: compiling.
      for (const each of contenders) for (const plan of plans) await each.run({ ...plan, count: 100 });
      const rows: Row[] = [];
      for (const plan of plans) rows.push(...(await rateRows(plan, contenders)));
      return [...rows, ...(await cpuRows(contenders)), ...memoryRows(contenders)];
    } finally {
      await Promise.all(contenders.map((each) => each.stop()));
      await server.stop();
    }
  },
};
