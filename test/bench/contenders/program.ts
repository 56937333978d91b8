import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A program of `programs/`: line by line, until its standard input ends. */
export interface Program {
  pid: number;
  /** Its first line. */
  greeting: string;
  /** Sends a line and returns the next line. */
  ask: (line: string) => Promise<string>;
  stop: () => Promise<void>;
}

const nobody = 65_534;
const stopMs = 5000;

const spawnProgram = (name: string, args: readonly string[], home: string): ChildProcess => {
  const root = process.getuid?.() === 0;
  if (root) chownSync(home, nobody, nobody);
  const file = fileURLToPath(new URL(`../programs/${name}.js`, import.meta.url));
  return spawn(process.execPath, [file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: home, TMPDIR: home },
    ...(root ? { uid: nobody, gid: nobody } : {}),
  });
};

/** Runs the program as an unprivileged user, like our browsers, so that both have the sandbox. */
export const startProgram = async (name: string, args: readonly string[]): Promise<Program> => {
  const home = mkdtempSync(join(tmpdir(), 'tintype-bench-'));
  const child = spawnProgram(name, args, home);
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const line = async (): Promise<string> => {
    const ended = exited.then(() => Promise.reject(new Error(`${name} has ended.`)));
    ended.catch(() => undefined);
    const [text] = await Promise.race([once(lines, 'line'), ended]);
    return String(text);
  };
  return {
    pid: child.pid as number,
    greeting: await line(),
    ask: (text) => {
      child.stdin?.write(`${text}\n`);
      return line();
    },
    stop: async () => {
      child.stdin?.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await exited;
      clearTimeout(timer);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
