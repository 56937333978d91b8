import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Conflict, Expired } from '@tintype/crds';
import { within } from './follower.js';
import { refused } from './refused.js';
import { kinds, kindsWithStatus, noted, statuses, withStatus } from './samples.js';
import type { Stage } from './stage.js';

/** No engine issues these. Some of them mean "any version" to an API server, so a store must not send them. */
const invalidVersions = ['', '0', '00', 'abc', '-1', '1.5', ' 1', 'undefined', '9'.repeat(30), undefined, null, 7];

export const versions = (stage: Stage): void => {
  for (const kind of kinds) {
    it(`refuses to update a ${kind} without the version and the uid that it was read with`, async () => {
      const created = await stage.create(kind);
      const wrongFields = [
        ...invalidVersions.map((resourceVersion) => ({ resourceVersion })),
        { uid: '' },
        { uid: undefined },
        { uid: 7 },
      ];
      for (const change of wrongFields) {
        const sent = noted({ ...created, metadata: { ...created.metadata, ...change } } as typeof created, 'x');
        await refused(stage.store.update(kind, sent), Conflict);
      }
      assert.deepEqual(await stage.read(kind, created), created);
    });

    describe(`watching a ${kind}`, () => {
      const watchOnce = async (resourceVersion: unknown) => {
        const { signal } = new AbortController();
        const options = { resourceVersion: resourceVersion as string, signal };
        for await (const _ of stage.store.watch(kind, options)) return;
      };

      it('fails with Expired from an ancient version', async () => {
        await within('the watch fails', assert.rejects(watchOnce(await stage.engine.ancientVersion(kind)), Expired));
      });

      it('fails with Expired from an invalid version', async () => {
        await stage.create(kind);
        for (const version of invalidVersions)
          await within(`the watch from ${version} fails`, refused(watchOnce(version), Expired));
      });
    });
  }

  for (const kind of kindsWithStatus)
    it(`refuses to write the status of a ${kind} without its version`, async () => {
      const created = await stage.create(kind);
      for (const resourceVersion of invalidVersions) {
        const sent = { ...created, metadata: { ...created.metadata, resourceVersion } } as typeof created;
        await refused(stage.store.updateStatus(kind, withStatus(sent, statuses[kind])), Conflict);
      }
      assert.deepEqual(await stage.read(kind, created), created);
    });
};
