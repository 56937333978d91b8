import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const binary = process.env.TINTYPE_HEADLESS_SHELL ?? '/usr/lib/chromium/chromium-headless-shell';
/** `nobody` of most systems: Chromium's sandbox does not start as root. */
const nobody = 65_534;

const endpointOf = async (lines: AsyncIterable<string>): Promise<string> => {
  const seen: string[] = [];
  for await (const line of lines) {
    const [, endpoint] = /^DevTools listening on (ws:\S+)/.exec(line) ?? [];
    if (endpoint) return endpoint;
    seen.push(line);
  }
  throw new Error(`The browser does not start: ${seen.join('\n')}`);
};

/** A real Chromium with these switches, its sandbox on, and Playwright at its side. */
export const startBrowser = async (switches: readonly string[]) => {
  const profile = await mkdtemp(join(tmpdir(), 'tintype-test-browser-'));
  const asNobody = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if ('uid' in asNobody) await chown(profile, nobody, nobody);
  const child = spawn(
    binary,
    [
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--disable-gpu',
      '--disable-dev-shm-usage',
      ...switches,
    ],
    {
      ...asNobody,
      env: { HOME: profile, TMPDIR: profile, PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const exit = once(child, 'exit');
  const browser = await chromium.connectOverCDP(await endpointOf(createInterface(child.stderr)));
  child.stderr.resume();
  const close = async () => {
    await browser.close();
    child.kill('SIGKILL');
    await exit;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  return { browser, close };
};
