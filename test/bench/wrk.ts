import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface WrkLoad {
  /** Requests a second. */
  rate: number;
  /** Milliseconds. */
  p99: number;
  errors: number;
}

const units: Record<string, number> = { us: 0.001, ms: 1, s: 1000 };

const number = (pattern: RegExp, text: string) => Number(pattern.exec(text)?.[1] ?? 0);

/** Asks for one URL over and over, 32 in flight for some seconds. A client of Node.js would be the bottleneck. */
export const wrk = async (binary: string, url: string, seconds: number): Promise<WrkLoad> => {
  const args = ['--threads', '1', '--connections', '32', '--duration', `${seconds}s`, '--latency', url];
  const { stdout } = await promisify(execFile)(binary, args);
  const [, p99 = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const sockets = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout) ?? [];
  const broken = sockets.slice(1).reduce((sum, each) => sum + Number(each), 0);
  return {
    rate: number(/Requests\/sec:\s+([\d.]+)/, stdout),
    p99: Number(p99) * (units[unit] ?? Number.NaN),
    errors: number(/Non-2xx or 3xx responses: (\d+)/, stdout) + broken,
  };
};
