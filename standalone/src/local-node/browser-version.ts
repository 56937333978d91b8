import { statSync } from 'node:fs';
import { readBrowserVersion } from '@tintype/browser-node';

/** Reads a browser's version once for all pods, and again after its file changed. Each read takes 30 CPU-ms. */
export class BrowserVersion {
  readonly #binary: string;
  readonly #read: (binary: string) => Promise<string>;
  #changed = Number.NaN;
  #version: string | undefined;

  constructor(binary: string, read = readBrowserVersion) {
    this.#binary = binary;
    this.#read = read;
  }

  /** Undefined until it is read; the program of a pod then reads it itself. */
  get known(): string | undefined {
    const changed = statSync(this.#binary, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changed !== this.#changed) this.#learn(changed);
    return this.#version;
  }

  #learn(changed: number): void {
    this.#changed = changed;
    this.#version = undefined;
    const keep = (version: string) => {
      if (this.#changed === changed) this.#version = version;
    };
    // Without a version, each pod reads it and says why it cannot.
    this.#read(this.#binary).then(keep, () => undefined);
  }
}
