import { existsSync } from 'node:fs';
import { readBinaries } from '@tintype/standalone/testing';
import type { PageServer } from '../kit/pages/pages.js';
import {
  type Contender,
  type PlainService,
  startPlainService,
  startRawCdp,
  startTintype,
  type Tintype,
} from './contenders/contender.js';
import { SessionCluster } from './contenders/session-cluster.js';
import { startSite } from './site.js';

/** Never the scripts on PATH: their switches would count for one baseline and not for ours. */
const usual = {
  headlessShell: '/usr/lib/chromium/chromium-headless-shell',
  chromium: '/usr/lib/chromium/chromium',
};

export const browserBinary = (kind: keyof typeof usual): string | undefined =>
  [readBinaries()[kind], usual[kind]].find((path) => path !== undefined && existsSync(path));

export const rounds = 3;

export const progress = (text: string): void => {
  process.stderr.write(`  ${text}\n`);
};

interface Started {
  stop: () => Promise<unknown>;
}

/** Starts a contender when a row first asks for it, and keeps it for the next rows. */
export class Bench {
  readonly site: PageServer;
  readonly #started = new Map<string, Promise<Started>>();

  private constructor(site: PageServer) {
    this.site = site;
  }

  static async open(): Promise<Bench> {
    return new Bench(await startSite());
  }

  binary(kind: keyof typeof usual): string | undefined {
    return browserBinary(kind);
  }

  /** The setting that allows our browsers to reach the site. */
  get allow(): string {
    return `127.0.0.1:${this.site.port}`;
  }

  ours(): Promise<Tintype> {
    return this.#start('ours', () => startTintype(this.allow));
  }

  plain(): Promise<PlainService> {
    return this.#start('plain', () => startPlainService('plain', this.#need('chromium')));
  }

  plainShell(): Promise<PlainService> {
    return this.#start('plain-shell', () => startPlainService('plain-shell', this.#need('headlessShell')));
  }

  rawCdp(): Promise<Contender> {
    return this.#start('raw CDP', () => startRawCdp(this.#need('headlessShell')));
  }

  sessions(): Promise<SessionCluster> {
    return this.#start('sessions', () => SessionCluster.start());
  }

  async close(): Promise<void> {
    const started = await Promise.allSettled(this.#started.values());
    await Promise.all(started.map((each) => (each.status === 'fulfilled' ? each.value.stop() : undefined)));
    await this.site.close();
  }

  #need(kind: keyof typeof usual): string {
    const path = this.binary(kind);
    if (!path) throw new Error(`This row needs ${kind}, and the machine has none.`);
    return path;
  }

  #start<T extends Started>(name: string, start: () => Promise<T>): Promise<T> {
    const running = (this.#started.get(name) as Promise<T> | undefined) ?? start();
    this.#started.set(name, running);
    return running;
  }
}

/**
 * Runs one round of each in turn, repeatedly, so that a slow phase of the machine slows all. Returns the rounds of
 * each.
 */
export const interleave = async <T>(runs: readonly (() => Promise<T>)[], times = rounds): Promise<T[][]> => {
  const results: T[][] = runs.map(() => []);
  for (let round = 0; round < times; round += 1) {
    for (const [index, run] of runs.entries()) results[index]?.push(await run());
  }
  return results;
};
