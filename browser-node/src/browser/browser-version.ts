import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const patienceMs = 10_000;

/** `156.0.8078.79`, as a Chromium says of itself without starting. Takes 70 ms. Throws when it says no such thing. */
export const readBrowserVersion = async (binary: string): Promise<string> => {
  const { stdout } = await promisify(execFile)(binary, ['--version'], { env: {}, timeout: patienceMs });
  const [version] = /\d+(\.\d+){3}/.exec(stdout) ?? [];
  if (version === undefined) throw new Error(`${binary} does not say its version.`);
  return version;
};
