import type { SessionStage } from './session-stage.js';

const wish = (stage: SessionStage) => ({ account: stage.account('acme', 10), maxTtlSeconds: 60, patienceMs: 20_000 });

/** Sessions of every age, when a server crashes and begins again. */
export const playOutage = async (stage: SessionStage, crash: () => Promise<void>): Promise<void> => {
  const [closing, crashing] = await Promise.all([
    stage.open(wish(stage)),
    stage.open(wish(stage)),
    stage.open({ ...wish(stage), maxTtlSeconds: 5 }),
  ]);
  const opening = [1, 2, 3].map(() => stage.client(wish(stage)));
  const told = opening.map((client) => client.open(stage.api));
  const closed = closing.close(stage.api);
  stage.note('the server crashes');
  const crashed = crash();
  const machine = stage.kubelet.machineOf(crashing.session);
  const ended = machine && stage.kubelet.do(machine, (node) => node.end(machine, true));
  await crashed;
  stage.note('the server is there again');
  await Promise.all([...told, closed, ended]);
  const after = await stage.open(wish(stage));
  await after.close(stage.api);
};
