import type { ProxyInfo, ProxyTest } from '@tintype/client';
import type { Command } from 'commander';
import { type Context, contextOf, noteWarnings, refuseWords } from '../context.js';
import { CommandError } from '../failures.js';
import { readSecret } from '../terminal/asking.js';
import { note, printDone, printJson, printLine, type Terminal, tableOf } from '../terminal/terminal.js';

const showProxy = ({ terminal, globals }: Context, proxy: ProxyInfo | null): void => {
  if (globals.json) printJson(terminal, proxy);
  else if (proxy) printLine(terminal, `${proxy.url} set ${proxy.setAt}`);
  else note(terminal, 'There is no proxy. Set one: tintype account proxy set');
};

const setProxy = async (context: Context): Promise<void> => {
  const { terminal, command, client } = context;
  const url = await readSecret(terminal, 'URL of the proxy, with its login (not shown): ');
  if (!url)
    throw new CommandError('Give the URL by standard input, such as http://user:password@proxy.example:3128.', 'usage');
  const { proxy, warnings } = await client.account.putProxy({ url });
  showProxy(context, proxy);
  noteWarnings(terminal, command, warnings);
  note(terminal, 'Try it: tintype account proxy test');
};

const showTest = ({ terminal, globals }: Context, answer: ProxyTest): void => {
  if (globals.json) {
    printJson(terminal, answer);
    return;
  }
  const rows = answer.steps.map(({ step, works, error }) => [step, works ? 'works' : 'fails', error ?? '']);
  printLine(terminal, tableOf(['step', 'result', 'reason'], rows));
};

const testProxy = async (context: Context, url: string | undefined): Promise<void> => {
  const answer = await context.client.account.testProxy(url === undefined ? {} : { url });
  showTest(context, answer);
  if (!answer.works)
    throw new CommandError('The proxy does not work. Correct it with `tintype account proxy set`.', 'account');
};

const listProfiles = async ({ terminal, client, globals }: Context): Promise<void> => {
  const profiles = await client.account.profiles();
  if (globals.json) return printJson(terminal, profiles);
  if (profiles.length === 0)
    return note(terminal, 'There is no saved login. Save one: tintype sessions close <id> --save-profile <name>');
  const rows = profiles.map(({ name, savedAt, cookies, origins }) => [
    ...[name, savedAt, String(cookies)],
    origins?.join(' ') ?? 'cannot be read any more',
  ]);
  printLine(terminal, tableOf(['name', 'saved', 'cookies', 'origins'], rows));
};

export const addProfileCommands = (account: Command, terminal: Terminal): void => {
  const profiles = account
    .command('profiles')
    .description('the saved logins, for `sessions create --profile`')
    .allowExcessArguments()
    .action((_options: object, command: Command) => {
      refuseWords(command);
      return listProfiles(contextOf(terminal, command));
    });
  profiles
    .command('delete')
    .description('delete a saved login')
    .argument('<name>')
    .action(async (name: string, _options: object, command: Command) => {
      const { client, globals } = contextOf(terminal, command);
      await client.account.deleteProfile(name);
      printDone(terminal, globals.json, { deleted: true, name }, `The saved login ${name} is deleted.`);
    });
};

export const addProxyCommands = (account: Command, terminal: Terminal): void => {
  const proxy = account
    .command('proxy')
    .description('the proxy of sessions with `--proxy`')
    .allowExcessArguments()
    .action(async (_options: object, command: Command) => {
      refuseWords(command);
      const context = contextOf(terminal, command);
      showProxy(context, await context.client.account.proxy());
    });
  proxy
    .command('set')
    .description('use this proxy; its URL, which has a password, is asked for, or read from standard input')
    .action((_options: object, command: Command) => setProxy(contextOf(terminal, command)));
  proxy
    .command('test')
    .description('ask for a page through the proxy, and say which step fails')
    .argument('[url]', 'an https page; default: https://example.com/')
    .action((url: string | undefined, _options: object, command: Command) =>
      testProxy(contextOf(terminal, command), url),
    );
  proxy
    .command('delete')
    .description('remove the proxy; open sessions keep it')
    .action(async (_options: object, command: Command) => {
      const { client, globals } = contextOf(terminal, command);
      await client.account.deleteProxy();
      printDone(terminal, globals.json, { deleted: true }, 'The proxy is removed.');
    });
};
