import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BrokenCopy } from './broken-copy.js';
import type { Slip } from './mutation.js';

/** A mistake may cause an endless loop that never reaches the gate. */
const timeoutMs = 30 * 60_000;

/** A broken invariant. */
export interface Noticed {
  invariant: string;
  /** A scenario, or the random schedules. */
  place: string;
  /** The play, for people. */
  where: string;
}

/** The invariant that detects mistakes in the session protocol, or undefined. */
export const trySession = async (repository: string, slips: readonly Slip[]): Promise<Noticed | undefined> => {
  const copy = new BrokenCopy(repository, slips);
  try {
    const judge = join(copy.folder, 'test/dist/mutations/find-counterexample.js');
    const { stdout } = await promisify(execFile)(process.execPath, [judge], { timeout: timeoutMs });
    return stdout ? JSON.parse(stdout) : undefined;
  } finally {
    copy.remove();
  }
};
