import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fullChromium } from './guarded-browser.js';

const policy = fileURLToPath(new URL('../../../../browser-node/managed-policy.json', import.meta.url));
/** The folder of Debian's Chromium, which the images have; policies are in a folder inside. */
const settings = '/etc/chromium';

/** Whether this machine can show one program other files. */
export const canPolice: boolean =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'mount', '--bind', tmpdir(), settings], { stdio: 'ignore' }).status === 0;

/** A full Chromium with the images' policy, as an unprivileged user. Needs root. */
export const policedChromium = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tintype-policed-'));
  const managed = join(folder, 'policies', 'managed');
  mkdirSync(managed, { recursive: true });
  copyFileSync(policy, join(managed, 'tintype.json'));
  // The browser's user must read it, as in the image.
  spawnSync('chmod', ['-R', 'a+rX', folder]);
  const binary = join(folder, 'chromium');
  const asNobody = `exec setpriv --reuid 65534 --regid 65534 --clear-groups ${fullChromium} "$@"`;
  const script = `#!/bin/sh
for each in "$@"; do
  case "$each" in --user-data-dir=*) chown -R 65534:65534 "\${each#*=}" ;; esac
done
exec unshare --mount sh -c 'mount --bind ${folder} ${settings} && ${asNobody}' sh "$@"
`;
  writeFileSync(binary, script, { mode: 0o755 });
  return { binary, remove: () => rmSync(folder, { recursive: true }) };
};

interface NetLog {
  constants: { logEventTypes: Record<string, number> };
  events: { type: number }[];
}

/** Queries to name servers, by Chromium's resolver or the system's. Names that Chromium's host rules map need none. */
const lookUps = ['DNS_TRANSACTION', 'HOST_RESOLVER_DNS_TASK', 'HOST_RESOLVER_SYSTEM_TASK'];

/**
 * Look-ups in a `--log-net-log` file; read it after the browser's end.
 * https://www.chromium.org/for-testers/providing-network-details/
 */
export const countLookUps = async (file: string): Promise<number> => {
  const { constants, events } = JSON.parse(await readFile(file, 'utf8')) as NetLog;
  const types = new Set(lookUps.map((name) => constants.logEventTypes[name]));
  return events.filter(({ type }) => types.has(type)).length;
};
