import { type ChildProcess, spawn } from 'node:child_process';
import { createSecretKey } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type ActivateRequest,
  decodeTerminationMessage,
  mintToken,
  type PodRecord,
  podKeyOf,
  type TokenPurpose,
} from '@tintype/contracts';
import { findSnapshot } from '@tintype/runtime/bundle';
import { browsersOf, leftoversOf } from '../process/leftovers.js';
import { unusedPort } from '../process/unused-port.js';
import { until } from '../until.js';
import { RawDevTools } from './raw-devtools.js';

const main = fileURLToPath(new URL('../../../../browser-node/dist/main.js', import.meta.url));
const rootKey = createSecretKey(Buffer.alloc(32, 7));

export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asks for
  body: any;
}

export interface SessionNodeOptions {
  /** `TINTYPE_EGRESS_ALLOW` */
  allow?: string;
  environment?: Record<string, string>;
}

interface NodeRequest {
  method?: string;
  token?: string;
  body?: string;
  /** The caller leaves at its abort. */
  signal?: AbortSignal | undefined;
}

let made = 0;

/** `make run` also starts from the start-up snapshot, if there is one. Images have none, so the cluster's tests start the bundle. */
const program = (): string[] => {
  const snapshot = findSnapshot(pathToFileURL(main).href);
  return snapshot === undefined ? [main] : [`--snapshot-blob=${snapshot}`, main];
};

/** Every suite of sessions runs on both browsers, with and without walls. */
const inherited = () => {
  const { TINTYPE_CHROMIUM, TINTYPE_HEADLESS_SHELL, TINTYPE_SESSION_BROWSER, TINTYPE_BROWSER_WALL } = process.env;
  return { TINTYPE_CHROMIUM, TINTYPE_HEADLESS_SHELL, TINTYPE_SESSION_BROWSER, TINTYPE_BROWSER_WALL };
};

/** browser-node in its session role: a process with a real browser, called over HTTP. */
export class SessionNode {
  readonly process: ChildProcess;
  readonly port: number;
  readonly podKey: string;
  /** Standard output and error. */
  output = '';
  readonly #folder: string;

  private constructor(parts: { process: ChildProcess; port: number; podKey: string; folder: string }) {
    this.process = parts.process;
    this.port = parts.port;
    this.podKey = parts.podKey;
    this.#folder = parts.folder;
    for (const stream of [this.process.stdout, this.process.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.output += String(chunk);
      });
  }

  /** Resolves when ready. */
  static async start({ allow = '', environment = {} }: SessionNodeOptions = {}): Promise<SessionNode> {
    made += 1;
    const podKey = podKeyOf(rootKey, { namespace: 'default', name: `pod-${made}` });
    const [port, folder] = [await unusedPort(), await mkdtemp(join(tmpdir(), 'tintype-test-'))];
    const env = {
      PATH: process.env.PATH,
      TINTYPE_NODE_ROLE: 'session',
      TINTYPE_SESSION_HOST: '127.0.0.1',
      TINTYPE_SESSION_PORT: String(port),
      TINTYPE_POD_KEY: podKey,
      TINTYPE_TERMINATION_LOG: join(folder, 'termination-log'),
      TINTYPE_EGRESS_ALLOW: allow,
      ...inherited(),
      ...environment,
    };
    const child = spawn(process.execPath, program(), { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const node = new SessionNode({ process: child, port, podKey, folder });
    await until('the session node is ready', async () => {
      if (child.exitCode !== null) throw new Error(`The session node has ended: ${node.output}`);
      return (await node.health()) === 200;
    });
    return node;
  }

  get pid(): number {
    return this.process.pid!;
  }

  async health(): Promise<number> {
    return fetch(`http://127.0.0.1:${this.port}/healthz`).then(
      ({ status }) => status,
      () => 0,
    );
  }

  token(session: string, purpose: TokenPurpose, validMs = 60_000): string {
    return mintToken(this.podKey, { session, purpose, expiresAt: Date.now() + validMs });
  }

  async request(path: string, options: NodeRequest = {}): Promise<Answered> {
    const { method = 'POST', token, body, signal = null } = options;
    const response = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      signal,
      // A busy test would reuse a connection that the program has just closed.
      headers: { connection: 'close', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, body: await response.json() };
  }

  activate(session: string, change: Partial<ActivateRequest> = {}): Promise<Answered> {
    const order: ActivateRequest = {
      account: 'acme',
      maxTtlSeconds: 600,
      startBy: new Date(Date.now() + 60_000).toISOString(),
      cdp: false,
      proxy: false,
      bypassBotDetection: false,
      confirmed: true,
      ...change,
    };
    const token = this.token(session, 'activate');
    return this.request(`/sessions/${session}/activate`, { token, body: JSON.stringify(order) });
  }

  confirm(session: string): Promise<Answered> {
    return this.request(`/sessions/${session}/confirm`, { token: this.token(session, 'confirm') });
  }

  close(session: string): Promise<Answered> {
    return this.request(`/sessions/${session}/close`, { token: this.token(session, 'close') });
  }

  stand(session: string): Promise<Answered> {
    return this.request(`/sessions/${session}`, { method: 'GET', token: this.token(session, 'read') });
  }

  act(session: string, type: string, payload?: unknown, deadlineMs?: number): Promise<Answered> {
    return this.order(session, { type, payload, deadlineMs });
  }

  /** An action whose caller may leave. */
  order(session: string, action: object, signal?: AbortSignal): Promise<Answered> {
    const token = this.token(session, 'act');
    return this.request(`/sessions/${session}/actions`, { token, body: JSON.stringify(action), signal });
  }

  /** URL and headers for a DevTools client. */
  devTools(session: string, token = this.token(session, 'cdp')): { url: string; headers: Record<string, string> } {
    const url = `ws://127.0.0.1:${this.port}/sessions/${session}/cdp`;
    return { url, headers: { authorization: `Bearer ${token}` } };
  }

  async connect(session: string): Promise<RawDevTools> {
    const { url, headers } = this.devTools(session);
    return RawDevTools.connect(url, headers);
  }

  /** The termination log. */
  async written(): Promise<PodRecord | undefined> {
    return decodeTerminationMessage(await readFile(join(this.#folder, 'termination-log'), 'utf8'));
  }

  get browser(): number {
    const [pid] = browsersOf([this.pid]);
    if (pid === undefined) throw new Error('The session node has no browser.');
    return pid;
  }

  /** The browser's processes and folders. */
  get leftovers(): string[] {
    return leftoversOf([this.pid]);
  }

  /** The exit code at its end. */
  async exited(): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, 'exit');
    return this.process.exitCode;
  }

  async stop(): Promise<void> {
    this.process.kill('SIGTERM');
    await this.exited();
    await rm(this.#folder, { recursive: true });
  }
}
