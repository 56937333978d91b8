import { statSync } from 'node:fs';
import { readBrowserVersion } from '@tintype/browser-node';

/** Reads a browser's version once for all pods, and again after its file changed. Each read takes 30 ms of CPU time. */
export class BrowserVersion {
  readonly #binary: string;
  readonly #read: (binary: string) => Promise<string>;
  #mtimeMs = Number.NaN;
  #version: string | undefined;

  constructor(binary: string, read = readBrowserVersion) {
    this.#binary = binary;
    this.#read = read;
  }

  /** Undefined until the version is read. Until then, the program of a pod reads the version itself. */
  get current(): string | undefined {
    const mtimeMs = statSync(this.#binary, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (mtimeMs !== this.#mtimeMs) this.#learn(mtimeMs);
    return this.#version;
  }

  #learn(mtimeMs: number): void {
    this.#mtimeMs = mtimeMs;
    this.#version = undefined;
    const keep = (version: string) => {
      if (this.#mtimeMs === mtimeMs) this.#version = version;
    };
    // Without a version, each pod reads it and says why it cannot.
    this.#read(this.#binary).then(keep, () => undefined);
  }
}
