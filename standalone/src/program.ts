import { ConfigError, onShutdown, readArguments } from '@tintype/runtime';
import { banner } from './banner.js';
import { type Config, readConfig } from './config.js';
import { StartFailure } from './process/part.js';
import { programs, toolsFolder } from './repository.js';
import { hardStopMs, Standalone } from './standalone.js';
import { createTerminal, type Terminal } from './terminal.js';

const usage = `Tintype on one machine: nats-server, the api, the operator, a render node and
the browsers of sessions under one supervisor.

Usage: node standalone/dist/main.js [--help] [--end-with-parent]

  --help             this text
  --end-with-parent  stop when the parent process ends (make run uses it)

Environment:
  TINTYPE_HOST            127.0.0.1  address of the public routes
  TINTYPE_PORT            8080       port of the public routes
  TINTYPE_PRIVATE_PORT    9090       health, metrics and admin routes, on 127.0.0.1
  TINTYPE_DATA_DIR        .tintype   all data; delete it for a fresh start
  TINTYPE_ACCOUNT                    user_id:api_key:api_secret, several separated by commas;
                                     without it the first start creates a demo account
  TINTYPE_ADMIN_TOKEN                token of the admin routes, which are off without it
  TINTYPE_EGRESS_ALLOW               CIDR|host[:port]: private addresses that browsers and uploads may reach
  TINTYPE_NATS_URL                   use this NATS instead of starting one
  TINTYPE_S3_ENDPOINT, _REGION, _BUCKET, _KEY, _SECRET, _PATH_STYLE, _PUBLIC_URL
                                     S3-compatible store for results; without it NATS stores them
  TINTYPE_BASE_URL, _API_URL, _EDGE_URL, _MCP_URL   public addresses in links
  TINTYPE_MASTER_KEY                 encrypts stored secrets; without it the first start creates one
  TINTYPE_ROOT_KEY                   derives session tokens; without it the first start creates one
  TINTYPE_SESSION_PODS    10         most sessions at once, 0 for none
  TINTYPE_WARM_SESSIONS   2          warm browsers for new sessions, 0 for none
  TINTYPE_SESSION_UIDS    50000-59999  user ids of session browsers; root only
  TINTYPE_SESSION_BROWSER shell      browser of sessions: shell or full; bypassBotDetection takes the full one
  TINTYPE_BROWSER_WALL    on         bubblewrap around browsers: on, auto (where it can be), off
  TINTYPE_HEADLESS_SHELL, TINTYPE_CHROMIUM, TINTYPE_NATS_SERVER   paths of the binaries
  TINTYPE_LOG_LEVEL       info       level of the logs in the data folder`;

const parentCheckMs = 500;
/** Read before the configuration, because the parent may end meanwhile. */
const parentPid = process.ppid;

/** Ends with the parent process: a `kill -9` of make would leave us running without a terminal. */
const endWithParent = (isStopping: () => boolean) => {
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return;
    clearInterval(timer);
    // Only if no stop has begun: a second signal would cut its drain short. After Ctrl-C, some parents end at once.
    if (!isStopping()) process.kill(process.pid, 'SIGTERM');
  }, parentCheckMs).unref();
};

const run = async (config: Config, terminal: Terminal, withParent: boolean) => {
  const standalone = new Standalone({ config, terminal, toolsFolder, programs });
  if (withParent) endWithParent(() => standalone.isStopping);
  // Also after a second Ctrl-C, no part may outlive us.
  process.on('exit', () => standalone.kill());
  process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'));
  onShutdown({
    hardMs: hardStopMs,
    stop: async () => {
      terminal.text('Stopping after the requests in flight. Press Ctrl-C again to stop at once.');
      await standalone.stop();
      terminal.text('Stopped.');
    },
  });
  try {
    terminal.text(banner(await standalone.start(), terminal.bold));
    standalone.warmUp();
  } catch (error) {
    if (standalone.isStopping) return;
    await standalone.stop();
    throw error;
  }
};

const explain = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof StartFailure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

const main = async (terminal: Terminal) => {
  const { flags } = readArguments({ usage, flags: ['end-with-parent'] });
  return run(await readConfig(), terminal, flags.has('end-with-parent'));
};

export const runStandalone = async (): Promise<void> => {
  // A closed terminal must not end the service during its drain.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const terminal = createTerminal(process.stdout, process.stderr);
  await main(terminal).catch((error) => {
    terminal.fault(explain(error));
    process.exit(1);
  });
};
