import { MemoryStore } from '../memory/memory-store.js';
import type { Engine } from './stage.js';

export const memoryEngine = (): Engine & { store: MemoryStore } => {
  const store = new MemoryStore({ bookmarkEveryMs: 20 });
  let spaces = 0;
  return {
    store,
    namespace: async () => {
      spaces += 1;
      return `space-${spaces}`;
    },
    ancientVersion: async () => {
      store.compact();
      return '0';
    },
    close: async () => undefined,
  };
};
