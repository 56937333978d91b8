import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Programs that the browser of a session finds before those of the machine. */
const programs = {
  // Chromium asks it whether it is itself what opens an address that is none of the web, as `tel:`. It does nothing then;
  // otherwise it asks whether to open a program, in a window that nobody sees and that takes all input from the page.
  // https://source.chromium.org/chromium/chromium/src/+/main:chrome/browser/external_protocol/external_protocol_handler.cc
  'xdg-settings': '#!/bin/sh\necho yes\n',
};

/** Writes them into a profile, and answers the folder that they are in. */
export const writePrograms = async (profile: string): Promise<string> => {
  const folder = join(profile, 'programs');
  await mkdir(folder, { mode: 0o755 });
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text, { mode: 0o755 });
  return folder;
};
