import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { html, type PageServer, startPages } from '../../../kit/pages/pages.js';
import { decodePng } from '../../../kit/pages/picture.js';
import { type Service, startService, tester } from '../../../kit/service/service.js';
import { until } from '../../../kit/until.js';

interface Message {
  response_type: string;
  text: string;
  blocks?: { image_url?: string }[];
}

interface OwnAnswer {
  code?: string;
  workspaces?: { id: string; domain: string }[];
}

const signingSecret = 'a signing secret';
const bearer = { authorization: `Bearer ${Buffer.from(`${tester.id}:${tester.secret}`).toString('base64')}` };

/** Takes answers, as Slack does. */
class PlayedSlack {
  readonly messages: Message[] = [];
  readonly #server: Server = createServer(async (request, response) => {
    this.messages.push(JSON.parse(await text(request)));
    response.end('ok');
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('the chat command', { timeout: 120_000 }, () => {
  const slack = new PlayedSlack();
  let site: PageServer;
  let service: Service;

  before(async () => {
    await slack.start();
    site = await startPages({
      '/reset/SECRET123': html('<body style="background: #00ff00">'),
      '/for-header': (request, response) => {
        const colour = request.headers['x-a'] === 'b c' ? '#0000ff' : '#ff0000';
        response.setHeader('content-type', 'text/html').end(`<!doctype html><body style="background: ${colour}">`);
      },
    });
    const allow = `127.0.0.1:${site.port},${new URL(slack.origin).host}`;
    const api = {
      TINTYPE_SLACK_SIGNING_SECRET: signingSecret,
      TINTYPE_SLACK_URL: slack.origin,
      TINTYPE_EGRESS_ALLOW: allow,
    };
    service = await startService({ allow, apis: 2, nodes: 1, api });
  });
  after(async () => {
    await service?.stop();
    await site?.close();
    slack.stop();
  });

  const sign = (body: string, { secret = signingSecret, secondsAgo = 0 } = {}) => {
    const time = String(Math.floor(Date.now() / 1000) - secondsAgo);
    const signature = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex');
    return { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signature}` };
  };
  const send = async (body: string, headers: Record<string, string>, api = 0) => {
    const url = `http://127.0.0.1:${service.publicPorts[api]}/integrations/slack/commands`;
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(url, { method: 'POST', headers: { ...headers, ...type }, body });
    return { status: response.status, json: (await response.json()) as Message & { code?: string; error?: string } };
  };
  const bodyOf = (text: string, more: Record<string, string> = {}) =>
    new URLSearchParams({
      ...{ command: '/screenshot', team_id: 'T1', team_domain: 'acme', user_id: 'U1', text },
      ...{ response_url: `${slack.origin}/commands/1`, trigger_id: text, ...more },
    }).toString();
  const type = async (text: string) => {
    const body = bodyOf(text);
    const { status, json } = await send(body, sign(body));
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const own = async (method: string, path = '') => {
    const url = `http://127.0.0.1:${service.publicPorts[0]}/v1/account/slack${path}`;
    const response = await fetch(url, { method, headers: bearer });
    return { status: response.status, json: (await response.json()) as OwnAnswer };
  };

  const pictureOf = async (message: Message | undefined) => {
    const picture = await fetch(String(message?.blocks?.[0]?.image_url));
    return decodePng(Buffer.from(await picture.arrayBuffer()));
  };

  it('posts a picture once the workspace has an account', async () => {
    assert.match((await type('https://example.com')).text, /not connected/);
    const { status, json } = await own('POST', '/codes');
    assert.equal(status, 201);
    assert.match((await type(`connect ${json.code}`)).text, /is connected/);
    const { json: listed } = await own('GET');
    assert.deepEqual(
      listed.workspaces?.map(({ id, domain }) => [id, domain]),
      [['T1', 'acme']],
    );
    const page = site.url('/reset/SECRET123?token=SECRET456');
    assert.equal((await type(`<${page}> vw=40 vh=30 fileName=SECRET789`)).response_type, 'ephemeral');
    await until('the picture is posted', () => slack.messages.length > 0);
    const [message] = slack.messages;
    assert.equal(message?.response_type, 'in_channel', JSON.stringify(message));
    assert.doesNotMatch(JSON.stringify(message), /SECRET|credit/);
    assert.match(String(message?.blocks?.[0]?.image_url), /\/127\.0\.0\.1\.png$/);
    const { width, height, at } = await pictureOf(message);
    assert.deepEqual([width, height, at(1, 1)], [40, 30, '#00ff00']);
  });

  it('takes the JSON and the quotes that a phone types', async () => {
    slack.messages.length = 0;
    await type(`${site.url('/for-header')} headers=‘{“X-A”: “b c”}’ vw=40 vh=30`);
    await until('the picture is posted', () => slack.messages.length > 0);
    assert.equal((await pictureOf(slack.messages[0])).at(1, 1), '#0000ff', JSON.stringify(slack.messages));
  });

  it('tells the person why a page failed', async () => {
    slack.messages.length = 0;
    await type('http://127.0.0.2/');
    await until('the reason is posted', () => slack.messages.length > 0);
    assert.equal(slack.messages[0]?.response_type, 'ephemeral');
    assert.match(String(slack.messages[0]?.text), /target_blocked/);
  });

  it('takes a request once on all replicas', async () => {
    const body = bodyOf('help', { trigger_id: 'once' });
    const headers = sign(body);
    assert.equal((await send(body, headers)).status, 200);
    const { status, json } = await send(body, headers, 1);
    assert.deepEqual([status, json.code], [401, 'invalid_signature']);
    assert.match(String(json.error), /is a repeat\. Each signed request is accepted once/);
  });

  it('says what is wrong with a request that Slack did not send', async () => {
    const body = bodyOf('help', { trigger_id: 'forged' });
    const elsewhere = bodyOf('help', { response_url: 'http://127.0.0.1:9/commands/1' });
    const refused: [body: string, headers: Record<string, string>, status: number, error: RegExp][] = [
      [body, sign(body, { secret: 'other' }), 401, /Set TINTYPE_SLACK_SIGNING_SECRET to the signing secret/],
      [body, sign(body, { secondsAgo: 400 }), 401, /more than 5 minutes off/],
      [body, {}, 401, /Send `X-Slack-Signature`/],
      [elsewhere, sign(elsewhere), 400, new RegExp(`\`response_url\` takes an address of ${slack.origin}`)],
      ['x'.repeat(70_000), {}, 413, /too large|at most/],
    ];
    for (const [sent, headers, status, error] of refused) {
      const { status: answered, json } = await send(sent, headers);
      assert.equal(answered, status, JSON.stringify(json));
      assert.match(String(json.error), error);
    }
  });

  it('forgets a workspace that its account disconnects', async () => {
    assert.equal((await own('DELETE', '/T2')).status, 404);
    assert.deepEqual((await own('DELETE', '/T1')).json, { success: true, available: true, workspaces: [] });
    assert.match((await type(site.url(''))).text, /not connected/);
  });
});
