import assert from 'node:assert/strict';
import { isFinal, type ObjectKey } from '@tintype/crds';
import type { Machine } from '../../explorer/played/machine.js';
import type { SessionClient } from './client.js';
import type { SessionStage } from './stage.js';

/** A session's life that succeeds without faults. */
export interface SessionScenario {
  name: string;
  play: (stage: SessionStage) => Promise<void>;
  /** Charged sessions, if faults cannot change the number. */
  charged?: number;
}

const patienceMs = 20_000;
const ttl = 5;
const long = 60;

const wish = (stage: SessionStage, maxTtlSeconds = long) => ({
  account: stage.account('acme', 2),
  maxTtlSeconds,
  patienceMs,
});

const machineOf = (stage: SessionStage, client: SessionClient): Machine => {
  const machine = stage.kubelet.machineOf(client.session);
  assert.ok(machine, `no machine runs ${client.session}`);
  return machine;
};

const handMade = 'by-hand';

/** Active or later. */
const isDecided = async (stage: SessionStage, key: ObjectKey): Promise<boolean> => {
  const phase = (await stage.session(key))?.status?.phase;
  return phase !== undefined && (phase === 'Active' || isFinal(phase));
};

const createByHand = async (stage: SessionStage, account = stage.account('acme', 2), maxTtlSeconds = long) => {
  const { metadata } = await stage.createByHand(handMade, account, maxTtlSeconds);
  await stage.until('a session made by hand is decided on', () => isDecided(stage, metadata));
  return metadata;
};

/** The explorer's scenarios, as far as they can be caused from outside in real time. */
export const sessionScenarios: readonly SessionScenario[] = [
  {
    name: 'opened and closed by its client',
    play: async (stage) => {
      const client = await stage.open(wish(stage));
      await client.close(stage.api);
    },
    charged: 1,
  },
  {
    name: 'opened, and never closed',
    play: async (stage) => void (await stage.open(wish(stage, ttl))),
    charged: 1,
  },
  {
    name: 'made and deleted by hand',
    play: async (stage) => stage.deleteByHand(await createByHand(stage)),
    charged: 1,
  },
  {
    name: 'made by hand, and never deleted',
    play: async (stage) => void (await createByHand(stage, undefined, ttl)),
    charged: 1,
  },
  {
    name: 'the browser crashes',
    play: async (stage) => {
      const machine = machineOf(stage, await stage.open(wish(stage)));
      await stage.kubelet.do(machine, (node) => node.end(machine, true));
    },
    charged: 1,
  },
  {
    name: 'the pod is killed',
    play: async (stage) => {
      const machine = machineOf(stage, await stage.open(wish(stage)));
      await stage.kubelet.do(machine, (node) => node.kill(machine));
    },
    charged: 1,
  },
  {
    name: 'the pod is evicted by its node',
    play: async (stage) => {
      const machine = machineOf(stage, await stage.open(wish(stage)));
      await stage.kubelet.do(machine, (node) => node.end(machine, false));
    },
    charged: 1,
  },
  {
    name: 'the pod is drained',
    play: async (stage) => {
      const { pod } = machineOf(stage, await stage.open(wish(stage)));
      await stage.engine.store.delete('Pod', pod, { uid: pod.uid });
    },
    charged: 1,
  },
  {
    name: 'the pod hangs, and its client closes',
    play: async (stage) => {
      const client = await stage.open(wish(stage));
      machineOf(stage, client).hang();
      await client.close(stage.api);
    },
    charged: 1,
  },
  {
    name: 'the pod hangs, and nobody closes',
    play: async (stage) => machineOf(stage, await stage.open(wish(stage, ttl))).hang(),
  },
  {
    name: 'the node is lost',
    play: async (stage) => {
      const machine = machineOf(stage, await stage.open(wish(stage)));
      await stage.kubelet.do(machine, (node) => node.lose(machine, false));
    },
    charged: 0,
  },
  {
    name: 'the node is lost, and its client closes',
    play: async (stage) => {
      const client = await stage.open(wish(stage));
      const machine = machineOf(stage, client);
      await stage.kubelet.do(machine, (node) => node.lose(machine, false));
      await client.close(stage.api);
    },
    charged: 0,
  },
  {
    name: 'its finalizer is stripped',
    play: async (stage) => stage.removeFinalizer((await stage.open(wish(stage))).key),
    charged: 1,
  },
  {
    name: 'its client leaves at once',
    play: async (stage) => {
      const client = stage.client(wish(stage));
      const answer = client.open(stage.api);
      client.leave();
      assert.equal(await answer, '503');
    },
    charged: 0,
  },
  {
    name: 'its api dies before it hears of the session',
    play: async (stage) => {
      const client = stage.client(wish(stage));
      const { api } = stage;
      const died = Promise.withResolvers<void>();
      api.process.strike('create BrowserSession', 'after', () => {
        client.isForlorn = true;
        api.kill();
        died.resolve();
      });
      await Promise.race([died.promise, client.open(api)]);
    },
    charged: 0,
  },
  {
    name: 'its account is unknown',
    play: async (stage) => {
      const key = await createByHand(stage, 'nobody');
      assert.equal((await stage.session(key))?.status?.closeReason, 'UnknownAccount');
    },
    charged: 0,
  },
  {
    name: 'its account is disabled',
    play: async (stage) => {
      const key = await createByHand(stage, stage.account('late', 2, true));
      assert.equal((await stage.session(key))?.status?.closeReason, 'DisabledAccount');
    },
    charged: 0,
  },
  {
    name: 'more sessions than slots',
    play: async (stage) => {
      await Promise.all([stage.open(wish(stage)), stage.open(wish(stage))]);
      const third = stage.client(wish(stage));
      assert.notEqual(await third.open(stage.api), '201');
    },
    charged: 2,
  },
  {
    name: 'one slot, closed and taken again',
    play: async (stage) => {
      const only = { ...wish(stage), account: stage.account('single', 1) };
      const client = await stage.open(only);
      await client.close(stage.api);
      const next = stage.client(only);
      const answer = await next.open(stage.api);
      if (client.isClosed) assert.notEqual(answer, '429', 'the slot was not free when the DELETE was answered');
    },
    charged: 2,
  },
  {
    name: 'no pod gets ready',
    play: async (stage) => {
      stage.kubelet.node.makesReady = false;
      const client = stage.client({ ...wish(stage), patienceMs: 3000 });
      assert.equal(await client.open(stage.api), '503');
    },
    charged: 0,
  },
];
