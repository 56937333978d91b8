import type { KeyObject } from 'node:crypto';
import { buckets } from '@tintype/contracts';
import { Counter, type Nats, type Registry, systemClock } from '@tintype/runtime';
import type { Config } from '../../config.js';
import { ConnectCodes } from './connect-codes.js';
import { SlackCommands, type SlackCommandsOptions } from './slack-commands.js';
import { Workspaces } from './workspaces.js';

export interface StartSlackOptions extends Pick<SlackCommandsOptions, 'renders' | 'links' | 'fetch' | 'log'> {
  config: Pick<Config, 'slackSecret' | 'slackUrl' | 'baseUrl'>;
  nats: Nats;
  registry: Registry;
  directory: SlackCommandsOptions['accounts'];
  masterKey: KeyObject;
}

export interface StartedSlack {
  commands: SlackCommands;
  workspaces: Workspaces;
  codes: ConnectCodes;
  /** False without the signing secret: the service then refuses commands. */
  available: boolean;
}

export const startSlack = async (options: StartSlackOptions): Promise<StartedSlack> => {
  const { config, nats, registry, directory, masterKey, ...parts } = options;
  const workspaces = new Workspaces(await nats.kv(buckets.chatWorkspaces));
  const codes = new ConnectCodes(masterKey);
  const outcomes = new Counter({
    name: 'tintype_chat_commands_total',
    help: 'Slash commands by outcome: captured, failed, undelivered, help, connected, refused.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const commands = new SlackCommands({
    ...{ ...parts, workspaces, codes, outcomes, accounts: directory },
    ...{ secret: config.slackSecret, slackUrl: config.slackUrl, baseUrl: config.baseUrl },
    usedKeys: await nats.kv(buckets.chatSeen),
    clock: systemClock,
  });
  return { commands, workspaces, codes, available: config.slackSecret !== undefined };
};
