import { execFile } from 'node:child_process';

export interface RunOptions {
  input?: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  timeoutMs?: number;
}

const usualMs = 600_000;
const maxOutput = 64 * 2 ** 20;
const shownErrorLength = 4000;

/** Returns a program's output; fails with the end of its error output. */
export const run = (file: string, args: readonly string[], options: RunOptions = {}): Promise<string> => {
  const { input = '', env, cwd, timeoutMs: timeout = usualMs } = options;
  const over = Promise.withResolvers<string>();
  const settings = { timeout, maxBuffer: maxOutput, ...(env && { env }), ...(cwd && { cwd }) };
  const child = execFile(file, args, settings, (error, stdout, stderr) => {
    if (!error) return over.resolve(stdout);
    const shown = (stderr.trim() || stdout.trim() || error.message).slice(-shownErrorLength);
    over.reject(new Error(`${file} ${args.slice(0, 6).join(' ')}: ${shown}`, { cause: error }));
  });
  // The program may end without reading it.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return over.promise;
};

export const succeeds = (file: string, args: readonly string[]): Promise<boolean> =>
  run(file, args).then(
    () => true,
    () => false,
  );
