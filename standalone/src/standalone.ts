import type { Server } from 'node:http';
import { join } from 'node:path';
import { isSecretRemoved } from '@tintype/api';
import { buckets } from '@tintype/contracts';
import { operatorNodeArguments } from '@tintype/operator';
import { asKey, ifInTime, type Nats } from '@tintype/runtime';
import { JetStreamStore } from '@tintype/stores';
import { type Addresses, chooseAddresses, hostOf } from './addresses.js';
import type { BannerFacts } from './banner.js';
import type { Config } from './config.js';
import { ledgerBirth, makeDataFolder } from './data-folder/folder.js';
import { type RunningState, takeLock } from './data-folder/lock.js';
import { inTermsOfFiles, readSecrets, type Secrets } from './data-folder/secrets.js';
import { type ExamplePage, startExamplePage } from './example-page/server.js';
import { installPrograms, type Programs, whyNoSessions } from './install/programs.js';
import { PodAllocator } from './local-node/pod-allocator.js';
import { SessionPods, sessionDrainMs } from './local-node/session-pods.js';
import { accepts, connectAndProvision, natsCommand } from './nats-server/bus.js';
import { knownWarnings, natsUrl } from './nats-server/configuration.js';
import { natsLabel } from './nats-server/nats-failure.js';
import { OperatorLease } from './nats-server/operator-lease.js';
import type { Login } from './nats-server/permissions.js';
import { apiEnvironment, childEnvironment, nodeEnvironment, operatorEnvironment } from './part-environments.js';
import { startPrivatePort } from './private-port/private-port.js';
import { isAlive, isReady, type Program } from './private-port/program.js';
import { checkPortFree } from './process/free-ports.js';
import { readableLine } from './process/log-line.js';
import { defaultHangWatch, Part, type PartOptions, StartFailure } from './process/part.js';
import { PartLog } from './process/part-log.js';
import type { Terminal } from './terminal.js';

type ProgramName = 'api' | 'browser-node' | 'operator';

export interface StandaloneOptions {
  config: Config;
  terminal: Terminal;
  toolsFolder: string;
  programs: Readonly<Record<ProgramName, string>>;
}

/** What the start has prepared for the parts. */
interface Prepared extends Programs {
  secrets: Secrets;
  addresses: Addresses;
  example: ExamplePage;
}

/** How long a part may take to end: a little more than its own hard limit (`hardMs` in its main). */
const stopMs = { nats: 10_000, operator: 32_000, 'browser-node': 32_000, api: 78_000 } as const;

/** The most that a stop of all parts takes. */
export const hardStopMs = Object.values(stopMs).reduce((sum, ms) => sum + ms, sessionDrainMs + 5000);

const closeMs = 2000;

const closeServer = async (server: Server) => {
  server.close();
  server.closeAllConnections();
};

/** The whole service on one machine. */
export class Standalone {
  readonly #options: StandaloneOptions;
  readonly #stopping = new AbortController();
  readonly #undo: (() => Promise<unknown>)[] = [];
  readonly #parts: Part[] = [];
  readonly #programs: Program[] = [];
  #pods: SessionPods | undefined;
  #addresses: Addresses | undefined;
  #example: ExamplePage | undefined;
  #nats: Nats | undefined;
  #hasStarted = false;

  constructor(options: StandaloneOptions) {
    this.#options = options;
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Resolves once everything is ready. After an error, call `stop`. */
  async start(): Promise<BannerFacts> {
    const { config, terminal } = this.#options;
    const prepared = await this.#prepare();
    const { secrets, addresses, example } = prepared;
    const nats = await this.#startNats(prepared);
    this.#nats = nats;
    // Closing a lost connection may hang.
    this.#undo.push(() => ifInTime(nats.close(), closeMs));
    this.#throwIfStopping();
    await this.#startPods(prepared, nats);
    this.#throwIfStopping();
    terminal.step('starting operator, browser-node and api');
    await this.#startPrograms(prepared, nats);
    this.#throwIfStopping();
    this.#hasStarted = true;
    const { url, privateUrl } = addresses;
    const { account, files } = secrets;
    const isRemoved = await isSecretRemoved(nats, asKey(secrets.masterKey), account);
    const credentials = { account, accountFile: files.TINTYPE_ACCOUNT, isSecretRemoved: isRemoved };
    const shown = { ...credentials, missingFonts: prepared.missingFonts };
    const noSessions = whyNoSessions(config, prepared);
    return { url, privateUrl, ...shown, noSessions, examplePage: example.url, dataFolder: config.dataFolder };
  }

  warmUp(): void {
    if (!this.isStopping) this.#pods?.warmUp();
  }

  /** Ends all parts in reverse order: api, browser-node, sessions, operator, nats-server. Idempotent. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (let undo = this.#undo.pop(); undo; undo = this.#undo.pop()) await undo().catch(() => undefined);
  }

  kill(): void {
    for (const part of this.#parts) part.kill();
    this.#pods?.kill();
  }

  #throwIfStopping(): void {
    if (this.isStopping) throw new Error('stopped before it was ready');
  }

  /** Makes all checks that can refuse the start. Starts the private port and the example page, but no part. */
  async #prepare(): Promise<Prepared> {
    const { config } = this.#options;
    await makeDataFolder(config.dataFolder);
    const lock = await takeLock(config.dataFolder, () => this.#state());
    this.#undo.push(lock.release);
    await makeDataFolder(join(config.dataFolder, 'logs'));
    await checkPortFree({ host: config.host, port: config.port }, 'TINTYPE_PORT');
    await checkPortFree({ host: '127.0.0.1', port: config.privatePort }, 'TINTYPE_PRIVATE_PORT');
    const secrets = await readSecrets(config);
    const addresses = await chooseAddresses(config);
    this.#addresses = addresses;
    await this.#startPrivatePort(addresses);
    const example = await startExamplePage(config.dataFolder);
    this.#example = example;
    this.#undo.push(() => closeServer(example.server));
    const installed = await installPrograms({ ...this.#options, signal: this.#stopping.signal });
    this.#throwIfStopping();
    return { secrets, addresses, example, ...installed };
  }

  async #startPrivatePort({ apiPrivatePort }: Addresses): Promise<void> {
    const server = await startPrivatePort({
      host: '127.0.0.1',
      port: this.#options.config.privatePort,
      isOpen: () => this.#hasStarted && !this.isStopping,
      parts: () => [...this.#parts, ...(this.#pods ? [this.#pods] : [])],
      podCount: () => this.#pods?.podCount ?? 0,
      programs: () => this.#programs,
      apiPort: apiPrivatePort,
    });
    this.#undo.push(() => closeServer(server));
  }

  #login(login: Login, { secrets, addresses }: Prepared): URL {
    const { natsUrl: externalUrl } = this.#options.config;
    return externalUrl ?? natsUrl(login, { port: addresses.natsPort, passwords: secrets.passwords });
  }

  async #startNats(prepared: Prepared): Promise<Nats> {
    const { config, terminal } = this.#options;
    terminal.step(prepared.natsServer ? 'starting nats-server' : 'connecting to NATS');
    if (prepared.natsServer) await this.#startNatsServer(prepared.natsServer, prepared);
    const target = { url: this.#login('admin', prepared), label: natsLabel(config) };
    return connectAndProvision(target, ledgerBirth(config.dataFolder), { isOwn: prepared.natsServer !== undefined });
  }

  async #startNatsServer(binary: string, { addresses, secrets }: Prepared): Promise<void> {
    const { dataFolder, environment } = this.#options.config;
    const port = addresses.natsPort;
    const command = await natsCommand(binary, {
      port,
      passwords: secrets.passwords,
      storeFolder: dataFolder,
      dataFolder,
      environment: childEnvironment('nats', environment, {}),
    });
    this.#throwIfStopping();
    const part = this.#addPart({
      name: 'nats',
      command: () => command,
      probe: async () => this.#nats?.connected !== false && accepts(port),
      stopMs: stopMs.nats,
    });
    await part.start();
  }

  /** Pods start before the operator, so that it finds the ends of an earlier run's pods. Pods also end before it. */
  async #startPods(prepared: Prepared, nats: Nats): Promise<void> {
    const { config, programs } = this.#options;
    const { environment, dataFolder, sessionUids } = config;
    const { addresses, example, browser, browserWall, sessionBrowser: chromium } = prepared;
    const { podPorts: ports, ownPorts } = addresses;
    const machine = { environment, examplePort: example.port, ownPorts };
    const pods = new SessionPods({
      nats,
      folder: join(dataFolder, 'pods'),
      places: new PodAllocator({ ports, uids: process.getuid?.() === 0 ? sessionUids : undefined }),
      facts: { program: programs['browser-node'], ...machine, chromium, browser, browserWall },
      warmCount: chromium ? config.warmSessions : 0,
      log: this.#log('sessions'),
    });
    this.#pods = pods;
    this.#undo.push(() => pods.stop());
    await pods.start();
  }

  #startOperator(prepared: Prepared, nats: Nats): Promise<void> {
    const { config, programs } = this.#options;
    const { secrets, addresses } = prepared;
    const natsUrl = this.#login('operator', prepared);
    const lease = new OperatorLease(new JetStreamStore({ nats, bucket: buckets.objects }));
    const command = () => ({
      file: process.execPath,
      args: [...operatorNodeArguments, programs.operator],
      environment: operatorEnvironment(config, secrets, { natsUrl, addresses, identity: lease.newIdentity() }),
    });
    // If the release fails, the next operator waits until the lease ends.
    const onEnd = () => void lease.giveBack().catch(() => undefined);
    const operator = this.#addProgram('operator', addresses.operatorPrivatePort, { command, onEnd });
    this.#undo.push(async () => this.#pods?.drain());
    return operator.start();
  }

  /** Starts the programs in parallel. The program that is added first ends last. */
  async #startPrograms(prepared: Prepared, nats: Nats): Promise<void> {
    const { config, programs, toolsFolder } = this.#options;
    const { secrets, addresses, browser, browserWall, example } = prepared;
    const operatorStart = this.#startOperator(prepared, nats);
    const natsUrl = this.#login('node', prepared);
    const filterCache = join(toolsFolder, 'filters');
    const nodeFacts = { addresses, natsUrl, browser, browserWall, examplePort: example.port, filterCache };
    const nodeCommand = {
      file: process.execPath,
      args: [programs['browser-node']],
      environment: nodeEnvironment(config, secrets, nodeFacts),
    };
    const node = this.#addProgram('browser-node', addresses.nodePrivatePort, { command: () => nodeCommand });
    const apiFacts = { addresses, natsUrl: this.#login('api', prepared), noSessions: whyNoSessions(config, prepared) };
    const apiCommand = {
      file: process.execPath,
      args: [programs.api],
      environment: apiEnvironment(config, secrets, apiFacts),
    };
    const api = this.#addProgram('api', addresses.apiPrivatePort, { command: () => apiCommand });
    const apiStart = api.start().catch((error) => {
      if (!(error instanceof StartFailure)) throw error;
      throw new StartFailure(inTermsOfFiles(error.message, secrets.files), { cause: error });
    });
    await Promise.all([operatorStart, node.start(), apiStart]);
    this.#undo.push(async () => this.#pods?.coolDown());
  }

  #addProgram(name: ProgramName, privatePort: number, run: Pick<PartOptions, 'command' | 'onEnd'>): Part {
    const probe = () => isReady(privatePort);
    const hangWatch = { ...defaultHangWatch, alive: () => isAlive(privatePort) };
    const part = this.#addPart({ name, ...run, probe, hangWatch, stopMs: stopMs[name] });
    this.#programs.push({ part, privatePort });
    return part;
  }

  #addPart(options: Omit<PartOptions, 'log' | 'report'>): Part {
    const log = this.#log(options.name);
    const part = new Part({ ...options, log, report: this.#options.terminal.note });
    this.#parts.push(part);
    this.#undo.push(() => part.stop());
    return part;
  }

  #log(name: string): PartLog {
    const { config, terminal } = this.#options;
    return new PartLog({
      file: join(config.dataFolder, 'logs', `${name}.log`),
      // A failed start prints its fatal line itself.
      onNotable: (line) => (line.level === 'fatal' && !this.#hasStarted) || terminal.note(readableLine(name, line)),
      ...(name === 'nats' ? { ignore: knownWarnings } : {}),
    });
  }

  #state(): RunningState {
    const externalUrl = this.#options.config.natsUrl;
    const doing = this.#nats ? 'running' : 'starting';
    const parts = this.#parts.map((part) => [part.name, part.pid] as const).filter(([, pid]) => pid !== undefined);
    return {
      pid: process.pid,
      doing: this.isStopping ? 'stopping' : doing,
      url: this.#addresses?.url ?? '',
      privateUrl: this.#addresses?.privateUrl ?? '',
      examplePage: this.#example?.url,
      natsPort: externalUrl ? 0 : (this.#addresses?.natsPort ?? 0),
      externalNats: externalUrl && hostOf(externalUrl),
      parts: Object.fromEntries(parts) as Record<string, number>,
    };
  }
}
