import type { Duplex } from 'node:stream';
import { type CdpClose, cdpCloses } from '@tintype/contracts';
import { closeFrame, Frames } from './frames.js';

/** A side that was told of the end has so long to go. */
const endMs = 2000;

export interface TunnelEnds {
  client: Duplex;
  pod: Duplex;
}

/** What a client has not read yet keeps its pod from sending more, and the other way round. Nothing is read but where frames end. */
export class Tunnel {
  readonly #client: Duplex;
  readonly #pod: Duplex;
  readonly #frames = new Frames();
  #ending: CdpClose | undefined;
  #ended = false;

  constructor({ client, pod }: TunnelEnds) {
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

  /** Says why to the client as soon as the frame under way has ended, and ends. */
  end(why: CdpClose): void {
    this.#ending = why;
    if (this.#frames.between) this.#close(why);
    else this.#destroySoon();
  }

  /** Calls back when it has ended, whoever ended it. */
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
    if (this.#frames.closed) this.#finish();
    else if (this.#frames.between) this.#close('lost');
    else this.#client.destroy();
  }

  #close(why: CdpClose): void {
    if (this.#ended) return;
    if (!this.#frames.closed) this.#client.write(closeFrame(cdpCloses[why]));
    this.#finish();
  }

  #finish(): void {
    this.#ended = true;
    this.#client.unpipe(this.#pod);
    this.#pod.destroy();
    // What the client still says is read, or it would never hear of the end.
    this.#client.resume();
    this.#client.end();
    this.#destroySoon();
  }

  #destroySoon(): void {
    const timer = setTimeout(() => this.#client.destroy(), endMs);
    this.#client.once('close', () => clearTimeout(timer));
  }
}
