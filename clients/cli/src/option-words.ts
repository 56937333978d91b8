import type { Command } from 'commander';

/** Names of the HTTP interface whose option of the command line has another name. */
const otherNames: Readonly<Record<string, string>> = {
  maxTtlSeconds: 'ttl',
  bypassBotDetection: 'stealth',
  notification_uri: 'notify',
  endpoint: 'for',
};

/** Routes that errors advise, and the commands that call them. */
const commandOfRoute: Readonly<Record<string, string>> = {
  'POST /v1/sessions': 'tintype sessions create',
  'GET /screenshot/devices': 'tintype devices',
  'PUT /v1/account/proxy': 'tintype account proxy set',
  'PUT /v1/account/storage': 'tintype account storage set',
  'POST /v1/renders': 'tintype render',
  'POST /v1/account/storage/test': 'tintype account storage test',
  'DELETE /v1/sessions/{id}': 'tintype sessions close',
  'GET /v1/account/profiles': 'tintype account profiles',
  'DELETE /v1/account/profiles/{name}': 'tintype account profiles delete',
  'GET /v1/account/presets': 'tintype account presets',
  'PUT /v1/account/presets/{name}': 'tintype account presets put',
};

/** Whether it takes `-X`. */
export const hasX = ({ options }: Command): boolean => options.some(({ short }) => short === '-X');

/** `isNamed`: the sentence calls it an option, so that it is one of `-X` where no other has the name. */
const optionFor = (name: string, isNamed: boolean, command: Command): string | null | undefined => {
  const names = [name, otherNames[name]];
  const own = command.options.find((option) => names.includes(option.attributeName()));
  if (own) return own.long;
  if (command.registeredArguments.some((argument) => argument.name() === name)) return `<${name}>`;
  return isNamed && hasX(command) ? `-X ${name}` : undefined;
};

/** Within a shell, its lines have the fields of an action without any `-X`. */
const isShell = (command: Command): boolean => command.name() === 'shell';

const commandFor = (route: string, command: Command): string | undefined =>
  isShell(command) && route === 'POST /v1/sessions' ? 'tintype sessions shell' : commandOfRoute[route];

/** A name after a word such as `profile` is a value, although an option may have the same name. */
const quotedName =
  /(?:(The (?:option|property|parameter) )|(\b(?:account|action|device|preset|profile|Did you mean) ))?`(payload\.)?(\w+)`/g;

const route = /`?\b((?:GET|POST|PUT|DELETE) \/[\w/{}]+)`?/g;

/** The service's sentence about a request, in the words of the command that sent it. */
export const inWordsOf = (command: Command, sentence: string): string =>
  sentence
    .replace(quotedName, (...match: (string | undefined)[]) => {
      const [all = '', named, noun, payload, name = ''] = match;
      if (noun) return all;
      const option = optionFor(name, named !== undefined, command);
      if (option) return `\`${option}\``;
      return payload ? `${named ? 'The field ' : ''}\`${name}\`` : all;
    })
    .replace(route, (all: string, named: string) => {
      const instead = commandFor(named, command);
      return instead ? `\`${instead}\`` : all;
    })
    .replace('`/docs` lists the options', '`tintype options` lists them')
    // The line below says how long.
    .replace(/ Wait as long as `Retry-After` says(, then try again)?\./, '')
    .replaceAll('`Idempotency-Key`', '`--key`')
    .replace('send the `nextCursor` of the previous page', 'copy it from the last line of the list before');
