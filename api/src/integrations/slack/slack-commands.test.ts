import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { TintypeError } from '@tintype/contracts';
import { CallFailed, type Clock, JetStreamApiError } from '@tintype/runtime';
import { sampleAccount } from '../../accounts/account-sample.js';
import { ConnectCodes, codeSeconds } from './connect-codes.js';
import type { SlackMessage } from './messages.js';
import { answerMs, SlackCommands, type SlackCommandsOptions } from './slack-commands.js';
import { signSlack, windowSeconds } from './slack-signature.js';
import type { Workspace } from './workspaces.js';

const secret = 'the signing secret';
const now = Date.parse('2026-01-02T03:04:05Z');
/** Waits end at once. The limit of an answer never passes, or before all work. */
const clockOf = (isSlow: boolean): Clock => ({
  now: () => now,
  monotonic: () => now,
  after: (milliseconds, call) => {
    if (milliseconds === answerMs && !isSlow) return () => undefined;
    const timer = setImmediate(call);
    return () => clearImmediate(timer);
  },
});
const clock = clockOf(false);
const answersAt = new URL('https://hooks.slack.com');
const reachedAt = { host: 'shots.example.com', localAddress: '127.0.0.1', localPort: 80 };
const codes = new ConnectCodes(createSecretKey(Buffer.alloc(32, 1)));
const account = sampleAccount({ id: 'acme' });

const conflict = () => new JetStreamApiError({ code: 400, err_code: 10_071, description: 'wrong last sequence' });

type Outcome = Awaited<ReturnType<SlackCommandsOptions['renders']['render']>>;
const outcome = {
  contentType: 'image/png',
  credits: 1,
  warnings: [],
  options: { url: 'https://example.com/a?token=hidden' },
} as unknown as Outcome;

const stage = (more: Partial<SlackCommandsOptions> = {}) => {
  const workspaces = new Map<string, Workspace>();
  const posted: { url: string; message: SlackMessage }[] = [];
  const seen = new Set<string>();
  const asked: unknown[] = [];
  const counted: string[] = [];
  const commands = new SlackCommands({
    secret,
    answersAt,
    clock,
    codes,
    baseUrl: undefined,
    seen: {
      create: async (key) => {
        if (seen.has(key)) throw conflict();
        seen.add(key);
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
        asked.push(input.pairs);
        return outcome;
      },
    },
    links: { pathOf: () => '/files/token/a.png' },
    fetch: async (url, { body }) => {
      posted.push({ url: String(url), message: JSON.parse(String(body)) });
      return { status: 200, headers: {}, body: Buffer.from('ok') };
    },
    outcomes: { inc: (labels: unknown) => void counted.push((labels as { outcome: string }).outcome) },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    ...more,
  });
  return { commands, workspaces, posted, asked, counted };
};

const fields = {
  command: '/screenshot',
  team_id: 'T1',
  team_domain: 'acme-chat',
  user_id: 'U1',
  response_url: 'https://hooks.slack.com/commands/1/2',
};

const callOf = (more: Record<string, string>, { signedAt = now / 1000, by = secret } = {}) => {
  const body = Buffer.from(new URLSearchParams({ ...fields, ...more }).toString());
  const timestamp = String(Math.floor(signedAt));
  return { body, headers: { timestamp, signature: signSlack(by, timestamp, body) }, reachedAt, requestId: 'r' };
};

const connected = (more?: Partial<SlackCommandsOptions>) => {
  const made = stage(more);
  made.workspaces.set('T1', { id: 'T1', account: account.id, domain: null, connectedAt: '' });
  const type = async (text: string, form: Record<string, string> = {}) => {
    const answer = await made.commands.answer(callOf({ text, ...form }));
    await made.commands.stop();
    return answer;
  };
  return { ...made, type };
};

describe('a request of Slack', () => {
  /** Slack's documentation shows it: https://docs.slack.dev/authentication/verifying-requests-from-slack */
  const recorded = {
    body: Buffer.from(
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
    ),
    timestamp: '1531420618',
    signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  };
  const recordedSecret = '8f742231b10e8888abcd99yyyzzz85a5';

  it('is understood as it was recorded', async () => {
    const { body, ...headers } = recorded;
    const then = { ...clock, now: () => Number(recorded.timestamp) * 1000 };
    const { commands, counted } = stage({ secret: recordedSecret, clock: then });
    const answer = await commands.answer({ body, headers, reachedAt, requestId: 'r' });
    assert.match(String(answer?.text), /^\/webhook-collect &lt;url&gt; \[name=value\]/);
    assert.deepEqual(counted, ['help']);
  });

  const refuses = async (call: ReturnType<typeof callOf>, error: object, more?: Partial<SlackCommandsOptions>) => {
    const { commands, asked } = connected(more);
    await assert.rejects(commands.answer(call), error);
    assert.deepEqual(asked, []);
  };

  it('is refused with a wrong signature, without one, and when it is old', async () => {
    const text = 'https://example.com';
    await refuses(callOf({ text }, { by: 'other' }), { code: 'invalid_signature', message: /signing secret/ });
    const unsigned = { ...callOf({ text }), headers: { timestamp: '', signature: '' } };
    await refuses(unsigned, { code: 'invalid_signature', message: /X-Slack-Signature/ });
    for (const away of [-1, 1]) {
      const signedAt = now / 1000 + away * (windowSeconds + 1);
      await refuses(callOf({ text }, { signedAt }), { code: 'invalid_signature', message: /5 minutes/ });
    }
  });

  it('counts once', async () => {
    const { commands, asked } = connected();
    const call = callOf({ text: 'https://example.com' });
    assert.equal((await commands.answer(call))?.text, 'Taking the picture…');
    await assert.rejects(commands.answer(call), { code: 'invalid_signature', message: /come before/ });
    await commands.stop();
    assert.equal(asked.length, 1);
  });

  it('is refused without a signing secret, and with missing fields', async () => {
    await refuses(callOf({}), { code: 'not_found', message: /TINTYPE_SLACK_SIGNING_SECRET/ }, { secret: undefined });
    await refuses(callOf({ team_id: '' }), { code: 'invalid_request', message: /`team_id`/ });
  });

  it('cannot send the answer elsewhere', async () => {
    for (const response_url of ['https://hooks.slack.com.evil.test/x', 'http://hooks.slack.com/x', 'ftp:x', '/x'])
      await refuses(callOf({ response_url }), { code: 'invalid_request', message: /https:\/\/hooks\.slack\.com/ });
  });

  it('is not answered when Slack checks the certificate', async () => {
    assert.equal(await stage().commands.answer(callOf({ ssl_check: '1' })), undefined);
  });
});

describe('the chat command', () => {
  it('posts the picture where all see it, without the query of the page', async () => {
    const { type, posted, asked, counted } = connected();
    assert.deepEqual(await type('example.com vw=300'), { response_type: 'ephemeral', text: 'Taking the picture…' });
    assert.deepEqual(asked, [{ url: 'https://example.com', vw: '300' }]);
    const [{ url, message }] = posted as [(typeof posted)[number]];
    const { response_type, blocks } = message;
    assert.equal(url, fields.response_url);
    assert.equal(response_type, 'in_channel');
    assert.deepEqual(blocks?.[0], {
      type: 'image',
      image_url: 'http://shots.example.com/files/token/a.png',
      alt_text: 'Screenshot of example.com/a',
      title: { type: 'plain_text', text: 'example.com/a' },
    });
    assert.ok(!JSON.stringify(posted).includes('hidden'));
    assert.deepEqual(counted, ['captured']);
  });

  it('tells only the person what is wrong', async () => {
    const { type, posted, asked } = connected();
    for (const [text, reason] of [
      ['example.com vw=0', /`vw` takes/],
      ['example.com colour=red', /no option `colour`/],
      ['ftp://example.com', /http or https/],
    ] as const) {
      const answer = await type(text);
      assert.equal(answer?.response_type, 'ephemeral');
      assert.match(String(answer?.text), reason);
    }
    assert.deepEqual([asked, posted], [[], []]);
  });

  it('tells only the person why a page failed', async () => {
    const render = async () => Promise.reject(new TintypeError('target_dns'));
    const { type, posted } = connected({ renders: { render } });
    await type('example.com');
    assert.equal(posted[0]?.message.response_type, 'ephemeral');
    assert.match(String(posted[0]?.message.text), /does not resolve.*target_dns/);
  });

  it('tells only the person what a picture lacks, and links to the file that Slack can load', async () => {
    const stored = { ...outcome, warnings: ['`hide` matches nothing: #pin-4711'], location: 'https://bucket.test/x' };
    const { type, posted } = connected({ renders: { render: async () => stored } });
    await type('example.com hide=#pin-4711');
    assert.deepEqual(
      posted.map(({ message }) => [message.response_type, /4711|bucket/.test(JSON.stringify(message))]),
      [
        ['in_channel', false],
        ['ephemeral', true],
      ],
    );
  });

  it('says so if the service cannot be reached, or is slow', async () => {
    const away = { create: async () => Promise.reject(new TintypeError('unavailable')) };
    assert.match(String((await connected({ seen: away }).type('example.com'))?.text), /not available/);
    const slow = { create: () => new Promise<number>(() => undefined) };
    assert.match(
      String((await connected({ seen: slow, clock: clockOf(true) }).type('example.com'))?.text),
      /slow at the moment/,
    );
  });

  it('lets no workspace take all places', async () => {
    const render = () => new Promise<never>(() => undefined);
    const { commands } = connected({ renders: { render } });
    const answers = [];
    for (let vw = 1; vw <= 21; vw += 1) answers.push(await commands.answer(callOf({ text: `example.com vw=${vw}` })));
    assert.match(String(answers[19]?.text), /Taking/);
    assert.match(String(answers[20]?.text), /Too many captures/);
  });

  it('hides what failed inside', async () => {
    const render = async () => Promise.reject(new Error('nats://10.0.0.1 is gone'));
    const { type, posted } = connected({ renders: { render } });
    await type('example.com');
    assert.ok(!JSON.stringify(posted).includes('10.0.0.1'));
  });

  it('tries to post three times, and once where Slack refuses', async () => {
    for (const [status, calls] of [
      [500, 3],
      [429, 3],
      [404, 1],
    ] as const) {
      let called = 0;
      const fetch = async () => {
        called += 1;
        return { status, headers: {}, body: Buffer.from('') };
      };
      const { type, counted } = connected({ fetch });
      await type('example.com');
      assert.deepEqual([called, counted], [calls, ['undelivered']], String(status));
    }
    const fetch = async () => Promise.reject(new CallFailed('timeout'));
    const { type, counted } = connected({ fetch });
    await type('example.com');
    assert.deepEqual(counted, ['undelivered']);
  });

  it('connects a workspace with the account of a code, and no second account', async () => {
    const { commands, workspaces } = stage();
    const connect = async (code: string) => String((await commands.answer(callOf({ text: `connect ${code}` })))?.text);
    assert.match(
      String((await commands.answer(callOf({ text: 'example.com' })))?.text),
      /\/screenshot connect <code>|connect &lt;code&gt;/,
    );
    assert.match(await connect('acme.9.x'), /wrong/);
    assert.match(await connect(codes.make('acme', now - (codeSeconds + 1) * 1000).code), /more than 10 minutes/);
    assert.equal(workspaces.size, 0);
    assert.match(await connect(codes.make('acme', now).code), /is connected/);
    assert.equal(workspaces.get('T1')?.domain, 'acme-chat');
    const { code: used } = codes.make('acme', now);
    const again = await commands.answer(callOf({ text: `connect ${used}`, trigger_id: 'again' }));
    assert.match(String(again?.text), /has been used/);
    workspaces.set('T1', { id: 'T1', account: 'other', domain: null, connectedAt: '' });
    assert.match(await connect(codes.make('acme', now - 1000).code), /another account/);
  });

  it('shows how to use it', async () => {
    assert.match(String((await stage().commands.answer(callOf({ text: 'help' })))?.text), /\/screenshot &lt;url&gt;/);
  });
});
