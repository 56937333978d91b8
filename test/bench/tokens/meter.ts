import type { ToolClient } from '../../kit/service/tool-clients.js';
import type { CountTokens } from './tokenizer.js';

/** Tokens of a task. A client gives a model the text blocks of a result, or its structured content, or both. */
export interface TokensOfTask {
  calls: number;
  /** Names, descriptions and input schemas: what clients give a model. */
  list: number;
  /** All that the server sends. */
  listAsSent: number;
  arguments: number;
  results: number;
  structured: number;
}

/** Calls tools, and counts what a model writes and reads. */
export class Meter {
  readonly #client: Pick<ToolClient, 'call' | 'list'>;
  readonly #count: CountTokens;
  readonly #tokens: TokensOfTask = { calls: 0, list: 0, listAsSent: 0, arguments: 0, results: 0, structured: 0 };

  constructor(client: Pick<ToolClient, 'call' | 'list'>, count: CountTokens) {
    this.#client = client;
    this.#count = count;
  }

  get tokens(): TokensOfTask {
    return { ...this.#tokens };
  }

  async list(): Promise<void> {
    const tools = await this.#client.list();
    const seen = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    this.#tokens.list = this.#count(JSON.stringify(seen));
    this.#tokens.listAsSent = this.#count(JSON.stringify(tools));
  }

  /** The text of the result. Throws if the tool failed. */
  async call(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const { content, structuredContent, isError } = await this.#client.call(name, args);
    const text = content.flatMap((block) => block.text ?? []).join('\n');
    if (isError) throw new Error(`${name} ${JSON.stringify(args)}: ${text}`);
    this.#tokens.calls += 1;
    this.#tokens.arguments += this.#count(JSON.stringify({ name, arguments: args }));
    this.#tokens.results += this.#count(text);
    if (structuredContent) this.#tokens.structured += this.#count(JSON.stringify(structuredContent));
    return text;
  }
}
