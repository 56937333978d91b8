import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createApp,
  createHostCheck,
  Exchanges,
  mcpRoutes,
  type Tool,
  type ToolAnswer,
  ToolCalls,
} from '@tintype/api/testing';
import { TintypeError } from '@tintype/contracts';
import { createLog } from '@tintype/runtime';
import { z } from 'zod';

const nothing = () => undefined;
const log = createLog('test', 'silent');

const text = { type: 'text', text: 'a text' } as const;
const image = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' } as const;
const audio = { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' } as const;
const resource = { type: 'resource', resource: { uri: 'test://a', mimeType: 'text/plain', text: 'a' } } as const;

const fixture = (name: string, run: () => ToolAnswer | Promise<ToolAnswer>): Tool => ({
  ...{ name, title: name, description: name, annotations: {}, progressOf: () => undefined },
  input: { type: 'object' },
  output: z.object({}),
  run: async () => run(),
});

const showing = (name: string, ...content: ToolAnswer['content']) => fixture(name, () => ({ content, structured: {} }));

/** Progress comes after 1, 3 and 5 s. */
const workMs = 5500;

/** The tools of the official suite whose results our server passes on. */
const fixtureTools: readonly Tool[] = [
  showing('test_simple_text', text),
  showing('test_image_content', image),
  showing('test_audio_content', audio),
  showing('test_embedded_resource', resource),
  showing('test_multiple_content_types', text, image, resource),
  fixture('test_error_handling', () => {
    throw new TintypeError('target_dns');
  }),
  {
    ...fixture('test_tool_with_progress', async () => {
      await new Promise((resolve) => setTimeout(resolve, workMs));
      return { content: [text], structured: {} };
    }),
    progressOf: () => 'seconds' as const,
  },
];

/** The tool server's own route and protocol with these tools, without the rest of the service. */
export const startFixtureTools = async () => {
  const calls = new ToolCalls({ tools: fixtureTools, rate: { count: nothing }, onEnd: nothing, log });
  const cancellations = { cancel: nothing, watch: () => new AbortController().signal };
  const exchanges = new Exchanges({ calls, cancellations, version: '0', log });
  const account = { id: 'ada' } as never;
  const guard = { authenticate: () => ({ account, secret: {} as never }), admit: () => account, count: nothing };
  const checkHost = createHostCheck({ urls: [], names: [] });
  const routers = [mcpRoutes({ guard, checkHost, exchanges, limitsOf: () => [] })];
  const server = createServer(createApp({ routers, log }).callback());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = async () => {
    await exchanges.stop();
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};
