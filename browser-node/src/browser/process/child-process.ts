import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

/** Returns a function that reads the last 2,000 characters of the child's stderr. */
export const lastOutput = (child: ChildProcess): (() => string) => {
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-2000);
  });
  return () => tail.trim();
};

/** Recordings run below stills: in real time, a recording loses pictures rather than delay a still. */
const recordingNice = 5;

/** Call it at once: only threads and processes that the child starts later inherit the priority. */
export const lowerPriority = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, recordingNice);
  } catch {
    // The child has ended, or the system refuses.
  }
};
