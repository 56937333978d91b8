import type { ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

/** The last 2,000 characters of its errors, for the error message. */
export const lastOutput = (child: ChildProcess): (() => string) => {
  let tail = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-2000);
  });
  return () => tail.trim();
};

/** Below stills: a recording in real time loses pictures rather than delay them. */
const recordingNice = 5;

/** Call it at once: only threads and processes that it starts later inherit the priority. */
export const lowerPriority = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) setPriority(pid, recordingNice);
  } catch {
    // It has ended, or the system does not let us.
  }
};
