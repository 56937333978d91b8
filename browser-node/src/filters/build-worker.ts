/** A worker thread: parsing all lists takes 0.8 s of a core, which renders would notice. */
import { parentPort, workerData } from 'node:worker_threads';
import { FiltersEngine } from '@ghostery/adblocker';
import { engineOptions } from './engine-options.js';

const engine = FiltersEngine.parse(workerData as string, engineOptions).serialize();
// A copy with a buffer of its own, which moves to the other thread.
const bytes = new Uint8Array(engine);
parentPort?.postMessage(bytes, [bytes.buffer]);
