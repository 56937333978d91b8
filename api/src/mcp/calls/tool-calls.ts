import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isJsonObject, isServiceFailure, TintypeError } from '@tintype/contracts';
import type { Logger } from '@tintype/runtime';
import { z } from 'zod';
import type { RequestRate } from '../../limits/request-rate.js';
import type { ProgressUnit, Tool, ToolArguments, ToolCall } from '../tool.js';
import { errorResult } from './tool-error.js';
import type { OnToolEnd } from './tool-metrics.js';

export interface ToolCallsOptions {
  tools: readonly Tool[];
  rate: Pick<RequestRate, 'count'>;
  onEnd: OnToolEnd;
  log: Pick<Logger, 'warn' | 'info'>;
}

/** Replaces a list of types by `anyOf`: some clients read only one `type` a schema, and refuse the tool otherwise. */
const oneTypeEach = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(oneTypeEach);
  if (!isJsonObject(schema)) return schema;
  const parts = Object.entries(schema).map(([name, each]) =>
    name === 'type' && Array.isArray(each) ? ['anyOf', each.map((type) => ({ type }))] : [name, oneTypeEach(each)],
  );
  return Object.fromEntries(parts);
};

/** Replaces lone surrogates, which any page may contain. Clients in Python refuse a whole answer because of one. */
const wellFormed = <Value>(value: Value): Value => {
  if (typeof value === 'string') return value.toWellFormed() as Value;
  if (Array.isArray(value)) return value.map(wellFormed) as Value;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name.toWellFormed(), wellFormed(each)]),
  ) as Value;
};

const outputSchema = (schema: z.ZodObject): ListedTool['outputSchema'] => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return oneTypeEach(rest) as ListedTool['outputSchema'];
};

const listedTool = ({ name, title, description, annotations, input, output }: Tool): ListedTool => ({
  name,
  title,
  description,
  inputSchema: input,
  outputSchema: outputSchema(output),
  annotations,
});

/**
 * Runs tools by name, and counts each call against the account's rate. A failed call is a result, except for an unknown
 * name and a client that left.
 */
export class ToolCalls {
  readonly list: readonly ListedTool[];
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #options: ToolCallsOptions;

  constructor(options: ToolCallsOptions) {
    this.#options = options;
    this.#tools = new Map(options.tools.map((tool) => [tool.name, tool]));
    this.list = options.tools.map(listedTool);
  }

  /** What the call reports to a client that asks for progress, if anything. */
  progressOf(name: string, args: ToolArguments): ProgressUnit | undefined {
    return this.#tools.get(name)?.progressOf(args);
  }

  /** Throws a ProtocolError for an unknown name, and the reason of `call.left` when the client leaves. */
  async run(name: string, args: ToolArguments, call: ToolCall): Promise<CallToolResult> {
    const tool = this.#tools.get(name);
    if (!tool) {
      this.#options.rate.count(call.account);
      const names = [...this.#tools.keys()].join(', ');
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `This tool does not exist. The tools are ${names}.`);
    }
    const start = performance.now();
    const end = (outcome: string) => this.#recordEnd(tool, call, outcome, performance.now() - start);
    // A render holds its bytes until its signal aborts. `call.left` does not abort when the call ends, so `over` does.
    const over = new AbortController();
    const left = AbortSignal.any([call.left, over.signal]);
    try {
      this.#options.rate.count(call.account);
      const { content, structured } = await tool.run(args, { ...call, left });
      end('ok');
      return wellFormed({ content, structuredContent: structured });
    } catch (thrown) {
      if (call.left.aborted) end('left');
      call.left.throwIfAborted();
      const error =
        thrown instanceof TintypeError ? thrown : new TintypeError('internal', undefined, { cause: thrown });
      end(error.code);
      this.#logFailure(tool, call, error);
      return wellFormed(errorResult(error, { tool: name, requestId: call.requestId }));
    } finally {
      over.abort();
    }
  }

  #recordEnd({ name: tool }: Tool, { account, requestId }: ToolCall, outcome: string, milliseconds: number): void {
    this.#options.onEnd({ tool, outcome, seconds: milliseconds / 1000 });
    const ms = Math.round(milliseconds);
    this.#options.log.info({ tool, outcome, account: account.id, requestId, ms }, 'tool call');
  }

  #logFailure({ name: tool }: Tool, { requestId }: ToolCall, error: TintypeError): void {
    const { code } = error;
    if (isServiceFailure(code))
      this.#options.log.warn({ err: error.cause ?? error, code, tool, requestId }, 'tool call failed');
  }
}
