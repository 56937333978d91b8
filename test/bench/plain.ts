import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Plain {
  url: (target: string, type: string) => string;
  stop: () => Promise<void>;
}

const nobody = 65_534;
const program = fileURLToPath(new URL('./plain-service.js', import.meta.url));

const firstLine = async (child: ChildProcess): Promise<string> => {
  const exited = once(child, 'exit').then(() => Promise.reject(new Error('The plain service does not start.')));
  const [chunk] = await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), exited]);
  exited.catch(() => undefined);
  return String(chunk).trim();
};

/** Starts the plain service on a browser, under an unprivileged user as ours is, so that both have the sandbox on. */
export const startPlain = async (binary: string): Promise<Plain> => {
  const home = mkdtempSync(join(tmpdir(), 'tintype-plain-'));
  const root = process.getuid?.() === 0;
  if (root) chownSync(home, nobody, nobody);
  const child = spawn(process.execPath, [program, binary], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: home },
    ...(root ? { uid: nobody, gid: nobody } : {}),
  });
  const port = await firstLine(child);
  return {
    url: (target, type) => `http://127.0.0.1:${port}/?type=${type}&url=${encodeURIComponent(target)}`,
    stop: async () => {
      const exited = once(child, 'exit');
      child.stdin?.end();
      await exited;
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
