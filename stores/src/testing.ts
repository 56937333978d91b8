export { MemoryStore } from './memory/memory-store.js';
export { PlayedClock } from './memory/played-clock.js';
