import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** An unprivileged user on most systems. */
const unprivileged = 65_534;

/** Chromium refuses its sandbox to root: a script in the folder then starts it as another user. */
export const asUnprivileged = async (binary: string, folder: string): Promise<string> => {
  if (process.getuid?.() !== 0) return binary;
  const starter = join(folder, 'chromium');
  const script = `#!/bin/sh
for each in "$@"; do
  case "$each" in --user-data-dir=*) chown -R ${unprivileged}:${unprivileged} "\${each#*=}" ;; esac
done
HOME=/nonexistent exec setpriv --reuid ${unprivileged} --regid ${unprivileged} --clear-groups ${binary} "$@"
`;
  await writeFile(starter, script, { mode: 0o755 });
  return starter;
};

/** A visitor's browser, with Chromium's sandbox. It ends with `close`. */
export const launchSandboxed = async (binary: string): Promise<Browser> => {
  const folder = await mkdtemp(join(tmpdir(), 'tintype-visitor-'));
  await chmod(folder, 0o755);
  const executablePath = await asUnprivileged(binary, folder);
  const downloadsPath = await mkdtemp(join(folder, 'downloads-'));
  if (executablePath !== binary) await chown(downloadsPath, unprivileged, unprivileged);
  const browser = await chromium.launch({ executablePath, downloadsPath, chromiumSandbox: true });
  browser.on(
    'disconnected',
    () => void rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined),
  );
  return browser;
};
