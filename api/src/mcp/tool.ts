import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Account } from '../accounts/account.js';
import type { RequestAddress } from '../public-base.js';

/** What progress counts: the seconds of a call, or the steps of an action `batch` that have ended. */
export type ProgressUnit = 'seconds' | 'steps';

export interface ToolCall {
  account: Account;
  requestId: string;
  /** The host and address that the client called, for links in the answer. */
  reachedAt: RequestAddress;
  /** What the events of the answer count. Undefined if the answer is JSON. */
  progress: ProgressUnit | undefined;
  /** Reports that one of `totalSteps` has ended, if progress counts steps. */
  onStep: (totalSteps: number) => void;
  /** Aborts when the client cancels the call or leaves. The signal that a tool gets also aborts when the call ends. */
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
  /**
   * What the call counts for a client that asks for progress; undefined: nothing. With progress, the answer is an event.
   * A published client refuses events above 1 MiB.
   */
  progressOf: (args: ToolArguments) => ProgressUnit | undefined;
  input: ObjectSchema;
  output: z.ZodObject;
  /** Throws errors of the catalogue, and the reason of `left`. */
  run: (args: ToolArguments, call: ToolCall) => Promise<ToolAnswer>;
}

export const textContent = (text: string) => ({ type: 'text' as const, text });
