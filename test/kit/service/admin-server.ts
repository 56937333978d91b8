import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AccountStorage, adminRouter, UploadTargets } from '@tintype/api/testing';
import { TintypeError } from '@tintype/contracts';
import { createLog } from '@tintype/runtime';
import Koa, { type Context, type Next } from 'koa';
import type { AccountReplica } from './accounts-cluster.js';

export const adminToken = randomBytes(16).toString('hex');

interface Answer {
  code: string;
  error: string;
  secret: string;
  secretId: string;
  account: {
    id: string;
    apiKey: string;
    limits: Record<string, number | null>;
    ownLimits: Record<string, number | null>;
    secrets: { id: string }[];
    proxy: { url: string } | null;
  };
}

interface CallOptions {
  body?: unknown;
  auth?: string;
}

const answerErrors = async (context: Context, next: Next) => {
  try {
    await next();
  } catch (error) {
    const { status, code, message } =
      error instanceof TintypeError ? error : { status: 500, code: 'internal', message: String(error) };
    context.status = status;
    context.body = { success: false, code, error: message };
  }
};

export class AdminServer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(
    { store, presets, directory, usage }: AccountReplica,
    token: string | undefined,
  ): Promise<AdminServer> {
    const log = createLog('test', 'silent');
    const installation = { s3: undefined, accounts: [] };
    const handler = { handle: () => Promise.reject(new Error('No test of accounts calls a store.')) };
    const targets = new UploadTargets({ handler, installation, log });
    const fetch = () => Promise.reject(new Error('No test of accounts reads a public URL.'));
    const refusesUrl = ({ hostname }: URL) => hostname === '10.0.0.5';
    const storage = new AccountStorage({ store, directory, targets, fetch, refusesUrl, log });
    // No test of accounts uses a secret.
    const uses = { forget: async () => undefined };
    // No test of accounts has a workspace.
    const slack = {} as never;
    // No test of accounts renders.
    const queue = { read: async () => [] };
    const router = adminRouter({
      queue,
      store,
      presets,
      directory,
      usage,
      uses,
      storage,
      slack,
      sessions: undefined,
      token,
      log,
    });
    const app = new Koa().use(answerErrors).use(router.routes());
    const server = createServer(app.callback()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new AdminServer(server);
  }

  async call(method: string, path: string, { body, auth = `Bearer ${adminToken}` }: CallOptions = {}) {
    const { port } = this.#server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/admin/v1${path}`, {
      method,
      headers: auth ? { authorization: auth } : {},
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, json: (await response.json()) as Answer };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
