import { after, before, describe } from 'node:test';
import { admission } from './admission.js';
import { creating } from './creating.js';
import { crowds } from './crowds.js';
import { deleting } from './deleting.js';
import { endedCalls } from './ended-calls.js';
import type { Engine } from './engine.js';
import { pods } from './pods.js';
import { reading } from './reading.js';
import { Stage } from './stage.js';
import { status } from './status.js';
import { updating } from './updating.js';
import { watching } from './watching.js';

export type { Engine } from './engine.js';

/**
 * Registers the cases that say how a ResourceStore behaves, whatever its engine. The Kubernetes API is the model: a case
 * that it does not pass is wrong.
 */
export const storeConformance = (name: string, open: () => Promise<Engine>): void => {
  describe(`${name} is a resource store`, { timeout: 300_000 }, () => {
    const stage = new Stage();
    before(() => stage.open(open()));
    after(() => stage.close());
    for (const register of [
      creating,
      admission,
      reading,
      updating,
      status,
      deleting,
      pods,
      watching,
      crowds,
      endedCalls,
    ])
      register(stage);
  });
};
