import { type ActionPayloads, type ActionType, actionTypes, pictureBytes, type SessionState } from '@tintype/client';
import { Argument, type Command, Option } from 'commander';
import { type Context, contextOf, type GlobalOptions } from '../context.js';
import { CommandError } from '../failures.js';
import { collectOption, payloadValue } from '../option-values.js';
import { interruptible } from '../terminal/interruption.js';
import { durationOf, wholeNumber } from '../terminal/numbers.js';
import { save } from '../terminal/output-file.js';
import {
  note,
  noteNextPage,
  printJson,
  printLine,
  refuseTerminal,
  type Terminal,
  tableOf,
} from '../terminal/terminal.js';
import { printLive } from './live-link.js';
import { openShell } from './session-shell.js';

interface CreateOptions extends GlobalOptions {
  ttl?: number;
  proxy?: boolean;
  stealth?: boolean;
  cdp?: boolean;
  profile?: string;
}

interface ActionOptions extends GlobalOptions {
  X: Record<string, string>;
  payload?: string;
  output?: string;
}

interface PageOptions {
  status?: SessionState['status'];
  limit?: number;
  cursor?: string;
}

const create = async ({ terminal, client, globals }: Context, options: CreateOptions): Promise<void> => {
  const body = {
    ...(options.ttl === undefined ? {} : { maxTtlSeconds: options.ttl }),
    ...(options.proxy ? { proxy: true } : {}),
    ...(options.stealth ? { bypassBotDetection: true } : {}),
    ...(options.cdp ? { cdp: true } : {}),
    ...(options.profile ? { profile: options.profile } : {}),
  };
  const { id, expiresAt, connectUrl } = await interruptible((signal) => client.sessions.create(body, { signal }));
  if (globals.json) return printJson(terminal, { sessionId: id, expiresAt, ...(connectUrl ? { connectUrl } : {}) });
  printLine(terminal, id);
  if (connectUrl) printLine(terminal, connectUrl);
  if (!globals.quiet) note(terminal, `It ends at ${expiresAt}. Close it earlier: tintype sessions close ${id}`);
};

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

const payloadOf = ({ X, payload }: ActionOptions): object => {
  const fields = Object.fromEntries(Object.entries(X).map(([name, value]) => [name, payloadValue(value)]));
  if (payload === undefined) return fields;
  const whole = payloadValue(payload);
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole))
    throw new CommandError('`--payload` takes a JSON object, such as {"url": "https://example.com/"}.', 'usage');
  return { ...whole, ...fields };
};

/** Takes the picture out of an answer, if there is one. */
const pictureOf = (answer: object): { bodyBase64: string } | undefined => {
  const { bodyBase64, screenshot } = answer as { bodyBase64?: string; screenshot?: { bodyBase64: string } };
  return bodyBase64 === undefined ? screenshot : { bodyBase64 };
};

const showAnswer = ({ terminal }: Context, answer: object, output: string | undefined): void => {
  const picture = pictureOf(answer);
  if (!picture || output === undefined) {
    printJson(terminal, answer);
    return;
  }
  const { bodyBase64: _body, screenshot: _picture, ...rest } = answer as Record<string, unknown>;
  if (output === '-') {
    terminal.out.write(pictureBytes(picture));
    return;
  }
  save(output, pictureBytes(picture));
  printJson(terminal, { ...rest, file: output });
};

const act = async (context: Context, [id, type]: [string, ActionType], options: ActionOptions): Promise<void> => {
  if (options.output === '-') refuseTerminal(context.terminal, 'a picture', 'page.png');
  const payload = payloadOf(options) as ActionPayloads[typeof type];
  showAnswer(context, await context.client.sessions.act(id, type, payload), options.output);
};

const addActing = (sessions: Command, terminal: Terminal): void => {
  sessions
    .command('live')
    .description('print a link to a page that shows the browser of a session')
    .argument('<id>')
    .option('--control', 'the viewer may use mouse and keyboard, to log in for example')
    .action((id: string, { control = false }: { control?: boolean }, command: Command) =>
      printLive(contextOf(terminal, command), id, { control }),
    );
  sessions
    .command('action')
    .description('run one action in the browser of a session, and print its answer')
    .argument('<id>')
    .addArgument(new Argument('<type>', `one of ${actionTypes.join(', ')}`))
    .option('-X <name=value>', 'a field of the payload; may be repeated', collectOption, {})
    .option('--payload <json>', 'the payload as JSON')
    .option('-o, --output <file>', 'write the picture of the answer to this file')
    .addHelpText(
      'after',
      '\nExamples:\n  tintype sessions action sess_… goto -X url=https://example.com\n  tintype sessions action sess_… screenshot -X fullPage=true -o page.png',
    )
    .action((id: string, type: ActionType, options: ActionOptions, command: Command) =>
      act(contextOf(terminal, command), [id, type], options),
    );
  sessions
    .command('shell')
    .description('drive a session from a prompt; without an id, opens one and closes it at the end')
    .argument('[id]')
    .action((id: string | undefined, _options: object, command: Command) =>
      openShell(contextOf(terminal, command), id),
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
      if (saveProfile !== undefined && !context.globals.quiet) note(terminal, `The login is saved as ${saveProfile}.`);
    });
};

export const addSessionCommands = (program: Command, terminal: Terminal): void => {
  const sessions = program.command('sessions').description('browser sessions');
  sessions
    .command('create')
    .description('open a browser, and print its session id')
    .option('--ttl <seconds>', 'close it after this time, 1 to 900 seconds (default: 900)', wholeNumber)
    .option('--proxy', "use the account's own proxy")
    .option('--stealth', 'same as bypassBotDetection; not with --cdp')
    .option('--profile <name>', 'begin with this saved login; "sessions close --save-profile" saves one')
    .option('--cdp', 'allow Playwright, Puppeteer and other DevTools clients; prints the address for them')
    .action((options: CreateOptions, command: Command) => create(contextOf(terminal, command), options));
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
    .description('list sessions, active ones first')
    .addOption(new Option('--status <status>', 'only these').choices(['active', 'closed', 'expired', 'error']))
    .option('--limit <number>', 'at most this number, up to 100 (default: 20)', wholeNumber)
    .option('--cursor <cursor>', 'continue an earlier list: its last line is the cursor')
    .action((options: PageOptions, command: Command) => list(contextOf(terminal, command), options));
  addEnding(sessions, terminal);
  addActing(sessions, terminal);
};
