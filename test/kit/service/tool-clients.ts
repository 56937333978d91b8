import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export interface ToolResult {
  content: { type: string; text?: string; data?: string; mimeType?: string; resource?: { blob: string } }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

export interface CallOptions {
  signal?: AbortSignal;
  onprogress?: (progress: { progress: number }) => void;
}

/** What tests need of both generations of the official client. */
export interface ToolClient {
  revision: () => string | undefined;
  list: () => Promise<{ name: string; description?: string; inputSchema: object }[]>;
  call: (name: string, args: Record<string, unknown>, options?: CallOptions) => Promise<ToolResult>;
  close: () => Promise<void>;
}

export const toolClientKinds = [
  'client 1 of JavaScript',
  'client 2 of JavaScript',
  'client 2 of JavaScript, revision 2026-07-28',
] as const;
export type ToolClientKind = (typeof toolClientKinds)[number];

const identity = { name: 'tintype-test', version: '1.0.0' };

const connectOld = async (url: URL, headers: Record<string, string>): Promise<ToolClient> => {
  const client = new OldClient(identity);
  const transport = new OldTransport(url, { requestInit: { headers } });
  // Its types lack `exactOptionalPropertyTypes`.
  await client.connect(transport as never);
  return {
    revision: () => transport.protocolVersion,
    list: async () => (await client.listTools()).tools as never,
    call: async (name, args, options) =>
      (await client.callTool({ name, arguments: args }, undefined, options as never)) as unknown as ToolResult,
    close: () => client.close(),
  };
};

const asToolClient = (client: NewClient): ToolClient => ({
  revision: () => client.getNegotiatedProtocolVersion(),
  list: async () => (await client.listTools()).tools as never,
  call: async (name, args, options) =>
    (await client.callTool({ name, arguments: args }, options as never)) as unknown as ToolResult,
  close: () => client.close(),
});

const connectNew = async (url: URL, headers: Record<string, string>, pin: boolean): Promise<ToolClient> => {
  const client = new NewClient(identity, pin ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {});
  await client.connect(new NewTransport(url, { requestInit: { headers } }));
  return asToolClient(client);
};

/** A tool server that is a program: it runs in the folder until the client closes. */
export const connectProgram = async (command: string, args: string[], folder: string): Promise<ToolClient> => {
  const client = new NewClient(identity);
  await client.connect(new StdioClientTransport({ command, args, cwd: folder }));
  return asToolClient(client);
};

/** `bearer` is `user_id:secret`. */
export const connectTools = (base: string, bearer: string, kind: ToolClientKind): Promise<ToolClient> => {
  const url = new URL('/mcp/v1', base);
  const headers = { authorization: `Bearer ${Buffer.from(bearer).toString('base64')}` };
  if (kind === 'client 1 of JavaScript') return connectOld(url, headers);
  return connectNew(url, headers, kind !== 'client 2 of JavaScript');
};
