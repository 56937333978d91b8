import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BuiltCopy } from './built-copy.js';
import type { Mistake } from './mutation.js';
import type { Noticed } from './noticed.js';

/** A mistake may have a program go round in circles without ever coming to the gate. */
const timeoutMs = 30 * 60_000;

/** What is played. */
export interface Places {
  /** Scenarios, or the random schedules. */
  first: readonly string[];
  /** And then all the others. */
  andOthers: boolean;
}

/** Which invariant notices a mistake in the protocol of sessions; undefined when none does. */
export const trySession = async (
  repository: string,
  { patches }: Pick<Mistake, 'patches'>,
  { first, andOthers }: Places,
): Promise<Noticed | undefined> => {
  const copy = new BuiltCopy(repository);
  try {
    for (const patch of patches) copy.patch(patch);
    const judge = join(copy.folder, 'test/dist/mutations/find-counterexample.js');
    const args = [judge, ...(andOthers ? ['--others'] : []), ...first];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: timeoutMs });
    return stdout ? JSON.parse(stdout) : undefined;
  } finally {
    copy.remove();
  }
};
