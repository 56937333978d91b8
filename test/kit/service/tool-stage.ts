import assert from 'node:assert/strict';
import { streams } from '@tintype/contracts';
import type { Nats } from '@tintype/runtime';
import { orderApplication } from '../../demo/order-application.js';
import { html, type PageHandler, type PageServer, startPages } from '../pages/pages.js';
import { type Stack, startStack } from '../standalone/stack.js';
import { connectStackNats } from '../standalone/stack-nats.js';
import { until } from '../until.js';
import { connectTools, type ToolClient, type ToolResult, toolClientKinds } from './tool-clients.js';

const paragraphs = Array.from({ length: 400 }, (_, at) => `<p>Paragraph ${at} is about lanterns and their makers.</p>`);
const article = html(
  `<article><h1>Lanterns</h1>${paragraphs.join('')}</article>`,
  '<meta name="author" content="Ida Lens">',
);
/** Noise does not compress: a picture of more than 1 MB. */
const noise = html(
  `<canvas width="1400" height="900"></canvas><script>
    const c = document.querySelector('canvas').getContext('2d'), d = c.createImageData(1400, 900);
    for (let i = 0; i < d.data.length; i += 65536) crypto.getRandomValues(new Uint8Array(d.data.buffer, i, Math.min(65536, d.data.length - i)));
    for (let i = 3; i < d.data.length; i += 4) d.data[i] = 255;
    c.putImageData(d, 0, 0);</script>`,
);
const slow: PageHandler = (request, response) => setTimeout(() => html('<h1>slow</h1>')(request, response), 2500);

export const textOf = ({ content }: ToolResult) => content.flatMap(({ text }) => text ?? []).join('\n');

export const structured = (result: ToolResult) => {
  assert.ok(!result.isError, textOf(result));
  // biome-ignore lint/suspicious/noExplicitAny: read by assertions
  return result.structuredContent as any;
};

export const callOf = (name: string, args: object, meta?: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args, ...(meta ? { _meta: meta } : {}) },
});

/** All of `make run` with a client of each kind, the shop of `make demo`, and a site whose `/endless` never answers. */
export class ToolStage {
  readonly shop: PageServer;
  readonly site: PageServer;
  readonly stack: Stack;
  readonly nats: Nats;
  readonly clients: readonly ToolClient[];
  /** Answers of `/endless` that browsers wait for. */
  readonly waiting: ReadonlySet<object>;

  private constructor(parts: Pick<ToolStage, 'shop' | 'site' | 'stack' | 'nats' | 'clients' | 'waiting'>) {
    this.shop = parts.shop;
    this.site = parts.site;
    this.stack = parts.stack;
    this.nats = parts.nats;
    this.clients = parts.clients;
    this.waiting = parts.waiting;
  }

  static async start(): Promise<ToolStage> {
    const waiting = new Set<object>();
    const hang: PageHandler = (_request, response) => {
      waiting.add(response);
      response.on('close', () => waiting.delete(response));
    };
    const shop = await startPages(orderApplication());
    const site = await startPages({ '/article': article, '/noise': noise, '/slow': slow, '/endless': hang });
    const environment = { TINTYPE_EGRESS_ALLOW: `127.0.0.1:${shop.port},127.0.0.1:${site.port}` };
    const stack = await startStack({ environment });
    const nats = await connectStackNats(stack.dataDir);
    const bearer = `${stack.account.id}:${stack.account.secret}`;
    const clients = await Promise.all(toolClientKinds.map((kind) => connectTools(stack.url, bearer, kind)));
    return new ToolStage({ shop, site, stack, nats, clients, waiting });
  }

  /** `user_id:secret` */
  get bearer(): string {
    return `${this.stack.account.id}:${this.stack.account.secret}`;
  }

  get token(): string {
    return Buffer.from(this.bearer).toString('base64');
  }

  async stop(): Promise<void> {
    for (const client of this.clients) await client.close();
    await this.nats.close();
    await this.stack.stop();
    await this.site.close();
    await this.shop.close();
  }

  post(body: unknown, headers: Record<string, string> = {}, signal: AbortSignal | null = null): Promise<Response> {
    return fetch(`${this.stack.url}/mcp/v1`, {
      method: 'POST',
      signal,
      headers: {
        authorization: `Bearer ${this.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  untilAsked(query: string): Promise<void> {
    return until('the page was asked for', () => this.site.requests.some((line) => line.includes(query)));
  }

  /** The sum of the series of a metric that have these labels, such as `tool="service_pdf"`. Fails without a series. */
  async metric(name: string, ...labels: string[]): Promise<number> {
    const lines = (await (await fetch(`${this.stack.privateUrl}/metrics`)).text()).split('\n');
    const series = lines.filter(
      (line) => new RegExp(`^${name}[{ ]`).test(line) && labels.every((each) => line.includes(each)),
    );
    assert.ok(series.length > 0, `${name} ${labels}`);
    return series.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }

  leftCalls(tool: string): Promise<number> {
    return this.metric('tintype_tool_calls_total', `tool="${tool}"`, 'outcome="left"');
  }

  /** Messages of a stream: jobs in the queue, slots in use, or charges. */
  async messages(stream: keyof typeof streams): Promise<number> {
    return (await this.nats.manager.streams.info(streams[stream])).state.messages;
  }

  /** No job is queued or in work, and no browser waits for `/endless`. */
  async untilIdle(): Promise<void> {
    await until('no browser waits for a page', () => this.waiting.size === 0);
    await until('the queue is empty', async () => (await this.messages('renders')) === 0);
    await until('no job is in work', async () => (await this.metric('tintype_render_jobs_in_work')) === 0);
  }
}
