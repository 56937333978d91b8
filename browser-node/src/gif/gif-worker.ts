/** The worker thread of one recording: encodes what `startGif` sends, in its order. */
import { parentPort, workerData } from 'node:worker_threads';
import { GifEncoder, GifTooLarge } from './gif-encoder.js';
import type { FromWorker, ToWorker, WorkerStart } from './gif-messages.js';
import { pngSize } from './png-frame.js';

const { options, ended } = workerData as WorkerStart;
/** Created for the first picture, whose size all others have. */
let encoder: GifEncoder | undefined;

const answerTo = (message: Exclude<ToWorker, 'end'>): FromWorker => {
  if ('endMs' in message) {
    if (!encoder) throw new Error('A GIF needs a frame.');
    const gif = encoder.finish(message.endMs);
    return { kind: 'finished', gif, leftOut: encoder.leftOut };
  }
  encoder ??= new GifEncoder({ ...options, ...pngSize(message.png) });
  encoder.add(message.png, message.atMs);
  return { kind: 'taken' };
};

const failure = (error: unknown): FromWorker =>
  error instanceof GifTooLarge ? { kind: 'tooLarge' } : { kind: 'failed', message: (error as Error).message };

/** Moves the file's buffer without a copy: it may have 128 MiB. The buffer of a small file also holds other data. */
const ownedBy = (answer: FromWorker): ArrayBuffer[] => {
  if (answer.kind !== 'finished') return [];
  const { buffer, byteLength } = answer.gif;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
};

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
  parentPort?.postMessage(answer, ownedBy(answer));
});
parentPort?.postMessage({ kind: 'ready' } satisfies FromWorker);
