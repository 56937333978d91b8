import { execFile } from 'node:child_process';

export interface RunOptions {
  /** What it reads. */
  input?: string;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  timeoutMs?: number;
}

const usualMs = 600_000;
const mostOutput = 64 * 2 ** 20;
const shownOfTrouble = 4000;

/** Answers what a program printed; fails with the end of what it complained of. */
export const run = (file: string, args: readonly string[], options: RunOptions = {}): Promise<string> => {
  const { input = '', env, cwd, timeoutMs: timeout = usualMs } = options;
  const over = Promise.withResolvers<string>();
  const settings = { timeout, maxBuffer: mostOutput, ...(env && { env }), ...(cwd && { cwd }) };
  const child = execFile(file, args, settings, (error, stdout, stderr) => {
    if (!error) return over.resolve(stdout);
    const said = (stderr.trim() || stdout.trim() || error.message).slice(-shownOfTrouble);
    over.reject(new Error(`${file} ${args.slice(0, 6).join(' ')}: ${said}`, { cause: error }));
  });
  // It may end without having read it.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return over.promise;
};

/** Whether it could be run, and ended well. */
export const succeeds = (file: string, args: readonly string[]): Promise<boolean> =>
  run(file, args).then(
    () => true,
    () => false,
  );
