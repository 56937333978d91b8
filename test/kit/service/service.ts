import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { provision, type SeededAccount, signV1 } from '@tintype/api';
import { buckets } from '@tintype/contracts';
import { connectNats, createLog, type Nats, type Readiness } from '@tintype/runtime';
import {
  type Child,
  type Login,
  makePasswords,
  natsConfiguration,
  startChild,
  toolsFolder,
} from '@tintype/standalone/testing';
import { provisionObjects } from '@tintype/stores';
import { PlayedBirth } from '../ledger/birth.js';
import { NatsSeam } from '../nats/seam.js';
import { type NatsServer, startNatsServer } from '../nats/server.js';
import { unusedPort } from '../process/unused-port.js';
import { until } from '../until.js';

export const tester: SeededAccount = { id: 'tester', apiKey: 'key', secret: 'secret' };
const adminToken = 'admin-token';
/** Without it, each node would parse the lists: 2 to 4 s of CPU time. */
const filterCache = join(toolsFolder, 'filters');

export interface ServiceOptions {
  apis?: number;
  nodes?: number;
  /** TINTYPE_EGRESS_ALLOW of the nodes. */
  allow: string;
  api?: Record<string, string>;
  node?: Record<string, string>;
  accounts?: readonly SeededAccount[];
  /** Puts a seam between each process and nats-server. */
  seams?: boolean;
}

export interface RequestOptions {
  endpoint?: string;
  /** Index of the api. */
  api?: number;
  account?: SeededAccount;
}

export interface Process {
  child: Child;
  privatePort: number;
  log: string[];
  /** Set with `seams` only. */
  seam: NatsSeam | undefined;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Buffer;
  /** Throws if the body is no error. */
  error: () => { success: false; error: string; code: string; requestId: string };
}

interface AdminCall {
  method?: string;
  body?: unknown;
  /** Index of the api. */
  api?: number;
  /** What the path is below. Default: the tester's account. */
  of?: string;
}

/** A real service: nats-server with production's logins, api and browser-node processes, real browsers. */
export class Service {
  readonly nats: NatsServer;
  readonly ledger = new PlayedBirth();
  readonly apis: Process[] = [];
  readonly nodes: Process[] = [];
  readonly publicPorts: number[] = [];
  readonly #connections: Nats[] = [];
  readonly #options: ServiceOptions;
  readonly #passwords: Record<Login, string>;
  /** 64 hexadecimal digits. */
  readonly masterKey = randomBytes(32).toString('hex');
  readonly #jobKey = randomBytes(32).toString('hex');

  constructor(nats: NatsServer, passwords: Record<Login, string>, options: ServiceOptions) {
    this.nats = nats;
    this.#passwords = passwords;
    this.#options = options;
  }

  natsUrl(login: Login): URL {
    const url = this.nats.url;
    url.username = login;
    url.password = this.#passwords[login];
    return url;
  }

  /** An admin connection by default. `stop` closes it. */
  async connect(login: Login = 'admin'): Promise<Nats> {
    const connection = await connectNats({ url: this.natsUrl(login), name: 'test', log: createLog('test', 'silent') });
    this.#connections.push(connection);
    return connection;
  }

  /** Starts one more, or replaces an ended one. */
  async startApi(at = this.apis.length, variables: Record<string, string> = {}): Promise<Process> {
    const port = await unusedPort();
    const accounts = [tester, ...(this.#options.accounts ?? [])];
    const api = await this.#start('api', 'api', {
      TINTYPE_PORT: String(port),
      TINTYPE_MASTER_KEY: this.masterKey,
      TINTYPE_JOB_KEY: this.#jobKey,
      TINTYPE_ACCOUNT: accounts.map(({ id, apiKey, secret }) => `${id}:${apiKey}:${secret}`).join(','),
      TINTYPE_ADMIN_TOKEN: adminToken,
      ...this.#options.api,
      ...variables,
    });
    this.apis[at] = api;
    this.publicPorts[at] = port;
    return api;
  }

  /** Starts one more, or replaces an ended one. */
  async startNode(at = this.nodes.length, variables: Record<string, string> = {}): Promise<Process> {
    const node = await this.#start('browser-node', 'node', {
      TINTYPE_EGRESS_ALLOW: this.#options.allow,
      TINTYPE_JOB_KEY: this.#jobKey,
      TINTYPE_FILTER_CACHE: filterCache,
      ...this.#options.node,
      ...variables,
    });
    this.nodes[at] = node;
    return node;
  }

  async #start(program: string, login: Login, variables: Record<string, string>): Promise<Process> {
    const privatePort = await unusedPort();
    const seam = this.#options.seams ? await NatsSeam.start(this.natsUrl(login)) : undefined;
    const url = seam?.url ?? this.natsUrl(login);
    const log: string[] = [];
    const { PATH = '', HOME = '/', TINTYPE_HEADLESS_SHELL, TINTYPE_CHROMIUM } = process.env;
    const environment = { PATH, HOME, TINTYPE_HEADLESS_SHELL, TINTYPE_CHROMIUM, ...variables };
    const main = new URL(import.meta.resolve(`@tintype/${program}`)).pathname.replace(/index\.js$/, 'main.js');
    const child = startChild(
      {
        file: process.execPath,
        args: [main],
        environment: { ...environment, TINTYPE_PRIVATE_PORT: String(privatePort), TINTYPE_NATS_URL: url.href },
      },
      (line) => log.push(line),
    );
    void child.exited.then(() => seam?.close());
    return { child, privatePort, log, seam };
  }

  signed(query: string, { endpoint = 'image', api = 0, account = tester }: RequestOptions = {}): string {
    const hash = signV1(account.secret, query);
    return `http://127.0.0.1:${this.publicPorts[api]}/${account.apiKey}/${hash}/${endpoint}?${query}`;
  }

  async get(
    options: Record<string, string>,
    { method = 'GET', headers = {}, signal = null, ...request }: RequestOptions & RequestInit = {},
  ): Promise<Answer> {
    const url = this.signed(new URLSearchParams(options).toString(), request);
    const response = await fetch(url, { method, headers, signal });
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, body, error: () => JSON.parse(body.toString()) };
  }

  /** Calls an admin route. Returns its JSON. */
  async admin<T>(
    path = '',
    { method = 'GET', body, api = 0, of = `/accounts/${tester.id}` }: AdminCall = {},
  ): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${this.apis[api]?.privatePort}/admin/v1${of}${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as T;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()));
    await Promise.all([...this.apis, ...this.nodes].map(({ child }) => child.stop(15_000)));
    await this.nats.stop();
  }
}

const isReady = async ({ privatePort }: Process) => {
  const response = await fetch(`http://127.0.0.1:${privatePort}/readyz`).catch(() => undefined);
  if (response?.status !== 200) return false;
  const { parts } = (await response.json()) as Readiness;
  return Object.values(parts).every(Boolean);
};

/** Waits for `/readyz`; rejects with the log. */
export const untilReady = async (process: Process): Promise<void> => {
  let exited = false;
  void process.child.exited.then(() => {
    exited = true;
  });
  await until('the process is ready', async () => {
    if (exited) throw new Error(`It has ended:\n${process.log.join('\n')}`);
    return isReady(process);
  });
};

const startProcesses = async (service: Service, { apis = 1, nodes = 1 }: ServiceOptions) => {
  const admin = await service.connect();
  await provision(admin, service.ledger);
  await provisionObjects(admin.manager, { bucket: buckets.objects });
  await admin.close();
  const processes = await Promise.all([
    ...Array.from({ length: apis }, (_, at) => service.startApi(at)),
    ...Array.from({ length: nodes }, (_, at) => service.startNode(at)),
  ]);
  await Promise.all(processes.map(untilReady));
};

/** If one part does not start, ends the others. */
export const startService = async (options: ServiceOptions): Promise<Service> => {
  const passwords = makePasswords();
  const whole = JSON.parse(natsConfiguration({ port: 0, storeFolder: '', passwords }));
  const config = `authorization: ${JSON.stringify(whole.authorization)}`;
  const service = new Service(await startNatsServer({ config }), passwords, options);
  try {
    await startProcesses(service, options);
  } catch (error) {
    await service.stop();
    throw error;
  }
  return service;
};
