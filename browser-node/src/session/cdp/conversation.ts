import { setTimeout as sleep } from 'node:timers/promises';
import { type CdpClose, cdpCloses, limits } from '@tintype/contracts';
import type { RawData, WebSocket } from 'ws';
import { CdpClient } from '../../browser/cdp/client.js';
import type { CdpConnection, CdpMessage } from '../../browser/cdp/connection.js';
import type { OtherSessions } from '../device/other-sessions.js';
import type { Dialogs } from '../pages/dialogs.js';
import { type Command, readCommand } from './command.js';
import { DownloadEvents } from './download-events.js';
import { judge } from './judge.js';
import { mayKnow, withoutHiddenTargets } from './known-targets.js';
import { MessageRate } from './message-rate.js';
import { WatchedPages } from './watched-pages.js';
import { type Windows, windowChangedBy } from './windows.js';

/** Of messages that come all at once, as at the start of a client; and of bytes, as with a file. */
const bursts = { messages: 10_000, bytes: 2 * limits.cdpMessageBytes };
/** A value in a message takes as long to read as so many bytes. */
const valueBytes = 64;

/** More than there can be: the rest are numbers that somebody has made up. */
const mostWindows = 1000;

const rateOf = (perSecond: number, burst: number) => new MessageRate({ perSecond, burst }, performance.now());

const refusal = ({ method }: Command, why: string) => ({ code: -32_000, message: `${method} is refused. ${why}` });

/** What a client needs of the browser. */
export interface ConversationDependencies {
  connection: CdpConnection;
  dialogs: Dialogs;
  windows: Windows;
  sessions: OtherSessions;
}

/** What holds as long as its client is there, and takes the place of what the session has told. */
const emulates =
  /^(Emulation\.|Page\.set(DeviceMetricsOverride|TouchEmulationEnabled)$|Network\.setUserAgentOverride$)/;

const setsUserAgent = /^(Emulation|Network)\.setUserAgentOverride$/;

/** What one DevTools client and the browser say to each other. Every message of the client is read here, and judged. */
export class Conversation {
  readonly #socket: WebSocket;
  readonly #connection: CdpConnection;
  readonly #client: CdpClient;
  readonly #pages: WatchedPages;
  readonly #windows: Windows;
  readonly #sessions: OtherSessions;
  readonly #messages = rateOf(limits.cdpMessagesPerSecond, bursts.messages);
  readonly #bytes = rateOf(limits.cdpBytesPerSecond, bursts.bytes);
  readonly #downloads: DownloadEvents;
  /** It has changed these, which are not so any more when it leaves. */
  readonly changedWindows = new Set<number>();
  /** It has told a page what it is, which is not so any more when it leaves. */
  hasEmulated = false;
  #hasEnded = false;
  #onEnd: () => void = () => undefined;

  private constructor(
    socket: WebSocket,
    { connection, dialogs, windows, sessions }: ConversationDependencies,
    client: CdpClient,
  ) {
    this.#windows = windows;
    this.#sessions = sessions;
    this.#socket = socket;
    this.#connection = connection;
    this.#client = client;
    this.#pages = new WatchedPages(dialogs);
    this.#downloads = new DownloadEvents(connection.browser, (message) => this.deliver(message));
    // What nobody has thought of ends one client, and not the session.
    socket.on('message', (data, isBinary) => this.#orEnd(() => this.#receive(data, isBinary)));
    // What it is about, the close says.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#leave());
  }

  /** Attaches to the browser, and takes over the socket that `open` then makes. */
  static async start(browser: ConversationDependencies, open: () => Promise<WebSocket>): Promise<Conversation> {
    let conversation: Conversation | undefined;
    const client = await CdpClient.attach(browser.connection, {
      onMessage: (message) => conversation?.deliver(message),
      onClose: () => conversation?.end('lost'),
      mayKnow,
      sessions: browser.sessions,
    });
    try {
      conversation = new Conversation(await open(), browser, client);
      return conversation;
    } catch (error) {
      client.close();
      throw error;
    }
  }

  /** Calls back when it has ended, whoever ended it; its socket may stay open until its client has heard of it. */
  onEnd(done: () => void): void {
    if (this.#hasEnded) done();
    else this.#onEnd = done;
  }

  /** Says why to the client, and ends. */
  end(why: CdpClose): void {
    const { code, reason } = cdpCloses[why];
    this.#socket.close(code, reason);
    this.#leave();
  }

  /** Of the browser at once: who does not answer the close would keep what is paused as long as he is waited for. */
  #leave(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#downloads.end();
    this.#pages.end();
    this.#client.close();
    this.#onEnd();
  }

  /** What the browser says, or we in its place. */
  deliver(message: CdpMessage): void {
    this.#orEnd(() => this.#deliver(message));
  }

  #orEnd(work: () => void): void {
    try {
      work();
    } catch {
      this.end('lost');
    }
  }

  #deliver(message: CdpMessage): void {
    const visible = withoutHiddenTargets(message);
    if (!visible || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#pages.received(visible);
    this.#downloads.received(visible);
    if (this.#socket.bufferedAmount > limits.cdpUnreadBytes) this.end('slowReader');
    else this.#socket.send(JSON.stringify(visible));
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const bytes = data as Buffer;
    const read = isBinary ? ({ none: 'binary' } as const) : readCommand(bytes);
    if ('none' in read) {
      this.end(read.none);
      return;
    }
    this.#judge(read.command);
    this.#slowDown(bytes.length + read.values * valueBytes);
  }

  /** A session that is not the client's is none at all, whatever is said there. */
  #judge(command: Command): void {
    const error = this.#client.objection(command);
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
    if (windowId === undefined || this.changedWindows.size >= mostWindows) return;
    this.changedWindows.add(windowId);
    this.#windows.remember(windowId);
  }

  /** As the browser would: a command of a session inside of the connection is answered there. */
  #answer({ id, sessionId }: Command, answer: Pick<CdpMessage, 'result' | 'error'>): void {
    this.deliver({ id, ...answer, ...(sessionId === undefined ? {} : { sessionId }) });
  }

  /** Nothing more is read from a client that is ahead of the browser, or of what it may say. What has been read is done. */
  #slowDown(bytes: number): void {
    this.#messages.count(performance.now());
    this.#bytes.count(performance.now(), bytes);
    if (this.#socket.isPaused || !this.#isAhead) return;
    this.#socket.pause();
    void this.#caughtUp().then(() => this.#socket.resume());
  }

  get #isAhead(): boolean {
    return this.#connection.catchingUp !== undefined || this.#waitMs > 0;
  }

  get #waitMs(): number {
    const now = performance.now();
    return Math.max(this.#messages.waitMs(now), this.#bytes.waitMs(now));
  }

  async #caughtUp(): Promise<void> {
    while (this.#isAhead && this.#socket.readyState === this.#socket.OPEN) {
      await this.#connection.catchingUp;
      await sleep(this.#waitMs);
    }
  }
}
