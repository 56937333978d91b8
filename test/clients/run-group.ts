import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

interface GroupOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  timeoutMs: number;
}

export interface Ended {
  /** Null: killed. */
  code: number | null;
  out: string;
  complaint: string;
}

/**
 * Runs a program in its own process group. After the time, the group is killed: `go run` and `cargo run` start another
 * program, which would keep the pipes open.
 */
export const runGroup = async (
  [program = '', ...args]: readonly string[],
  { timeoutMs, ...options }: GroupOptions,
): Promise<Ended> => {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), timeoutMs);
  const { promise: code, resolve, reject } = Promise.withResolvers<number | null>();
  child.on('error', reject).on('close', resolve);
  try {
    const [out, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { out, complaint, code: await code };
  } finally {
    clearTimeout(timer);
  }
};
