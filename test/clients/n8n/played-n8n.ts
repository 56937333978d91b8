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

const send = async ({ url, method = 'GET', headers = {}, body, timeout = 300_000 }: Request, signal?: AbortSignal) => {
  const ends = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]);
  const init: RequestInit = { method, headers, redirect: 'manual', signal: ends };
  const response = await fetch(url, body === undefined ? init : { ...init, body });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { statusCode: response.status, headers: Object.fromEntries(response.headers), body: bytes };
};

/** The codes of axios, which n8n uses. */
const codes: Readonly<Record<string, string>> = { TimeoutError: 'ECONNABORTED', AbortError: 'ERR_CANCELED' };

const codeOf = (error: unknown): { code?: string } => {
  const code = codes[String(Object(error).name)];
  return code ? { code } : {};
};

/** n8n played. It gives the packed node its fields, with the real n8n-workflow's defaults, and sends its requests. */
export class PlayedN8n {
  readonly #cancelling = new AbortController();
  readonly cancelSignal: AbortSignal = this.#cancelling.signal;
  readonly #node: NodeClass;
  readonly #authenticate: (credential: Values, request: Request) => Promise<Request>;
  readonly #workflow: Workflow;

  constructor({ require, workflow }: UnpackedNode) {
    this.#workflow = workflow as Workflow;
    this.#node = new (require('./dist/nodes/Tintype/Tintype.node.js').Tintype)();
    this.#authenticate = new (require('./dist/credentials/TintypeApi.credentials.js').TintypeApi)().authenticate;
  }

  /** Cancels all executions, which ends their requests with a credential. */
  cancel(): void {
    this.#cancelling.abort();
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
        httpRequest: (request: Request) => send(request),
        httpRequestWithAuthentication: (_: string, request: Request) => this.#sendAs(credential, request, node),
        prepareBinaryData: async (bytes: Buffer, fileName: string, mimeType: string) => ({
          data: bytes.toString('base64'),
          mimeType,
          fileName,
        }),
      },
    };
  }

  async #sendAs(credential: Values, request: Request, node: object) {
    try {
      return await send(await this.#authenticate(credential, request), this.cancelSignal);
    } catch (error) {
      throw new this.#workflow.NodeApiError(
        node,
        Object.assign(new Error('fetch failed', { cause: error }), codeOf(error)),
      );
    }
  }
}
