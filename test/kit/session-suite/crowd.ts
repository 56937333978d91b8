import type { SessionClient } from './client.js';
import type { SessionStage } from './stage.js';

const accounts = 10;
const sessions = 40;
/** Fewer than callers, so that the api refuses some. */
const slots = 3;

const fates = {
  closes: 40,
  'runs out': 15,
  crashes: 15,
  'is killed': 5,
  'is drained': 10,
  'is stripped': 10,
  'is lost': 5,
};

type Fate = keyof typeof fates;

/** Forty callers at once, with lost calls, broken connections and a dying leader. */
export const playCrowd = async (stage: SessionStage): Promise<void> => {
  const { random } = stage;
  const clients = Array.from({ length: sessions }, (_, number) =>
    stage.client({
      account: stage.account(`acme-${number % accounts}`, slots),
      maxTtlSeconds: Math.floor(random.between(2, 6)),
      patienceMs: 20_000,
    }),
  );
  stage.trouble();
  const lives = clients.map((client) => live(stage, client, random.weighted(fates)));
  await stage.until('a quarter of the callers has an answer', () => answered(clients).length >= sessions / 4);
  const leader = await stage.leader();
  leader.kill();
  await stage.addOperator();
  await Promise.all(lives);
};

const answered = (clients: readonly SessionClient[]) => clients.filter(({ answer }) => answer !== 'nothing');

const live = async (stage: SessionStage, client: SessionClient, fate: Fate): Promise<void> => {
  if ((await client.open(stage.api)) !== '201') return;
  stage.note(`${client.session} ${fate}`);
  await meet(stage, client, fate);
};

const meet = async (stage: SessionStage, client: SessionClient, fate: Fate): Promise<void> => {
  const { kubelet, engine } = stage;
  const machine = kubelet.machineOf(client.session);
  if (fate === 'closes') return client.close(stage.api);
  if (fate === 'is stripped') return stage.removeFinalizer(client.key);
  if (!machine) return;
  const { pod } = machine;
  if (fate === 'crashes') return kubelet.do(machine, (node) => node.end(machine, true));
  if (fate === 'is killed') return kubelet.do(machine, (node) => node.kill(machine));
  if (fate === 'is lost') return kubelet.do(machine, (node) => node.lose(machine, false));
  if (fate === 'is drained') await engine.store.delete('Pod', pod, { uid: pod.uid }).catch(() => undefined);
};
