export { MemoryStore, type MemoryStoreOptions, type StaleReads } from './memory/memory-store.js';
export { PlayedClock } from './memory/played-clock.js';
export {
  type Fault,
  type FaultPlan,
  type FaultyStoreBase,
  type StoreCall,
  type Verb,
  withFaults,
} from './memory/with-faults.js';
