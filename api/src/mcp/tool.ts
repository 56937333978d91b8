import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Account } from '../accounts/account.js';
import type { RequestAddress } from '../public-base.js';

export interface ToolCall {
  account: Account;
  requestId: string;
  reachedAt: RequestAddress;
  /** Whether the answer is an event stream. */
  isEvents: boolean;
  /** Aborts when the client cancels the call or leaves. */
  left: AbortSignal;
}

export interface ToolAnswer {
  /** What a model reads. */
  content: CallToolResult['content'];
  /** Fits the tool's output schema. */
  structured: Record<string, unknown>;
}

export type ToolArguments = Readonly<Record<string, unknown>>;

/** A JSON schema of an object. */
export type ObjectSchema = ListedTool['inputSchema'];

export interface Tool {
  name: string;
  title: string;
  /** Says what the tool does, what it costs, and what to call next. */
  description: string;
  annotations: NonNullable<ListedTool['annotations']>;
  /** Reports progress to a client that asks for it. Its answer must then fit into an event: 1 MiB. */
  isLong: boolean;
  input: ObjectSchema;
  output: z.ZodObject;
  /** Throws errors of the catalogue. */
  run: (args: ToolArguments, call: ToolCall) => Promise<ToolAnswer>;
}

export const textContent = (text: string) => ({ type: 'text' as const, text });
