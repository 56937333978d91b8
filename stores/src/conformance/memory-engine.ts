import { MemoryStore } from '../memory/memory-store.js';
import type { Engine } from './stage.js';

export const memoryEngine = (): Engine & { store: MemoryStore } => {
  const store = new MemoryStore({ bookmarkEveryMs: 20 });
  let namespaceCount = 0;
  return {
    store,
    namespace: async () => {
      namespaceCount += 1;
      return `space-${namespaceCount}`;
    },
    ancientVersion: async () => {
      store.compact();
      return '0';
    },
    close: async () => undefined,
  };
};
