import assert from 'node:assert/strict';
import { type BrowserSession, Conflict, Invalid, isFinal, keyText, type ObjectKey } from '@tintype/crds';
import { refusedEdits } from '../../explorer/scenarios/acts.js';
import type { SessionScenario } from './scenarios.js';
import type { SessionStage } from './stage.js';

const wish = (stage: SessionStage) => ({ account: stage.account('acme', 2), maxTtlSeconds: 60, patienceMs: 20_000 });

/** Writes a session's object or status, based on its current version. */
const edit = async (
  stage: SessionStage,
  key: ObjectKey,
  write: (session: BrowserSession) => Promise<unknown>,
): Promise<void> => {
  await stage.until(`${keyText(key)} is edited`, async () => {
    const session = await stage.session(key);
    if (!session) return true;
    return write(session).then(
      () => true,
      () => false,
    );
  });
};

const makeAgain = async (stage: SessionStage, { metadata, spec }: BrowserSession): Promise<void> => {
  const { namespace, name, finalizers = [] } = metadata;
  await stage.until(`${name} is gone`, async () => (await stage.session(metadata)) === undefined);
  const object = { apiVersion: 'tintype.dev/v1alpha1', kind: 'BrowserSession', spec } as const;
  await stage.engine.store.create('BrowserSession', { ...object, metadata: { namespace, name, finalizers } });
};

/** Sessions whose objects people edit. */
export const sessionHandScenarios: readonly SessionScenario[] = [
  {
    name: 'its object is stripped and made again',
    play: async (stage) => {
      const { key } = await stage.open(wish(stage));
      const session = await stage.session(key);
      await stage.removeFinalizer(key);
      if (session) await makeAgain(stage, session);
      await stage.until('the second object is decided on', async () => {
        const phase = (await stage.session(key))?.status?.phase ?? 'Pending';
        return isFinal(phase);
      });
    },
    charged: 1,
  },
  {
    name: 'its status is written off while it runs',
    play: async (stage) => {
      const { key } = await stage.open(wish(stage));
      await edit(stage, key, (session) =>
        stage.engine.store.updateStatus('BrowserSession', {
          ...session,
          status: { ...session.status, phase: 'Closed' },
        }),
      );
    },
    charged: 1,
  },
  {
    name: 'its status is edited while it runs',
    play: async (stage) => {
      const client = await stage.open(wish(stage));
      for (const change of refusedEdits) {
        const session = await stage.session(client.key);
        assert.ok(session);
        const status = { ...session.status, ...change };
        const written = stage.engine.store.updateStatus('BrowserSession', { ...session, status });
        await assert.rejects(
          written,
          (error) => error instanceof Invalid || error instanceof Conflict,
          JSON.stringify(change),
        );
      }
      await client.close(stage.api);
    },
    charged: 1,
  },
  {
    name: 'the ledger does not hear the leader for a while',
    play: async (stage) => {
      const { link } = await stage.leader();
      const lost = link.seam.on('drop', 'sent', 'open.>', { times: Number.POSITIVE_INFINITY });
      let isOpen = false;
      const opened = stage.open(wish(stage)).finally(() => {
        isOpen = true;
      });
      // Under trouble another leader may be at work.
      await stage.until('its open is lost', () => lost.count > 0 || isOpen);
      lost.release();
      const client = await opened;
      await client.close(stage.api);
    },
    charged: 1,
  },
];
