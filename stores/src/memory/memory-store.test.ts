import { storeConformance } from '../conformance/index.js';
import { MemoryStore } from './memory-store.js';

storeConformance('MemoryStore', async () => {
  const store = new MemoryStore({ bookmarkEveryMs: 20 });
  let spaces = 0;
  return {
    store,
    namespace: async () => {
      spaces += 1;
      return `space-${spaces}`;
    },
    ancientVersion: async () => {
      store.forget();
      return '0';
    },
    close: async () => undefined,
  };
});
