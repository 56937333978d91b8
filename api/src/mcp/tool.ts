import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Account } from '../accounts/account.js';
import type { RequestAddress } from '../public-base.js';

/** What progress counts: the seconds of a call, or the steps of a batch that are over. */
export type ProgressUnit = 'seconds' | 'steps';

export interface ToolCall {
  account: Account;
  requestId: string;
  reachedAt: RequestAddress;
  /** What the events of the answer count. Undefined if the answer is JSON. */
  progress: ProgressUnit | undefined;
  /** Reports that one of the steps is over, if progress counts steps. */
  onStep: (steps: number) => void;
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
  /** What the call reports to a client that asks for progress, if anything. Such a call's answer is an event, at most 1 MiB. */
  progressOf: (args: ToolArguments) => ProgressUnit | undefined;
  input: ObjectSchema;
  output: z.ZodObject;
  /** Throws errors of the catalogue. */
  run: (args: ToolArguments, call: ToolCall) => Promise<ToolAnswer>;
}

export const textContent = (text: string) => ({ type: 'text' as const, text });
