export type { Indexes, IndexFunction, Lister } from './informer/indexer.js';
export { type ChangeCause, type ChangeHandler, Informer, type InformerOptions } from './informer/informer.js';
export { createInformerMetrics, type InformerMetrics } from './informer/metrics.js';
