import type { UnpackedNode } from './package.js';

type Values = Record<string, unknown>;

export interface Item {
  json: Values;
  binary?: Record<string, { data: string; mimeType: string; fileName?: string }>;
  pairedItem?: unknown;
  error?: Error;
}

interface Request {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  timeout?: number;
}

interface NodeClass {
  description: { properties: unknown[] };
  methods: { loadOptions: Record<string, (this: unknown) => Promise<Values[]>> };
  execute: (this: unknown) => Promise<Item[][]>;
}

interface Play {
  credential: Values;
  continueOnFail?: boolean;
}

/** What the played n8n uses of n8n-workflow. */
interface Workflow {
  NodeHelpers: { getNodeParameters: (...args: unknown[]) => Values };
  NodeApiError: new (node: object, error: unknown) => Error;
}

/** n8n played: it gives the packed node its fields, with the defaults that the real n8n-workflow adds, and sends its requests. */
export class PlayedN8n {
  /** The test cancels no execution. */
  readonly cancelSignal: AbortSignal = new AbortController().signal;
  readonly #node: NodeClass;
  readonly #authenticate: (credential: Values, request: Request) => Promise<Request>;
  readonly #workflow: Workflow;

  constructor({ require, workflow }: UnpackedNode) {
    this.#workflow = workflow as Workflow;
    this.#node = new (require('./dist/nodes/Tintype/Tintype.node.js').Tintype)();
    this.#authenticate = new (require('./dist/credentials/TintypeApi.credentials.js').TintypeApi)().authenticate;
  }

  /** Runs the node for items with these fields. */
  async run(items: readonly Values[], play: Play): Promise<Item[]> {
    const [output = []] = await this.#node.execute.call(this.#functions(items, play));
    return output;
  }

  /** A list that the form loads. */
  list(name: string, play: Play): Promise<Values[]> {
    return this.#node.methods.loadOptions[name]?.call(this.#functions([], play)) ?? Promise.resolve([]);
  }

  #withDefaults(values: Values): Values {
    const { description } = this.#node;
    const node = { typeVersion: 1 };
    return this.#workflow.NodeHelpers.getNodeParameters(description.properties, values, true, false, node, description);
  }

  #functions(items: readonly Values[], { credential, continueOnFail = false }: Play) {
    const filled = items.map((values) => this.#withDefaults(values));
    const node = { name: 'Tintype', type: 'n8n-nodes-tintype.tintype' };
    return {
      getNode: () => node,
      getInputData: () => items.map(() => ({ json: {} })),
      getNodeParameter: (name: string, itemIndex: number, fallback?: unknown) => {
        const value = filled[itemIndex]?.[name] ?? fallback;
        if (value === undefined) throw new Error(`Could not get parameter ${name}`);
        return value;
      },
      getCredentials: async () => credential,
      continueOnFail: () => continueOnFail,
      getExecutionCancelSignal: () => this.cancelSignal,
      helpers: {
        httpRequestWithAuthentication: (_: string, request: Request) => this.#send(credential, request, node),
        prepareBinaryData: async (bytes: Buffer, fileName: string, mimeType: string) => ({
          data: bytes.toString('base64'),
          mimeType,
          fileName,
        }),
      },
    };
  }

  async #send(credential: Values, request: Request, node: object) {
    try {
      const {
        url,
        method = 'GET',
        headers = {},
        body,
        timeout = 300_000,
      } = await this.#authenticate(credential, request);
      const init: RequestInit = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(timeout) };
      const response = await fetch(url, body === undefined ? init : { ...init, body });
      const bytes = Buffer.from(await response.arrayBuffer());
      return { statusCode: response.status, headers: Object.fromEntries(response.headers), body: bytes };
    } catch (error) {
      const code = Object(error).name === 'TimeoutError' ? { code: 'ECONNABORTED' } : {};
      throw new this.#workflow.NodeApiError(node, Object.assign(new Error('fetch failed', { cause: error }), code));
    }
  }
}
