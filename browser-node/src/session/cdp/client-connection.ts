import { setTimeout as sleep } from 'node:timers/promises';
import { type CdpClose, cdpCloses, limits } from '@tintype/contracts';
import { TokenBucket } from '@tintype/runtime';
import type { RawData, WebSocket } from 'ws';
import { CdpClient } from '../../browser/cdp/client.js';
import type { CdpConnection, CdpMessage } from '../../browser/cdp/connection.js';
import type { OtherSessions } from '../device/other-sessions.js';
import type { Dialogs } from '../pages/dialogs.js';
import type { ShownPage } from '../pages/shown-page.js';
import { type Command, readCommand } from './command.js';
import { DownloadEvents } from './download-events.js';
import { judge } from './judge.js';
import { isTargetVisible, withoutHiddenTargets } from './known-targets.js';
import { WatchedPages } from './watched-pages.js';
import { type Windows, windowChangedBy } from './windows.js';

/** Messages burst when a client starts, bytes when it sends a file. */
const bursts = { messages: 10_000, bytes: 2 * limits.cdpMessageBytes };
/** One value takes as long to parse as 64 bytes. */
const valueBytes = 64;

const writesLine = /^Runtime\.(consoleAPICalled|exceptionThrown)$/;
/** `ConsoleFlood` has the same limit. */
const lines = { perSecond: 1000, burst: 2000 };

/** More windows than a session can have. Clients invent further ids. */
const maxWindows = 1000;

const bucketOf = (perSecond: number, burst: number) => new TokenBucket({ perSecond, burst });

const refusal = ({ method }: Command, why: string) => ({ code: -32_000, message: `${method} is refused. ${why}` });

export interface ClientDependencies {
  connection: CdpConnection;
  dialogs: Dialogs;
  windows: Windows;
  sessions: OtherSessions;
  shown: Pick<ShownPage, 'used'>;
  /** Called when a page writes more lines than a client can read. `ConsoleFlood` limits them, with Playwright. */
  onFlood: () => void;
}

/** Overrides that replace the session's settings until their client leaves. */
const emulates =
  /^(Emulation\.|Page\.set(DeviceMetricsOverride|TouchEmulationEnabled)$|Network\.setUserAgentOverride$)/;

const setsUserAgent = /^(Emulation|Network)\.setUserAgentOverride$/;

/** Parses and judges every message of one DevTools client. */
export class CdpClientConnection {
  readonly #socket: WebSocket;
  readonly #connection: CdpConnection;
  readonly #client: CdpClient;
  readonly #pages: WatchedPages;
  readonly #windows: Windows;
  readonly #sessions: OtherSessions;
  readonly #onFlood: () => void;
  readonly #messages = bucketOf(limits.cdpMessagesPerSecond, bursts.messages);
  readonly #lines = bucketOf(lines.perSecond, lines.burst);
  readonly #bytes = bucketOf(limits.cdpBytesPerSecond, bursts.bytes);
  readonly #downloads: DownloadEvents;
  readonly changedWindows = new Set<number>();
  hasEmulated = false;
  #hasEnded = false;
  #onEnd: () => void = () => undefined;

  private constructor(
    socket: WebSocket,
    { connection, dialogs, windows, sessions, shown, onFlood }: ClientDependencies,
    client: CdpClient,
  ) {
    this.#windows = windows;
    this.#sessions = sessions;
    this.#onFlood = onFlood;
    this.#socket = socket;
    this.#connection = connection;
    this.#client = client;
    this.#pages = new WatchedPages(dialogs, shown);
    this.#downloads = new DownloadEvents(connection.browser, (message) => this.deliver(message));
    // An unexpected error ends this client, not the session.
    socket.on('message', (data, isBinary) => this.#endOnError(() => this.#receive(data, isBinary)));
    // The close event follows.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#leave());
  }

  static async start(dependencies: ClientDependencies, open: () => Promise<WebSocket>): Promise<CdpClientConnection> {
    let connected: CdpClientConnection | undefined;
    const client = await CdpClient.attach(dependencies.connection, {
      onMessage: (message) => connected?.deliver(message),
      onClose: () => connected?.end('lost'),
      isTargetVisible,
      sessions: dependencies.sessions,
    });
    try {
      connected = new CdpClientConnection(await open(), dependencies, client);
      return connected;
    } catch (error) {
      client.close();
      throw error;
    }
  }

  /** Calls `done` once, when the client has ended. The socket may close later. */
  onEnd(done: () => void): void {
    if (this.#hasEnded) done();
    else this.#onEnd = done;
  }

  end(why: CdpClose): void {
    const { code, reason } = cdpCloses[why];
    this.#socket.close(code, reason);
    this.#leave();
  }

  /** Detaches at once: a client that never answers the close would keep its pages paused. */
  #leave(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#downloads.end();
    this.#pages.end();
    this.#client.close();
    this.#onEnd();
  }

  deliver(message: CdpMessage): void {
    this.#endOnError(() => this.#deliver(message));
  }

  #endOnError(work: () => void): void {
    try {
      work();
    } catch {
      this.end('lost');
    }
  }

  #deliver(message: CdpMessage): void {
    const visible = withoutHiddenTargets(message);
    if (!visible || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#countLine(visible);
    this.#pages.received(visible);
    this.#downloads.received(visible);
    if (this.#socket.bufferedAmount > limits.cdpUnreadBytes) this.end('slowReader');
    else this.#socket.send(JSON.stringify(visible));
  }

  #countLine({ method = '' }: CdpMessage): void {
    if (!writesLine.test(method)) return;
    const now = performance.now();
    this.#lines.spend(now);
    if (this.#lines.waitMs(now) > 0) this.#onFlood();
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const bytes = data as Buffer;
    const read = isBinary ? ({ fault: 'binary' } as const) : readCommand(bytes);
    if ('fault' in read) {
      this.end(read.fault);
      return;
    }
    this.#judge(read.command);
    this.#slowDown(bytes.length + read.values * valueBytes);
  }

  #judge(command: Command): void {
    const error = this.#client.sessionError(command);
    if (error) this.#answer(command, { error });
    else this.#execute(command);
  }

  #execute(command: Command): void {
    this.hasEmulated ||= emulates.test(command.method);
    const verdict = judge(command);
    if ('pass' in verdict) this.#send({ ...command, params: verdict.pass });
    else if ('refuse' in verdict) this.#answer(command, { error: refusal(command, verdict.refuse) });
    else {
      this.#answer(command, { result: verdict.answer });
      if (verdict.effect === 'endConnection') this.end('done');
      else this.#downloads.set(command.sessionId, command.params.eventsEnabled === true);
    }
  }

  #send(command: Command): void {
    this.#pages.sent(command);
    this.#remember(windowChangedBy(command));
    this.#client.send(command);
    if (setsUserAgent.test(command.method))
      this.#sessions.userAgentSet(command.sessionId ?? '', command.params.userAgent);
  }

  #remember(windowId: number | undefined): void {
    if (windowId === undefined || this.changedWindows.size >= maxWindows) return;
    this.changedWindows.add(windowId);
    this.#windows.remember(windowId);
  }

  #answer({ id, sessionId }: Command, answer: Pick<CdpMessage, 'result' | 'error'>): void {
    this.deliver({ id, ...answer, ...(sessionId === undefined ? {} : { sessionId }) });
  }

  /** Pauses a client that is ahead of the browser or over its rate. Messages that were read are still handled. */
  #slowDown(bytes: number): void {
    this.#messages.spend(performance.now());
    this.#bytes.spend(performance.now(), bytes);
    if (this.#socket.isPaused || !this.#isAhead) return;
    this.#socket.pause();
    void this.#caughtUp().then(() => this.#socket.resume());
  }

  get #isAhead(): boolean {
    return this.#connection.drained !== undefined || this.#waitMs > 0;
  }

  get #waitMs(): number {
    const now = performance.now();
    return Math.ceil(Math.max(this.#messages.waitMs(now), this.#bytes.waitMs(now)));
  }

  async #caughtUp(): Promise<void> {
    while (this.#isAhead && this.#socket.readyState === this.#socket.OPEN) {
      await this.#connection.drained;
      await sleep(this.#waitMs);
    }
  }
}
