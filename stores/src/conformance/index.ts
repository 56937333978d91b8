import { after, before, describe } from 'node:test';
import { admission } from './admission.js';
import { creating } from './creating.js';
import { crowds } from './crowds.js';
import { deleting } from './deleting.js';
import { endedCalls } from './ended-calls.js';
import { names } from './names.js';
import { pods } from './pods.js';
import { reading } from './reading.js';
import { type Engine, Stage } from './stage.js';
import { status } from './status.js';
import { updating } from './updating.js';
import { versions } from './versions.js';
import { watching } from './watching.js';

export type { Engine } from './stage.js';

/**
 * Registers the cases that define a ResourceStore on any engine. The Kubernetes API is the model: a case that it fails
 * is wrong.
 */
export const storeConformance = (name: string, open: () => Promise<Engine>): void => {
  describe(`${name} is a resource store`, { timeout: 600_000 }, () => {
    const stage = new Stage();
    before(() => stage.open(open()));
    after(() => stage.close());
    for (const register of [
      creating,
      names,
      versions,
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
