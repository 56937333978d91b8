/** A worker thread: parsing all lists takes up to 5 s on a busy machine, which renders would notice. */
import { parentPort, workerData } from 'node:worker_threads';
import { FiltersEngine } from '@ghostery/adblocker';
import { engineOptions } from './engine-options.js';

const engine = FiltersEngine.parse(workerData as string, engineOptions).serialize();
// A copy with a buffer of its own, which moves to the other thread.
const bytes = new Uint8Array(engine);
parentPort?.postMessage(bytes, [bytes.buffer]);
