import { storeConformance } from '@tintype/stores/conformance';
import { startObjects } from '../kit/jetstream-engine.js';

storeConformance('JetStreamStore', async () => {
  const { store, close } = await startObjects({ bookmarkEveryMs: 500 });
  let spaces = 0;
  return {
    store,
    namespace: async () => {
      spaces += 1;
      return `space-${spaces}`;
    },
    // Older than any mark of a deletion can be.
    ancientVersion: async () => '1@0',
    close,
  };
});
