import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BuiltCopy } from './built-copy.js';
import type { SessionMutation } from './mutation.js';

/** A mistake may have a program go round in circles without ever coming to the gate. */
const timeoutMs = 30 * 60_000;

/** An invariant that does not hold, and in which play. */
export interface Noticed {
  invariant: string;
  where: string;
}

/** Which invariant notices a mistake in the protocol of sessions; undefined when none does. */
export const trySession = async (
  repository: string,
  { patches }: Pick<SessionMutation, 'patches'>,
): Promise<Noticed | undefined> => {
  const copy = new BuiltCopy(repository);
  try {
    for (const patch of patches) copy.patch(patch);
    const judge = join(copy.folder, 'test/dist/mutations/find-counterexample.js');
    const { stdout } = await promisify(execFile)(process.execPath, [judge], { timeout: timeoutMs });
    return stdout ? JSON.parse(stdout) : undefined;
  } finally {
    copy.remove();
  }
};
