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
import { failureMessage, pictureMessage, privateMessage, type SlackMessage, usageMessage } from './messages.js';
import { checkSlackSignature, type SlackHeaders } from './slack-signature.js';
import { type Workspace, type Workspaces, workspaceIdPattern } from './workspaces.js';

export type CommandOutcome = 'captured' | 'failed' | 'undelivered' | 'help' | 'connected' | 'refused';

export interface SlackCommandsOptions {
  /** The signing secret of the Slack app; undefined: the command is not set up. */
  secret: string | undefined;
  /** Slack's own address for answers. The `response_url` of a command must have the same origin. */
  slackUrl: URL;
  /** The signatures and codes that were used in the last 10 minutes. */
  usedKeys: Pick<KV, 'create'>;
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

/** The most captures of this process that are under way at once. */
const maxPending = 200;
/** The most captures of one account that are under way at once in this process. */
const maxPendingPerAccount = 20;
/** The time limit of an answer. Slack waits 3 s. After that, it shows the person only an error code. */
export const answerMs = 2500;
const maxPostAttempts = 3;
const postTimeoutMs = 10_000;
/** The client's signal of a render. It never aborts, because a person cannot cancel the command. */
const neverAborts = new AbortController().signal;
/** The most bytes that Slack may answer to a post. Its usual answer is `ok`. */
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

const notConnectedMessage = (command: string) =>
  privateMessage(
    `This workspace is not connected with an account. Make a code with POST /v1/account/slack/codes, and type ${command} connect <code>.`,
  );

interface Capture extends Pick<SlackCapture, 'pairs' | 'hasScheme'> {
  account: Account;
  command: Command;
}

/** The errors of an https URL whose server may speak only http. */
const errorsWithoutHttps: readonly string[] = ['target_unreachable', 'target_tls'];

/** The picture's file name. It has only the page's host, because all members of the channel see it. */
const channelFileName = (url: string, contentType: string): string =>
  fileNameOf({ url: new URL('/', url).href }, contentType);

/** The slash command of Slack. It answers within 2.5 s, and posts the picture after the render. */
export class SlackCommands {
  readonly #options: SlackCommandsOptions;
  /** The captures under way, with the ids of their accounts. */
  readonly #pending = new Map<Promise<void>, string>();

  constructor(options: SlackCommandsOptions) {
    this.#options = options;
  }

  /**
   * The answer to a request of Slack; undefined if Slack only checks the certificate. Throws `not_found` if the command
   * is not set up. Throws `invalid_signature` or `invalid_request` unless the request is a new command of Slack.
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
      return this.#countReply('refused', failureMessage(error, command.command));
    }
  }

  /** Waits for the captures under way. */
  async stop(): Promise<void> {
    await Promise.allSettled(this.#pending.keys());
  }

  /** A stranger with a leaked signing secret must not choose the address to which we post. */
  #checkAnswerUrl({ response_url }: Command): void {
    const { slackUrl } = this.#options;
    if (URL.parse(response_url)?.origin !== slackUrl.origin)
      throw new TintypeError('invalid_request', `The field \`response_url\` takes an address of ${slackUrl.origin}.`);
  }

  /** Records the use of a key. False if a replica has recorded it in the last 10 minutes. */
  async #isFirstUse(key: string): Promise<boolean> {
    try {
      await reachable(this.#options.usedKeys.create(key, ''));
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }

  /**
   * Does what the command asks. The signal aborts when the person gets the answer that the service is slow. After that,
   * no capture begins.
   */
  async #runCommand(command: Command, call: SlackCall, signal: AbortSignal): Promise<SlackMessage> {
    if (!(await this.#isFirstUse(call.headers.signature.slice('v0='.length))))
      throw new TintypeError('invalid_signature', 'This request is a repeat. Each signed request is accepted once.');
    signal.throwIfAborted();
    const request = readCommandText(command.text);
    if (request.kind === 'help') return this.#countReply('help', usageMessage(command.command, request.unknown));
    if (request.kind === 'connect') return this.#connect(command, request.code);
    const workspace = await this.#options.workspaces.find(command.team_id);
    signal.throwIfAborted();
    const account = workspace && this.#options.accounts.byId(workspace.account);
    if (!account) return this.#countReply('refused', notConnectedMessage(command.command));
    checkMayUse(account, 'image');
    const { pairs, hasScheme } = request;
    readOptions({ account, endpoint: 'image', pairs });
    return this.#startCapture({ account, command, pairs, hasScheme }, call);
  }

  /** Counts the outcome of a command. Returns its message. */
  #countReply(outcome: CommandOutcome, message: SlackMessage): SlackMessage {
    this.#options.outcomes.inc({ outcome });
    return message;
  }

  async #connect({ team_id: id, team_domain, command }: Command, code: string): Promise<SlackMessage> {
    const { codes, accounts, workspaces, clock, log } = this.#options;
    const now = clock.now();
    const account = codes.accountOf(code, now);
    if (!account || !accounts.byId(account))
      return this.#countReply(
        'refused',
        privateMessage('The code is wrong, or more than 10 minutes old. Make another.'),
      );
    if (!(await this.#isFirstUse(createHash('sha256').update(code).digest('hex'))))
      return this.#countReply('refused', privateMessage('The code has been used. Make another.'));
    const wanted: Workspace = { id, account, domain: team_domain ?? null, connectedAt: new Date(now).toISOString() };
    const stored = await workspaces.connect(wanted);
    if (stored.account !== account)
      return this.#countReply(
        'refused',
        privateMessage('This workspace uses another account. Ask its holder or the administrator to disconnect it.'),
      );
    log.info({ account, workspace: id }, 'chat workspace connected');
    return this.#countReply(
      'connected',
      privateMessage(`This workspace is connected. Try ${command} https://example.com`),
    );
  }

  #startCapture(capture: Capture, call: SlackCall): SlackMessage {
    const { id } = capture.account;
    const ownCaptures = [...this.#pending.values()].filter((each) => each === id);
    if (this.#pending.size >= maxPending || ownCaptures.length >= maxPendingPerAccount)
      throw new TintypeError('rate_limited', 'Too many captures are under way. Try again in a minute.');
    const work = this.#capture(capture, call)
      .catch((error: unknown) => this.#countUndelivered(error, call))
      .finally(() => this.#pending.delete(work));
    this.#pending.set(work, id);
    return privateMessage('Taking the picture…');
  }

  async #capture(capture: Capture, call: SlackCall): Promise<void> {
    const messages = await this.#render(capture, call).catch((error: unknown) => [
      this.#failureMessage(error, capture, call),
    ]);
    const outcome = messages[0]?.response_type === 'in_channel' ? 'captured' : 'failed';
    let isPosted = true;
    for (const message of messages) isPosted &&= await this.#post(capture.command, message);
    this.#options.outcomes.inc({ outcome: isPosted ? outcome : 'undelivered' });
  }

  async #render({ account, command, pairs }: Capture, { requestId, reachedAt }: SlackCall): Promise<SlackMessage[]> {
    const { renders, links, baseUrl } = this.#options;
    const settings = { class: 'still', time: ordinaryTime, requestId, countsBytes: true } as const;
    const rendered = await renders.render({ account, endpoint: 'image', pairs, accepts: [], ...settings }, neverAborts);
    const { contentType, warnings, options, key, record } = rendered;
    const { url } = options;
    // Link to the service, because the object in the account's storage may be private.
    const path = links.pathOf(account.id, { key, record, fileName: channelFileName(url, contentType) });
    const link = `${baseOf(reachedAt, baseUrl)}${path.slice(1)}`;
    const posted = pictureMessage({ url, link, contentType, user: command.user_id });
    // Show warnings to the person only: they contain options, and texts of the page.
    return warnings.length > 0 ? [posted, privateMessage(warnings.join('\n'))] : [posted];
  }

  #failureMessage(
    error: unknown,
    { command: { command }, hasScheme }: Capture,
    { requestId }: SlackCall,
  ): SlackMessage {
    if (!(error instanceof TintypeError)) {
      this.#options.log.error({ requestId, err: error }, 'a chat capture failed');
      return failureMessage(new TintypeError('internal'), command);
    }
    const { code, message } = error;
    const advice =
      hasScheme || !errorsWithoutHttps.includes(code) ? '' : ' Without a scheme, https is used: write http://…';
    return failureMessage({ code, message: `${message}${advice}` }, command);
  }

  /** Logs and counts a failure of which the person learns nothing. */
  #countUndelivered(error: unknown, { requestId }: SlackCall): void {
    this.#options.log.error({ requestId, err: error }, 'an answer to a chat command failed');
    this.#options.outcomes.inc({ outcome: 'undelivered' });
  }

  /**
   * Posts a message. False if Slack did not take the message. Slack takes answers for 30 minutes. The address is a
   * credential, so no log has it.
   */
  async #post({ response_url }: Command, message: SlackMessage): Promise<boolean> {
    const { fetch, clock, log } = this.#options;
    const body = JSON.stringify(message);
    const headers = { 'content-type': 'application/json', 'user-agent': 'Tintype' };
    const request = { method: 'POST', headers, body, timeoutMs: postTimeoutMs, maxBytes: maxAnswerBytes };
    const backoff = new Backoff({ firstMs: 1000, maxMs: 10_000 });
    for (let attempt = 1; attempt <= maxPostAttempts; attempt += 1) {
      const why = await fetch(response_url, request).then(
        ({ status }) => (status < 300 ? undefined : `status ${status}`),
        (error: unknown) => (error instanceof CallFailed ? error.code : Promise.reject(error)),
      );
      if (!why) return true;
      log.warn({ attempt, why }, 'Slack did not take an answer');
      // Another attempt may help after a 429, but not after another 4xx.
      if (/^status 4(?!29)/.test(why)) return false;
      if (attempt < maxPostAttempts) await pause(clock, backoff.next());
    }
    return false;
  }
}
