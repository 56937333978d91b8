export { MemoryStore, type MemoryStoreOptions, type Reads } from './memory/memory-store.js';
export { PlayedClock } from './memory/played-clock.js';
