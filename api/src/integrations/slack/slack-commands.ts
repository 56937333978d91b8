import { createHash } from 'node:crypto';
import { TintypeError } from '@tintype/contracts';
import {
  atMost,
  Backoff,
  CallFailed,
  type Clock,
  type Counter,
  type GuardedFetch,
  isConflict,
  type KV,
  type Logger,
  pause,
} from '@tintype/runtime';
import { z } from 'zod';
import type { Account } from '../../accounts/account.js';
import { checkMayUse } from '../../auth/signed-request.js';
import type { FileLinks } from '../../file-links/file-links.js';
import { baseOf, type RequestAddress } from '../../public-base.js';
import { reachable } from '../../reachable.js';
import { fileNameOf } from '../../render/file-name.js';
import { readOptions } from '../../render/preset.js';
import { ordinaryTime, type Renders } from '../../render/renders.js';
import { readCommandText, type SlackCapture } from './command-text.js';
import type { ConnectCodes } from './connect-codes.js';
import { failure, picture, privateMessage, type SlackMessage, usage } from './messages.js';
import { checkSlackSignature, type SlackHeaders } from './slack-signature.js';
import { type Workspace, type Workspaces, workspaceIdPattern } from './workspaces.js';

export type CommandOutcome = 'captured' | 'failed' | 'undelivered' | 'help' | 'connected' | 'refused';

export interface SlackCommandsOptions {
  /** The signing secret of the Slack app; undefined: the command is not set up. */
  secret: string | undefined;
  /** Slack's own address for answers; a request cannot name another. */
  answersAt: URL;
  /** The signatures and codes that were used in the last minutes. */
  seen: Pick<KV, 'create'>;
  workspaces: Pick<Workspaces, 'find' | 'connect'>;
  codes: Pick<ConnectCodes, 'accountOf'>;
  accounts: { byId: (id: string) => Account | undefined };
  renders: Pick<Renders, 'render'>;
  links: Pick<FileLinks, 'pathOf'>;
  /** The base of links; undefined: the host that Slack requests. */
  baseUrl: URL | undefined;
  fetch: GuardedFetch;
  clock: Clock;
  outcomes: Pick<Counter, 'inc'>;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export interface SlackCall {
  headers: SlackHeaders;
  body: Buffer;
  reachedAt: RequestAddress;
  requestId: string;
}

/** This process refuses more captures at once. */
const maxPending = 200;
/** The same for one account. */
const maxPendingEach = 20;
/** Slack waits 3 s. After that, it shows the person only an error code. */
export const answerMs = 2500;
const maxAttempts = 3;
const postTimeoutMs = 10_000;
/** Never aborts: the person waits until the picture is there. */
const neverLeaves = new AbortController().signal;
/** The limit is far above Slack's answer, which is `ok`. */
const maxAnswerBytes = 64 * 1024;

const commandSchema = z.object({
  command: z.string().regex(/^\/\S{1,64}$/),
  text: z.string().default(''),
  team_id: z.string().regex(workspaceIdPattern),
  team_domain: z.string().max(100).optional(),
  user_id: z.string().regex(/^[A-Z0-9]{2,32}$/),
  response_url: z.string().max(2000),
});
type Command = z.output<typeof commandSchema>;

const readCommand = (form: URLSearchParams): Command => {
  const parsed = commandSchema.safeParse(Object.fromEntries(form));
  if (parsed.success) return parsed.data;
  const name = parsed.error.issues[0]?.path.join('.');
  throw new TintypeError(
    'invalid_request',
    `The field \`${name}\` is missing or wrong. This path takes only slash commands of Slack.`,
  );
};

const notConnected = (command: string) =>
  privateMessage(
    `This workspace is not connected with an account. Make a code with POST /v1/account/slack/codes, and type ${command} connect <code>.`,
  );

interface Capture extends Pick<SlackCapture, 'pairs' | 'hasScheme'> {
  account: Account;
  command: Command;
}

/** Errors of an https URL if its server speaks only http. */
const withoutHttps: readonly string[] = ['target_unreachable', 'target_tls'];

/** A file name with the host alone, because all members of the channel see it. */
const channelName = (url: string, contentType: string): string =>
  fileNameOf({ url: new URL('/', url).href }, contentType);

/** The slash command of chat. It answers at once, as Slack asks, and posts the picture when it is there. */
export class SlackCommands {
  readonly #options: SlackCommandsOptions;
  readonly #pending = new Map<Promise<void>, string>();

  constructor(options: SlackCommandsOptions) {
    this.#options = options;
  }

  /**
   * The answer to the request of Slack; undefined for its check of the certificate. Throws if the request is no command
   * of Slack.
   */
  async answer(call: SlackCall): Promise<SlackMessage | undefined> {
    const { secret, clock } = this.#options;
    if (!secret)
      throw new TintypeError('not_found', 'The chat command is not set up. Set TINTYPE_SLACK_SIGNING_SECRET.');
    checkSlackSignature({ secret, now: clock.now() }, call.headers, call.body);
    const form = new URLSearchParams(call.body.toString());
    if (form.get('ssl_check') === '1') return undefined;
    const command = readCommand(form);
    this.#checkAnswerUrl(command);
    const late = () => new TintypeError('unavailable', 'The service is slow at the moment. Try again in a minute.');
    try {
      return await atMost(answerMs, (signal) => this.#runCommand(command, call, signal), { clock, late });
    } catch (error) {
      if (!(error instanceof TintypeError) || error.code === 'invalid_signature') throw error;
      return this.#reply('refused', failure(error, command.command));
    }
  }

  /** Waits for the captures under way. */
  async stop(): Promise<void> {
    await Promise.allSettled(this.#pending.keys());
  }

  /** A leaked signing secret must not let strangers choose what we call. */
  #checkAnswerUrl({ response_url }: Command): void {
    const { answersAt } = this.#options;
    if (URL.parse(response_url)?.origin !== answersAt.origin)
      throw new TintypeError('invalid_request', `The field \`response_url\` takes an address of ${answersAt.origin}.`);
  }

  /** True if no replica has seen the key in the last minutes. */
  async #isNew(key: string): Promise<boolean> {
    try {
      await reachable(this.#options.seen.create(key, ''));
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }

  /**
   * Does what the command asks. Once the signal has aborted, it begins no capture: the person then reads of a failure.
   */
  async #runCommand(command: Command, call: SlackCall, signal: AbortSignal): Promise<SlackMessage> {
    if (!(await this.#isNew(call.headers.signature.slice('v0='.length))))
      throw new TintypeError('invalid_signature', 'This request is a repeat. Each signed request is accepted once.');
    signal.throwIfAborted();
    const request = readCommandText(command.text);
    if (request.kind === 'help') return this.#reply('help', usage(command.command, request.unknown));
    if (request.kind === 'connect') return this.#connect(command, request.code);
    const workspace = await this.#options.workspaces.find(command.team_id);
    signal.throwIfAborted();
    const account = workspace && this.#options.accounts.byId(workspace.account);
    if (!account) return this.#reply('refused', notConnected(command.command));
    checkMayUse(account, 'image');
    const { pairs, hasScheme } = request;
    readOptions({ account, endpoint: 'image', pairs });
    return this.#startCapture({ account, command, pairs, hasScheme }, call);
  }

  #reply(outcome: CommandOutcome, message: SlackMessage): SlackMessage {
    this.#options.outcomes.inc({ outcome });
    return message;
  }

  async #connect({ team_id: id, team_domain, command }: Command, code: string): Promise<SlackMessage> {
    const { codes, accounts, workspaces, clock, log } = this.#options;
    const now = clock.now();
    const account = codes.accountOf(code, now);
    if (!account || !accounts.byId(account))
      return this.#reply('refused', privateMessage('The code is wrong, or more than 10 minutes old. Make another.'));
    if (!(await this.#isNew(createHash('sha256').update(code).digest('hex'))))
      return this.#reply('refused', privateMessage('The code has been used. Make another.'));
    const wanted: Workspace = { id, account, domain: team_domain ?? null, connectedAt: new Date(now).toISOString() };
    const stored = await workspaces.connect(wanted);
    if (stored.account !== account)
      return this.#reply(
        'refused',
        privateMessage('This workspace uses another account. Ask its holder or the administrator to disconnect it.'),
      );
    log.info({ account, workspace: id }, 'chat workspace connected');
    return this.#reply('connected', privateMessage(`This workspace is connected. Try ${command} https://example.com`));
  }

  #startCapture(capture: Capture, call: SlackCall): SlackMessage {
    const { id } = capture.account;
    const own = [...this.#pending.values()].filter((each) => each === id);
    if (this.#pending.size >= maxPending || own.length >= maxPendingEach)
      throw new TintypeError('rate_limited', 'Too many captures are under way. Try again in a minute.');
    const work = this.#capture(capture, call)
      .catch((error: unknown) => this.#undelivered(error, call))
      .finally(() => this.#pending.delete(work));
    this.#pending.set(work, id);
    return privateMessage('Taking the picture…');
  }

  async #capture(capture: Capture, call: SlackCall): Promise<void> {
    const messages = await this.#render(capture, call).catch((error: unknown) => [this.#failed(error, capture, call)]);
    const outcome = messages[0]?.response_type === 'in_channel' ? 'captured' : 'failed';
    let isPosted = true;
    for (const message of messages) isPosted &&= await this.#post(capture.command, message);
    this.#options.outcomes.inc({ outcome: isPosted ? outcome : 'undelivered' });
  }

  async #render({ account, command, pairs }: Capture, { requestId, reachedAt }: SlackCall): Promise<SlackMessage[]> {
    const { renders, links, baseUrl } = this.#options;
    const settings = { class: 'still', time: ordinaryTime, requestId, countsBytes: true } as const;
    const outcome = await renders.render({ account, endpoint: 'image', pairs, accepts: [], ...settings }, neverLeaves);
    const { contentType, warnings, options, key, record } = outcome;
    const { url } = options;
    // Link to the service, because the object in the account's storage may be private.
    const path = links.pathOf(account.id, { key, record, fileName: channelName(url, contentType) });
    const link = `${baseOf(reachedAt, baseUrl)}${path.slice(1)}`;
    const posted = picture({ url, link, contentType, user: command.user_id });
    // Show warnings to the person only: they contain options, and texts of the page.
    return warnings.length > 0 ? [posted, privateMessage(warnings.join('\n'))] : [posted];
  }

  #failed(error: unknown, { command: { command }, hasScheme }: Capture, { requestId }: SlackCall): SlackMessage {
    if (!(error instanceof TintypeError)) {
      this.#options.log.error({ requestId, err: error }, 'a chat capture failed');
      return failure(new TintypeError('internal'), command);
    }
    const { code, message } = error;
    const advice = hasScheme || !withoutHttps.includes(code) ? '' : ' Without a scheme, https is used: write http://…';
    return failure({ code, message: `${message}${advice}` }, command);
  }

  /** Logs and counts a failure of which the person learns nothing. */
  #undelivered(error: unknown, { requestId }: SlackCall): void {
    this.#options.log.error({ requestId, err: error }, 'an answer to a chat command failed');
    this.#options.outcomes.inc({ outcome: 'undelivered' });
  }

  /**
   * Posts a message. False if Slack did not take it. Slack takes answers for 30 minutes. The address is a credential,
   * so no log has it.
   */
  async #post({ response_url }: Command, message: SlackMessage): Promise<boolean> {
    const { fetch, clock, log } = this.#options;
    const body = JSON.stringify(message);
    const headers = { 'content-type': 'application/json', 'user-agent': 'Tintype' };
    const call = { method: 'POST', headers, body, timeoutMs: postTimeoutMs, maxBytes: maxAnswerBytes };
    const backoff = new Backoff({ firstMs: 1000, maxMs: 10_000 });
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const why = await fetch(response_url, call).then(
        ({ status }) => (status < 300 ? undefined : `status ${status}`),
        (error: unknown) => (error instanceof CallFailed ? error.code : Promise.reject(error)),
      );
      if (!why) return true;
      log.warn({ attempt, why }, 'Slack did not take an answer');
      // Another attempt may help after a 429, but not after another 4xx.
      if (/^status 4(?!29)/.test(why)) return false;
      if (attempt < maxAttempts) await pause(clock, backoff.next());
    }
    return false;
  }
}
