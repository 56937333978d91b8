import type { Duplex } from 'node:stream';
import { type CdpClose, cdpCloses } from '@tintype/contracts';
import { closeFrame, Frames } from './frames.js';

/** The time for the other side to close after the close frame. */
const closeMs = 2000;

export interface TunnelOptions {
  client: Duplex;
  pod: Duplex;
  /** Called at each binary message of the pod. */
  onBinary?: () => void;
}

/** Carries bytes both ways with backpressure. Of the frames, it reads only where they end and what kind they are. */
export class Tunnel {
  readonly #client: Duplex;
  readonly #pod: Duplex;
  readonly #frames: Frames;
  #ending: CdpClose | undefined;
  #ended = false;

  constructor({ client, pod, onBinary }: TunnelOptions) {
    this.#frames = new Frames(onBinary);
    this.#client = client;
    this.#pod = pod;
    pod.on('data', (chunk: Buffer) => this.#fromPod(chunk));
    client.on('drain', () => pod.resume());
    client.pipe(pod);
    pod.on('error', () => undefined);
    pod.once('close', () => this.#podLeft());
    client.on('error', () => undefined);
    client.once('close', () => pod.destroy());
  }

  /** Sends a close frame after the current frame, then ends. */
  end(why: CdpClose): void {
    this.#ending = why;
    if (this.#frames.isBetweenFrames) this.#close(why);
    else this.#destroySoon();
  }

  onEnd(done: () => void): void {
    this.#client.once('close', done);
  }

  #fromPod(chunk: Buffer): void {
    if (this.#ended) return;
    const firstEnd = this.#frames.read(chunk);
    if (this.#ending && firstEnd !== undefined) {
      this.#client.write(chunk.subarray(0, firstEnd));
      this.#close(this.#ending);
    } else if (!this.#client.write(chunk)) this.#pod.pause();
  }

  #podLeft(): void {
    if (this.#ended) return;
    if (this.#frames.hasClosed) this.#finish();
    else if (this.#frames.isBetweenFrames) this.#close('lost');
    else this.#client.destroy();
  }

  #close(why: CdpClose): void {
    if (this.#ended) return;
    if (!this.#frames.hasClosed) this.#client.write(closeFrame(cdpCloses[why]));
    this.#finish();
  }

  #finish(): void {
    this.#ended = true;
    this.#client.unpipe(this.#pod);
    this.#pod.destroy();
    // Keep reading: otherwise the socket would not report its end.
    this.#client.resume();
    this.#client.end();
    this.#destroySoon();
  }

  #destroySoon(): void {
    const timer = setTimeout(() => this.#client.destroy(), closeMs);
    this.#client.once('close', () => clearTimeout(timer));
  }
}
