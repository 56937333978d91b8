/** The worker thread of one recording: encodes what `startGif` sends, in its order. */
import { parentPort, workerData } from 'node:worker_threads';
import { GifEncoder, type GifOptions, GifTooLarge } from './gif-encoder.js';
import type { FromWorker, ToWorker } from './gif-messages.js';

const encoder = new GifEncoder(workerData as GifOptions);

const answerTo = (message: ToWorker): FromWorker => {
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
  let answer: FromWorker;
  try {
    answer = answerTo(message);
  } catch (error) {
    answer = failure(error);
  }
  parentPort?.postMessage(answer);
});
