import { readBinaries } from './config.js';
import { ensureBrowser, ensureSessionBrowser } from './install/chromium.js';
import { ensureFonts } from './install/fonts.js';
import { ensureNatsServer } from './install/nats-server.js';
import { ensureBubblewrap } from './install/wall.js';
import { toolsFolder } from './repository.js';
import { createTerminal } from './terminal.js';

const terminal = createTerminal(process.stdout, process.stderr);

try {
  const { signal } = new AbortController();
  const installer = { ...readBinaries(), toolsFolder, report: terminal.step, signal };
  terminal.step(`nats-server: ${await ensureNatsServer(installer)}`);
  terminal.step(`browser: ${Object.values(await ensureBrowser(installer))[0]}`);
  terminal.step(`full Chromium, for sessions: ${(await ensureSessionBrowser(installer)) ?? 'none'}`);
  terminal.step(`bubblewrap: ${(await ensureBubblewrap(installer)) ?? 'none'}`);
  terminal.step(`fonts: ${(await ensureFonts(installer)) ?? 'none is missing'}`);
} catch (error) {
  terminal.fault((error as Error).message);
  process.exitCode = 1;
}
