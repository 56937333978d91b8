import { parseArgs } from 'node:util';
import { ConfigError, onShutdown } from '@tintype/runtime';
import { banner } from './banner.js';
import { type Config, readConfig } from './config.js';
import { StartFailure } from './process/part.js';
import { programs, toolsFolder } from './repository.js';
import { hardStopMs, Standalone } from './standalone.js';
import { createTerminal, type Terminal } from './terminal.js';
import { usage } from './usage.js';

const parentCheckMs = 500;
/** Read at once: it may end while the configuration is read. */
const parent = process.ppid;

/** `kill -9` of make would leave us running with nobody at the terminal. */
const endWithParent = (isStopping: () => boolean) => {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    // A second signal would cut the drain; after Ctrl-C some parents end at once.
    if (!isStopping()) process.kill(process.pid, 'SIGTERM');
  }, parentCheckMs).unref();
};

const run = async (config: Config, terminal: Terminal, withParent: boolean) => {
  const standalone = new Standalone({ config, terminal, toolsFolder, programs });
  if (withParent) endWithParent(() => standalone.stopping);
  // The last resort, as after a second Ctrl-C: whatever ends us leaves nothing behind.
  process.on('exit', () => standalone.kill());
  process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'));
  onShutdown({
    hardMs: hardStopMs,
    stop: async () => {
      terminal.text('Stopping: requests under way are finished first. Once more ends it at once.');
      await standalone.stop();
      terminal.text('Stopped.');
    },
  });
  try {
    terminal.text(banner(await standalone.start(), terminal.bold));
    standalone.warmUp();
  } catch (error) {
    if (standalone.stopping) return;
    await standalone.stop();
    throw error;
  }
};

const explain = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof StartFailure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

const main = async (terminal: Terminal) => {
  const options = { help: { type: 'boolean', short: 'h' }, 'end-with-parent': { type: 'boolean' } } as const;
  const { values } = parseArgs({ options });
  if (values.help) return terminal.text(usage);
  return run(await readConfig(), terminal, values['end-with-parent'] === true);
};

// A terminal that was closed must not end the service in the middle of its drain.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
const terminal = createTerminal(process.stdout, process.stderr);
await main(terminal).catch((error) => {
  terminal.fault(explain(error));
  process.exit(1);
});
