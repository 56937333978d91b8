/** The worker thread of one recording: encodes what `startGif` sends, in its order. */
import { parentPort, workerData } from 'node:worker_threads';
import { GifEncoder, GifTooLarge } from './gif-encoder.js';
import type { FromWorker, ToWorker, WorkerStart } from './gif-messages.js';

const { options, ended } = workerData as WorkerStart;
const encoder = new GifEncoder(options);

const answerTo = (message: Exclude<ToWorker, 'end'>): FromWorker => {
  if ('endMs' in message) {
    const gif = encoder.finish(message.endMs);
    return { kind: 'finished', gif, leftOut: encoder.leftOut };
  }
  encoder.add(message.png, message.atMs);
  return { kind: 'taken' };
};

const failure = (error: unknown): FromWorker =>
  error instanceof GifTooLarge ? { kind: 'tooLarge' } : { kind: 'failed', message: (error as Error).message };

parentPort?.on('message', (message: ToWorker) => {
  if (message === 'end' || Atomics.load(ended, 0) !== 0) {
    parentPort?.close();
    return;
  }
  let answer: FromWorker;
  try {
    answer = answerTo(message);
  } catch (error) {
    answer = failure(error);
  }
  parentPort?.postMessage(answer);
});
