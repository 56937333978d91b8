import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Followed by the process id, so that the next start can find leftovers. */
const prefix = 'tintype-browser-';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

export const makeProfile = async (uid: number | undefined): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  if (uid !== undefined) await chown(folder, uid, uid);
  return folder;
};

/** Call before the first start of the browser. */
export const setPreferences = async (folder: string, preferences: object, uid: number | undefined): Promise<void> => {
  const own = join(folder, 'Default');
  const file = join(own, 'Preferences');
  await mkdir(own, { mode: 0o700 });
  await writeFile(file, JSON.stringify(preferences), { mode: 0o600 });
  if (uid === undefined) return;
  await chown(file, uid, uid);
  await chown(own, uid, uid);
};

/** Programs that a session's browser finds before those of the machine. */
const programs = {
  // Chromium asks this program whether Chromium itself opens URLs such as `tel:`. The program says yes, and Chromium
  // does nothing. Otherwise Chromium opens a dialog that no user sees and that takes all input.
  // https://source.chromium.org/chromium/chromium/src/+/main:chrome/browser/external_protocol/external_protocol_handler.cc
  'xdg-settings': '#!/bin/sh\necho yes\n',
};

/** Writes the programs, executable for every user. Returns their folder. */
export const writePrograms = async (profile: string): Promise<string> => {
  const folder = join(profile, 'programs');
  await mkdir(folder);
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
  // Explicit modes: the umask may be stricter.
  for (const path of [folder, ...Object.keys(programs).map((name) => join(folder, name))]) await chmod(path, 0o755);
  return folder;
};

export const removeProfile = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 });

export const removeLeftProfiles = async (): Promise<void> => {
  const owner = new RegExp(`^${prefix}(\\d+)-`);
  for (const name of await readdir(tmpdir())) {
    const [, pid] = owner.exec(name) ?? [];
    // Another user's profile must not prevent the start.
    if (pid && !isAlive(Number(pid))) await removeProfile(join(tmpdir(), name)).catch(() => undefined);
  }
};
