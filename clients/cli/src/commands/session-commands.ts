import type { SessionState } from '@tintype/client';
import { type Command, Option } from 'commander';
import { type Context, contextOf } from '../context.js';
import { durationOf, wholeNumber } from '../terminal/numbers.js';
import { note, noteNextPage, printJson, printLine, type Terminal, tableOf } from '../terminal/terminal.js';
import { addExplainCommand } from './action-fields.js';
import { printLive } from './live-link.js';
import { addActionCommand } from './session-action.js';
import { addOpenOptions, create, type OpenOptions } from './session-create.js';
import { openShell } from './session-shell.js';

interface PageOptions {
  status?: SessionState['status'];
  limit?: number;
  cursor?: string;
}

const showSession = ({ terminal, globals }: Context, session: SessionState): void => {
  if (globals.json) {
    printJson(terminal, session);
    return;
  }
  const { id, status, closeReason, durationSeconds, billedCredits, accruedCredits, actionCount, expiresAt } = session;
  const isActive = status === 'active';
  const rows = [
    ['id', id],
    ['status', closeReason && closeReason !== status ? `${status} (${closeReason})` : status],
    ['open for', durationOf(durationSeconds)],
    ...(isActive ? [['ends at', expiresAt]] : []),
    ['credits', String(isActive ? accruedCredits : billedCredits)],
    ['actions', String(actionCount)],
    ...(session.connectUrl ? [['connect', session.connectUrl]] : []),
  ];
  printLine(terminal, tableOf(['', ''], rows).trimStart());
};

const list = async ({ terminal, client, globals }: Context, { status, limit, cursor }: PageOptions): Promise<void> => {
  const page = await client.sessions.list({
    ...(status ? { status } : {}),
    ...(limit ? { limit } : {}),
    ...(cursor ? { cursor } : {}),
  });
  if (globals.json) return printJson(terminal, page);
  if (page.sessions.length === 0) return note(terminal, 'There is no session.');
  const rows = page.sessions.map((session) => [
    session.id,
    session.status,
    durationOf(session.durationSeconds),
    String(session.actionCount),
    String(session.status === 'active' ? session.accruedCredits : session.billedCredits),
    session.createdAt,
  ]);
  printLine(terminal, tableOf(['id', 'status', 'open for', 'actions', 'credits', 'created'], rows));
  noteNextPage(terminal, page);
};

const addDriving = (sessions: Command, terminal: Terminal): void => {
  sessions
    .command('live')
    .description('print a link to a page that shows the browser of a session')
    .argument('<id>')
    .option('--control', 'the viewer may use mouse and keyboard, to log in for example')
    .action((id: string, { control = false }: { control?: boolean }, command: Command) =>
      printLive(contextOf(terminal, command), id, { control }),
    );
  const shell = sessions
    .command('shell')
    .description('drive a session from a prompt; without an id, opens one and closes it at the end')
    .argument('[id]', 'an open session, which stays open');
  addOpenOptions(shell).action((id: string | undefined, options: OpenOptions, command: Command) =>
    openShell(contextOf(terminal, command), id, options),
  );
};

const addEnding = (sessions: Command, terminal: Terminal): void => {
  sessions
    .command('close')
    .description('close a session, and print what it cost')
    .argument('<id>')
    .option('--save-profile <name>', 'save its login first; if that fails, the session stays open')
    .action(async (id: string, { saveProfile }: { saveProfile?: string }, command: Command) => {
      const context = contextOf(terminal, command);
      showSession(context, await context.client.sessions.close(id, saveProfile === undefined ? {} : { saveProfile }));
      if (saveProfile !== undefined) note(terminal, `The login is saved as ${saveProfile}.`);
    });
};

export const addSessionCommands = (program: Command, terminal: Terminal): void => {
  const sessions = program.command('sessions').description('browser sessions');
  addOpenOptions(sessions.command('create').description('open a browser, and print its session id'))
    .option('--cdp', 'also print an address for Playwright, Puppeteer and other DevTools clients; not with --stealth')
    .action((options: OpenOptions, command: Command) => create(contextOf(terminal, command), options));
  sessions
    .command('get')
    .description('print a session')
    .argument('<id>')
    .action(async (id: string, _options: object, command: Command) => {
      const context = contextOf(terminal, command);
      showSession(context, await context.client.sessions.get(id));
    });
  sessions
    .command('list')
    .description('list sessions: active ones, then ended ones, each newest first')
    .addOption(new Option('--status <status>', 'only these').choices(['active', 'closed', 'expired', 'error']))
    .option('--limit <number>', 'at most this number, up to 100 (default: 20)', wholeNumber(100))
    .option('--cursor <cursor>', 'continue an earlier list: its last line is the cursor')
    .action((options: PageOptions, command: Command) => list(contextOf(terminal, command), options));
  addEnding(sessions, terminal);
  addActionCommand(sessions, terminal);
  addExplainCommand(sessions, terminal);
  addDriving(sessions, terminal);
};
