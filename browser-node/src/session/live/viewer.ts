import { setTimeout as sleep } from 'node:timers/promises';
import {
  type LiveCloseReason,
  type LiveMessage,
  type LiveRight,
  type LiveState,
  limits,
  liveCloses,
  liveFrameHead,
  liveMessageSchema,
} from '@tintype/contracts';
import { type Clock, TokenBucket } from '@tintype/runtime';
import type { RawData, WebSocket } from 'ws';
import { HeldInput } from './held-input.js';
import { type ControlMessage, isControl } from './input-command.js';
import { type PictureSize, type QualityLevel, ViewerQuality } from './quality.js';
import type { Picture } from './screencast.js';
import { ViewerPace } from './viewer-pace.js';

export interface ViewerOptions {
  socket: WebSocket;
  right: LiveRight;
  clock: Pick<Clock, 'monotonic'>;
  /** The viewer's screen, pause or quality changed. */
  onChange: () => void;
  /** The viewer looks again after a pause. */
  onResume: () => void;
  /** The viewer can take another picture. */
  onReady: () => void;
  /** False if the page takes no input. */
  onInput: (message: ControlMessage) => boolean;
  /** Releases what the viewer pressed, even in a page that takes no input. */
  onRelease: (messages: readonly ControlMessage[]) => void;
  onLeft: () => void;
}

const rate = { perSecond: limits.liveMessagesPerSecond, burst: 2 * limits.liveMessagesPerSecond };

const jsonOf = (data: RawData): unknown => {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
};

/** One open page of the live view. */
export class Viewer {
  readonly canControl: boolean;
  readonly #options: ViewerOptions;
  readonly #pace = new ViewerPace<Picture>();
  readonly #quality = new ViewerQuality();
  readonly #held = new HeldInput();
  readonly #messages = new TokenBucket(rate);
  #screen: PictureSize = { width: 1280, height: 720 };
  #isPaused = false;
  #hasLeft = false;

  constructor(options: ViewerOptions) {
    const { socket, right } = options;
    this.#options = options;
    this.canControl = right === 'control';
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    // The close event follows.
    socket.on('error', () => undefined);
    socket.on('close', () => this.#leave());
    this.#measure();
  }

  get isLooking(): boolean {
    return !this.#isPaused && !this.#hasLeft;
  }

  get isReady(): boolean {
    return this.isLooking && this.#pace.isReady;
  }

  get screen(): PictureSize {
    return this.#screen;
  }

  get level(): QualityLevel {
    return this.#quality.level;
  }

  say(state: LiveState): void {
    this.#options.socket.send(JSON.stringify(state));
  }

  show(picture: Picture): void {
    if (!this.isLooking) return;
    this.#pace.offer(picture);
    this.#send();
  }

  /** Drops the waiting picture: another page is shown. */
  clear(): void {
    this.#pace.clear();
  }

  close({ code, reason }: { code: number; reason: string }): void {
    this.#options.socket.close(code, reason);
    this.#leave();
  }

  /** Measures the round trip to the viewer while no picture is on its way. */
  #measure(): void {
    const { socket, clock } = this.#options;
    const since = clock.monotonic();
    socket.once('pong', () => this.#quality.roundTrip(clock.monotonic() - since));
    socket.ping();
  }

  #send(): void {
    const next = this.#pace.next(this.#options.clock.monotonic());
    if (!next) return;
    const head = Buffer.alloc(liveFrameHead);
    head.writeUInt32BE(next.number);
    this.#options.socket.send(Buffer.concat([head, next.picture.jpeg]));
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#hasLeft) return;
    const read = isBinary ? undefined : liveMessageSchema.safeParse(jsonOf(data));
    if (!read) this.#refuse('binary');
    else if (!read.success) this.#refuse('malformed');
    else this.#handle(read.data);
    this.#slowDown();
  }

  #handle(message: LiveMessage): void {
    if (isControl(message)) this.#control(message);
    else if (message.type === 'drawn') this.#drawn(message.frame);
    else if (message.type === 'pause') this.#pause(message.paused);
    else this.#resize(message);
  }

  #control(message: ControlMessage): void {
    if (!this.canControl) {
      this.#refuse('viewOnly');
      return;
    }
    // If the line refuses a release, the key stays held until the viewer leaves.
    if (this.#options.onInput(message)) this.#options.onRelease(this.#held.add(message));
    else this.#refuse('stuck');
  }

  #drawn(frame: number): void {
    const now = this.#options.clock.monotonic();
    const before = this.level;
    const took = this.#pace.drawn(frame, now);
    if (took === undefined) return;
    this.#quality.drawn(took, now);
    if (this.level !== before) this.#options.onChange();
    this.#send();
    this.#options.onReady();
  }

  #pause(paused: boolean): void {
    this.#isPaused = paused;
    if (paused) this.#releaseHeld();
    this.#options.onChange();
    if (!paused) this.#options.onResume();
  }

  #resize({ width, height }: PictureSize): void {
    this.#screen = { width, height };
    this.#options.onChange();
  }

  #refuse(why: LiveCloseReason): void {
    this.close(liveCloses[why]);
  }

  #releaseHeld(): void {
    this.#options.onRelease(this.#held.release());
  }

  #leave(): void {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    this.#releaseHeld();
    this.#options.onLeft();
  }

  #slowDown(): void {
    const { socket, clock } = this.#options;
    this.#messages.spend(clock.monotonic());
    const waitMs = this.#messages.waitMs(clock.monotonic());
    if (waitMs === 0 || socket.isPaused) return;
    socket.pause();
    void sleep(Math.ceil(waitMs)).then(() => socket.resume());
  }
}
