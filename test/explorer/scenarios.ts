import type { World } from './world.js';

/** A life of a session in which, left alone, nothing goes wrong: what people do, each when nothing is left to do without them. */
export interface Scenario {
  name: string;
  script: readonly ((world: World) => Promise<void> | void)[];
}

const ttl = 90;

const client = (number: number) => (world: World) => world.clients[number];

const create = (world: World) => world.addClient().begin(ttl);
const close = (world: World) => client(0)(world)?.close();
const leave = (world: World) => client(0)(world)?.leave();
const createAndLeave = (world: World) => {
  create(world);
  leave(world);
};
const machine = (world: World) => [...world.node.machines.values()].find(({ life }) => life === 'running');

const onMachine =
  (act: (world: World, of: NonNullable<ReturnType<typeof machine>>) => Promise<unknown>) =>
  async (world: World): Promise<void> => {
    const running = machine(world);
    if (running) await act(world, running);
  };

export const scenarios: readonly Scenario[] = [
  { name: 'opened and closed by its client', script: [create, close] },
  { name: 'opened, and never closed', script: [create] },
  {
    name: 'made and deleted by kubectl',
    script: [(world) => world.kubectlCreate(ttl), (world) => world.kubectlDelete()],
  },
  { name: 'made by kubectl, and never deleted', script: [(world) => world.kubectlCreate(ttl)] },
  { name: 'the browser crashes', script: [create, onMachine(({ node }, of) => node.end(of, true))] },
  { name: 'the pod is drained', script: [create, onMachine(({ store }, { pod }) => store.delete('Pod', pod))] },
  { name: 'the node is lost', script: [create, onMachine(({ node }, of) => node.lose(of))] },
  {
    name: 'the node is lost, and the client closes',
    script: [create, onMachine(({ node }, of) => node.lose(of)), close],
  },
  { name: 'the client leaves before anything', script: [createAndLeave] },
  { name: 'the account is unknown', script: [(world) => world.kubectlCreate(ttl, 'nobody')] },
  { name: 'more sessions than slots', script: [create, create, create, close] },
  { name: 'no pod gets ready', script: [(world) => world.node.neverReady(), create] },
];
