import { createSecretKey } from 'node:crypto';
import { type Clock, JetStreamApiError } from '@tintype/runtime';
import { sampleAccount } from '../../accounts/account-sample.js';
import { ConnectCodes } from './connect-codes.js';
import type { SlackMessage } from './messages.js';
import { answerMs, SlackCommands, type SlackCommandsOptions } from './slack-commands.js';
import { signSlack } from './slack-signature.js';
import type { Workspace } from './workspaces.js';

const secret = 'the signing secret';
export const now = Date.parse('2026-01-02T03:04:05Z');
/** A clock whose waits end in the next turn. The time limit of the answer passes only if `isSlow`. */
export const clockOf = (isSlow: boolean): Clock => ({
  now: () => now,
  monotonic: () => now,
  after: (milliseconds, call) => {
    if (milliseconds === answerMs && !isSlow) return () => undefined;
    const timer = setImmediate(call);
    return () => clearImmediate(timer);
  },
});
export const clock = clockOf(false);
const slackUrl = new URL('https://hooks.slack.com');
export const reachedAt = { host: 'shots.example.com', localAddress: '127.0.0.1', localPort: 80 };
export const codes = new ConnectCodes(createSecretKey(Buffer.alloc(32, 1)));
export const account = sampleAccount({ id: 'acme' });

const conflict = () => new JetStreamApiError({ code: 400, err_code: 10_071, description: 'wrong last sequence' });

type Outcome = Awaited<ReturnType<SlackCommandsOptions['renders']['render']>>;
export const outcome = {
  contentType: 'image/png',
  warnings: [],
  fileName: 'example.com-hidden-path.png',
  options: { url: 'https://example.com/hidden-path?token=hidden' },
} as unknown as Outcome;

/** The command with collaborators in memory. Returns the lists in which the collaborators record their calls. */
export const stage = (more: Partial<SlackCommandsOptions> = {}) => {
  const workspaces = new Map<string, Workspace>();
  const posted: { url: string; message: SlackMessage }[] = [];
  const usedKeys = new Set<string>();
  const renderedPairs: unknown[] = [];
  const countedOutcomes: string[] = [];
  const commands = new SlackCommands({
    secret,
    slackUrl,
    clock,
    codes,
    baseUrl: undefined,
    usedKeys: {
      create: async (key) => {
        if (usedKeys.has(key)) throw conflict();
        usedKeys.add(key);
        return 1;
      },
    },
    workspaces: {
      find: async (id) => workspaces.get(id),
      connect: async (workspace) => {
        const stored = workspaces.get(workspace.id) ?? workspace;
        workspaces.set(workspace.id, stored);
        return stored;
      },
    },
    accounts: { byId: (id) => (id === account.id ? account : undefined) },
    renders: {
      render: async (input) => {
        renderedPairs.push(input.pairs);
        return outcome;
      },
    },
    links: { pathOf: (_, { fileName }) => `/files/token/${fileName}` },
    fetch: async (url, { body }) => {
      posted.push({ url: String(url), message: JSON.parse(String(body)) });
      return { status: 200, headers: {}, body: Buffer.from('ok') };
    },
    outcomes: { inc: (labels: unknown) => void countedOutcomes.push((labels as { outcome: string }).outcome) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...more,
  });
  return { commands, workspaces, posted, renderedPairs, countedOutcomes };
};

export const fields = {
  command: '/screenshot',
  team_id: 'T1',
  team_domain: 'acme-chat',
  user_id: 'U1',
  response_url: 'https://hooks.slack.com/commands/1/2',
};

/** A signed request of Slack with more fields. `signedAt` is in seconds of the Unix epoch. */
export const callOf = (more: Record<string, string>, { signedAt = now / 1000, signingSecret = secret } = {}) => {
  const body = Buffer.from(new URLSearchParams({ ...fields, ...more }).toString());
  const timestamp = String(Math.floor(signedAt));
  return {
    body,
    headers: { timestamp, signature: signSlack(signingSecret, timestamp, body) },
    reachedAt,
    requestId: 'r',
  };
};

/** A stage whose workspace is connected with an account. `type` sends a command, and resolves when all work is done. */
export const connectedStage = (more?: Partial<SlackCommandsOptions>) => {
  const made = stage(more);
  made.workspaces.set('T1', { id: 'T1', account: account.id, domain: null, connectedAt: '' });
  const type = async (text: string, form: Record<string, string> = {}) => {
    const answer = await made.commands.answer(callOf({ text, ...form }));
    await made.commands.stop();
    return answer;
  };
  return { ...made, type };
};
