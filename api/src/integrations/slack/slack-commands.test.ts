import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TintypeError } from '@tintype/contracts';
import { CallFailed } from '@tintype/runtime';
import { codeSeconds } from './connect-codes.js';
import type { SlackCommandsOptions } from './slack-commands.js';
import {
  account,
  callOf,
  clock,
  clockOf,
  codes,
  connectedStage,
  fields,
  now,
  outcome,
  reachedAt,
  stage,
} from './slack-commands-sample.js';
import { windowSeconds } from './slack-signature.js';
import type { Workspace } from './workspaces.js';

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
    const { commands, countedOutcomes } = stage({ secret: recordedSecret, clock: then });
    const answer = await commands.answer({ body, headers, reachedAt, requestId: 'r' });
    assert.match(String(answer?.text), /^\/webhook-collect &lt;url&gt; \[name=value\]/);
    assert.deepEqual(countedOutcomes, ['help']);
  });

  const refuses = async (call: ReturnType<typeof callOf>, error: object, more?: Partial<SlackCommandsOptions>) => {
    const { commands, renderedPairs } = connectedStage(more);
    await assert.rejects(commands.answer(call), error);
    assert.deepEqual(renderedPairs, []);
  };

  it('is refused with a wrong signature, without one, and when it is old', async () => {
    const text = 'https://example.com';
    await refuses(callOf({ text }, { signingSecret: 'other' }), {
      code: 'invalid_signature',
      message: /signing secret/,
    });
    const unsigned = { ...callOf({ text }), headers: { timestamp: '', signature: '' } };
    await refuses(unsigned, { code: 'invalid_signature', message: /X-Slack-Signature/ });
    for (const away of [-1, 1]) {
      const signedAt = now / 1000 + away * (windowSeconds + 1);
      await refuses(callOf({ text }, { signedAt }), { code: 'invalid_signature', message: /5 minutes/ });
    }
    const timeless = { ...callOf({ text }), headers: { timestamp: 'abc', signature: 'v0=0' } };
    await refuses(timeless, { code: 'invalid_signature', message: /is no Unix time/ });
  });

  it('counts once', async () => {
    const { commands, renderedPairs } = connectedStage();
    const call = callOf({ text: 'https://example.com' });
    assert.equal((await commands.answer(call))?.text, 'Taking the picture…');
    await assert.rejects(commands.answer(call), { code: 'invalid_signature', message: /is a repeat/ });
    await commands.stop();
    assert.equal(renderedPairs.length, 1);
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
  it('posts the picture where all see it, without path and query of the page', async () => {
    const { type, posted, renderedPairs, countedOutcomes } = connectedStage();
    assert.deepEqual(await type('example.com vw=300'), { response_type: 'ephemeral', text: 'Taking the picture…' });
    assert.deepEqual(renderedPairs, [{ url: 'https://example.com', vw: '300' }]);
    const [{ url, message }] = posted as [(typeof posted)[number]];
    const { response_type, blocks } = message;
    assert.equal(url, fields.response_url);
    assert.equal(response_type, 'in_channel');
    assert.deepEqual(blocks?.[0], {
      type: 'image',
      image_url: 'http://shots.example.com/files/token/example.com.png',
      alt_text: 'Screenshot of example.com',
      title: { type: 'plain_text', text: 'example.com' },
    });
    assert.ok(!JSON.stringify(posted).includes('hidden'));
    assert.deepEqual(countedOutcomes, ['captured']);
  });

  it('tells only the person what is wrong', async () => {
    const { type, posted, renderedPairs } = connectedStage();
    for (const [text, reason] of [
      ['example.com vw=0', /`vw` takes/],
      ['example.com colour=red', /no option `colour`/],
      ['ftp://example.com', /http or https/],
    ] as const) {
      const answer = await type(text);
      assert.equal(answer?.response_type, 'ephemeral');
      assert.match(String(answer?.text), reason);
    }
    assert.deepEqual([renderedPairs, posted], [[], []]);
  });

  it('tells only the person why a page failed', async () => {
    const render = async () => Promise.reject(new TintypeError('target_dns'));
    const { type, posted } = connectedStage({ renders: { render } });
    await type('example.com');
    assert.equal(posted[0]?.message.response_type, 'ephemeral');
    assert.match(String(posted[0]?.message.text), /does not resolve.*target_dns/);
  });

  it('names http if https was assumed and the server may lack it', async () => {
    for (const [text, code, isNamed] of [
      ['example.com', 'target_unreachable', true],
      ['url=example.com', 'target_tls', true],
      ['https://example.com', 'target_tls', false],
      ['example.com', 'target_dns', false],
    ] as const) {
      const render = async () => Promise.reject(new TintypeError(code));
      const { type, posted } = connectedStage({ renders: { render } });
      await type(text);
      assert.equal(
        /Without a scheme, https is used: write http:\/\//.test(String(posted[0]?.message.text)),
        isNamed,
        text,
      );
    }
  });

  it('tells only the person what a picture lacks, and links to the file that Slack can load', async () => {
    const stored = { ...outcome, warnings: ['`hide` matches nothing: #pin-4711'], location: 'https://bucket.test/x' };
    const { type, posted } = connectedStage({ renders: { render: async () => stored } });
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
    assert.match(String((await connectedStage({ usedKeys: away }).type('example.com'))?.text), /not available/);
    const slow = { create: () => new Promise<number>(() => undefined) };
    assert.match(
      String((await connectedStage({ usedKeys: slow, clock: clockOf(true) }).type('example.com'))?.text),
      /slow at the moment/,
    );
  });

  it('takes no picture after its answer that it is slow', async () => {
    const found = Promise.withResolvers<Workspace>();
    const workspaces = { find: () => found.promise, connect: () => assert.fail('nothing to connect') };
    const { commands, renderedPairs, posted, countedOutcomes } = connectedStage({ workspaces, clock: clockOf(true) });
    assert.match(String((await commands.answer(callOf({ text: 'example.com' })))?.text), /slow at the moment/);
    found.resolve({ id: 'T1', account: account.id, domain: null, connectedAt: '' });
    await nextTurn();
    await commands.stop();
    assert.deepEqual([renderedPairs, posted, countedOutcomes], [[], [], ['refused']]);
  });

  it('uses up no code and counts once after its answer that it is slow', async () => {
    for (const text of [`connect ${codes.make('acme', now).code}`, 'help']) {
      const used: string[] = [];
      const isNew = Promise.withResolvers<number>();
      const create = (key: string) => {
        used.push(key);
        return isNew.promise;
      };
      const { commands, workspaces, countedOutcomes } = stage({ usedKeys: { create }, clock: clockOf(true) });
      assert.match(String((await commands.answer(callOf({ text })))?.text), /slow at the moment/);
      isNew.resolve(1);
      await nextTurn();
      assert.deepEqual([used.length, workspaces.size, countedOutcomes], [1, 0, ['refused']], text);
    }
  });

  it('survives a failure that is not of the call', async () => {
    const errors: unknown[] = [];
    const log = { info: () => undefined, warn: () => undefined, error: (fields: unknown) => void errors.push(fields) };
    const { type, countedOutcomes } = connectedStage({ log, fetch: async () => Promise.reject(new Error('a bug')) });
    assert.match(String((await type('example.com'))?.text), /Taking/);
    assert.deepEqual([errors.length, countedOutcomes], [1, ['undelivered']]);
  });

  it('lets no workspace take all places', async () => {
    const render = () => new Promise<never>(() => undefined);
    const { commands } = connectedStage({ renders: { render } });
    const answers = [];
    for (let vw = 1; vw <= 21; vw += 1) answers.push(await commands.answer(callOf({ text: `example.com vw=${vw}` })));
    assert.match(String(answers[19]?.text), /Taking/);
    assert.match(String(answers[20]?.text), /Too many captures/);
  });

  it('hides what failed inside', async () => {
    const render = async () => Promise.reject(new Error('nats://10.0.0.1 is gone'));
    const { type, posted } = connectedStage({ renders: { render } });
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
      const { type, countedOutcomes } = connectedStage({ fetch });
      await type('example.com');
      assert.deepEqual([called, countedOutcomes], [calls, ['undelivered']], String(status));
    }
    const fetch = async () => Promise.reject(new CallFailed('timeout'));
    const { type, countedOutcomes } = connectedStage({ fetch });
    await type('example.com');
    assert.deepEqual(countedOutcomes, ['undelivered']);
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
    for (const [text, shown] of [
      ['help', /^\/screenshot &lt;url&gt;/],
      ['disconnect', /^No such command: `disconnect`[\s\S]*\/screenshot &lt;url&gt;/],
    ] as const)
      assert.match(String((await stage().commands.answer(callOf({ text })))?.text), shown);
  });
});
